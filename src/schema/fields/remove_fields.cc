// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/remove_fields.h"

#include <optional>
#include <string>
#include <utility>

#include "schema/fields/path_element.h"

namespace telltale::schema {
namespace {

void remove_members(json::ValueMap& map, const FieldSet& set, const Typed& type) {
  for (const auto& [element, child] : set.children) {
    const auto name = field_name(element);
    json::Value* value = name ? map.if_contains(*name) : nullptr;
    if (value == nullptr) continue;
    if (child.member) {
      map.erase(*name);
    } else {
      remove_fields(*value, child, member_of(type, *name).type);
    }
  }
}

void remove_items(json::ValueList& items, const FieldSet& set, const Typed& type) {
  json::ValueList kept;
  kept.reserve(items.size());
  for (json::Value& item : items) {
    const auto element = item_element(item, *type.structure);
    const auto at = element ? set.children.find(*element) : set.children.end();
    if (at != set.children.end() && at->second.member) continue;
    if (at != set.children.end()) remove_fields(item, at->second, item_of(type));
    kept.push_back(std::move(item));
  }
  items = std::move(kept);
}

}  // namespace

void remove_fields(json::Value& object, const FieldSet& set, const Typed& type) {
  switch (form_of(object, type)) {
    case Form::Leaf:
      return;
    case Form::Map:
      return remove_members(object.get_object(), set, type);
    case Form::Items:
      return remove_items(object.get_array(), set, type);
  }
}

}  // namespace telltale::schema
