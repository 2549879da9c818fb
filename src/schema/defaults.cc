// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "schema/shape.h"

namespace telltale::schema {
namespace {

using json::Value;
using json::ValueMap;

bool must_not_be_null(const Structure* structure) {
  return structure != nullptr && !structure->nullable;
}

void drop_nulls(ValueMap& map, const Structure& structure) {
  std::vector<std::string> names;
  for (const auto& [name, value] : map) {
    const Structure* field = field_of(structure, name);
    if (value.is_null() && must_not_be_null(field) && !field->default_value) {
      names.emplace_back(name);
    }
  }
  for (const std::string& name : names) map.erase(name);
}

void add_missing(ValueMap& map, const Structure& structure) {
  for (const auto& [name, property] : structure.properties) {
    if (!property->default_value) continue;
    const Value* present = map.if_contains(name);
    if (present == nullptr) map.emplace(name, *property->default_value);
  }
}

void replace_null(Value& value, const Structure* structure) {
  if (!value.is_null() || !must_not_be_null(structure) || !structure->default_value) return;
  value = *structure->default_value;
}

}  // namespace

void fill_defaults(json::Value& object, const Structure& structure) {
  if (ValueMap* map = object.if_object()) {
    drop_nulls(*map, structure);
    add_missing(*map, structure);
    for (auto& [name, value] : *map) {
      const Structure* field = field_of(structure, name);
      if (field == nullptr) continue;
      replace_null(value, field);
      fill_defaults(value, *field);
    }
  } else if (json::ValueList* list = object.if_array(); list != nullptr && structure.items) {
    for (Value& item : *list) {
      replace_null(item, structure.items.get());
      fill_defaults(item, *structure.items);
    }
  }
}

}  // namespace telltale::schema
