// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>
#include <vector>

#include "base/text.h"
#include "json/print.h"
#include "schema/validate/validate_parts.h"

namespace telltale::schema {
namespace {

using json::Value;
using json::ValueMap;

// What identifies an item of a map: its keys, those it has.
Value keys_of(const Value& item, const std::vector<std::string>& names) {
  ValueMap keys;
  const ValueMap* map = item.if_object();
  if (map == nullptr) return keys;
  for (const std::string& name : names) {
    if (const Value* value = map->if_contains(name)) keys.emplace(name, *value);
  }
  return keys;
}

// One error for each value that repeats, at its second appearance.
void add_repeated(const std::vector<Value>& identities, const std::string& path, FieldErrors& out) {
  std::map<std::string, int> seen;
  for (std::size_t i = 0; i < identities.size(); ++i) {
    if (++seen[json::print(identities[i])] != 2) continue;
    add(out, duplicate(item_below(path, i), shown(identities[i])));
  }
}

void check_set(const json::ValueList& list, const std::string& path, FieldErrors& out) {
  add_repeated({list.begin(), list.end()}, path, out);
}

void check_list_map(const json::ValueList& list, const Structure& structure,
                    const std::string& path, FieldErrors& out) {
  std::vector<Value> identities;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_object() && !list[i].is_null()) {
      add(out, invalid(item_below(path, i), shown(list[i]),
                       "must be an object for an array of list-type map"));
      return;
    }
    identities.push_back(keys_of(list[i], structure.list_map_keys));
  }
  add_repeated(identities, path, out);
}

void check_items(const json::ValueList& list, const Structure& structure, const std::string& path,
                 FieldErrors& out) {
  if (structure.list_type == Structure::ListType::Set) check_set(list, path, out);
  if (structure.list_type == Structure::ListType::Map) check_list_map(list, structure, path, out);
  if (structure.items == nullptr) return;
  for (std::size_t i = 0; i < list.size() && !out.full(); ++i) {
    check_unique(list[i], *structure.items, item_below(path, i), out);
  }
}

}  // namespace

void check_unique(const json::Value& value, const Structure& structure, const std::string& path,
                  FieldErrors& out) {
  if (out.full()) return;
  if (const json::ValueList* list = value.if_array()) {
    check_items(*list, structure, path, out);
  } else if (const ValueMap* map = value.if_object()) {
    for (const auto& [name, property] : structure.properties) {
      const Value* member = map->if_contains(name);
      if (member == nullptr) continue;
      check_unique(*member, *property, field_below(path, name), out);
    }
    if (structure.additional == nullptr) return;
    for (const auto& [name, member] : *map) {
      check_unique(member, *structure.additional, path_with(path, "[", name, "]"), out);
    }
  }
}

}  // namespace telltale::schema
