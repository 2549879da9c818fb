// SPDX-License-Identifier: Apache-2.0
#include "convert/merge.h"

#include <array>
#include <set>
#include <string>
#include <string_view>

namespace telltale::convert {
namespace {

bool are_same(const json::Value* left, const json::Value* right) {
  if (left == nullptr || right == nullptr) return left == right;
  return *left == *right;
}

std::optional<json::Value> copy(const json::Value* value) {
  if (value == nullptr) return std::nullopt;
  return *value;
}

const json::Value* member(const json::Value* value, std::string_view name) {
  const json::ValueMap* map = value == nullptr ? nullptr : value->if_object();
  return map == nullptr ? nullptr : map->if_contains(name);
}

void add_names(const json::Value* value, std::set<std::string>& names) {
  if (value == nullptr || !value->is_object()) return;
  for (const auto& one : value->get_object()) names.emplace(one.key());
}

json::Value merge_maps(const ThreeWay& values) {
  std::set<std::string> names;
  add_names(values.ours, names);
  add_names(values.remembered, names);
  json::ValueMap merged;
  for (const std::string& name : names) {
    const ThreeWay members{member(values.base, name), member(values.ours, name),
                           member(values.remembered, name)};
    if (std::optional<json::Value> one = merge(members)) merged[name] = std::move(*one);
  }
  return merged;
}

constexpr std::array<std::string_view, 5> identities = {"name", "conditionType", "type", "path",
                                                        "class"};

const json::Value* find_item(const json::Value& list, std::string_view identity,
                             const json::Value& name) {
  for (const json::Value& item : list.get_array()) {
    if (are_same(member(&item, identity), &name)) return &item;
  }
  return nullptr;
}

// Whether every item has a different string under that member.
bool identifies(const json::Value& list, std::string_view identity) {
  std::set<std::string_view> seen;
  for (const json::Value& item : list.get_array()) {
    const json::Value* name = member(&item, identity);
    if (name == nullptr || !name->is_string()) return false;
    if (!seen.insert(name->get_string()).second) return false;
  }
  return true;
}

std::optional<std::string_view> identity_of(const ThreeWay& values) {
  for (const std::string_view identity : identities) {
    if (identifies(*values.base, identity) && identifies(*values.ours, identity) &&
        identifies(*values.remembered, identity)) {
      return identity;
    }
  }
  return std::nullopt;
}

// Who is on the list, and in which order, is what somebody changed; the rest is merged item by
// item.
json::Value merge_lists(const ThreeWay& values, std::string_view identity) {
  json::ValueList merged;
  for (const json::Value& item : values.ours->get_array()) {
    const json::Value& name = *member(&item, identity);
    const ThreeWay items{find_item(*values.base, identity, name), &item,
                         find_item(*values.remembered, identity, name)};
    const bool is_known = items.base != nullptr && items.remembered != nullptr;
    merged.push_back(is_known ? merge(items).value_or(item) : item);
  }
  return merged;
}

bool are_all(const ThreeWay& values, boost::json::kind kind) {
  return values.base != nullptr && values.ours != nullptr && values.remembered != nullptr &&
         values.base->kind() == kind && values.ours->kind() == kind &&
         values.remembered->kind() == kind;
}

}  // namespace

std::optional<json::Value> merge(const ThreeWay& values) {
  if (are_same(values.ours, values.base)) return copy(values.remembered);
  if (are_same(values.remembered, values.base)) return copy(values.ours);
  const bool maps = values.ours != nullptr && values.remembered != nullptr &&
                    values.ours->is_object() && values.remembered->is_object();
  if (maps) return merge_maps(values);
  if (are_all(values, boost::json::kind::array)) {
    if (const auto identity = identity_of(values)) return merge_lists(values, *identity);
  }
  return copy(values.ours);
}

}  // namespace telltale::convert
