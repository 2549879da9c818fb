// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/changed_fields.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/equal_values.h"
#include "schema/fields/path_element.h"

namespace telltale::schema {
namespace {

using json::Value;
using Elements = std::vector<std::string>;

void own_whole(const Value& value, const Typed& type, FieldSet& into);

// What lies inside the value, without the value itself.
void own_contents(const Value& value, const Typed& type, FieldSet& into) {
  const Form form = form_of(value, type);
  if (form == Form::Map) {
    for (const auto& member : value.get_object()) {
      own_whole(member.value(), member_of(type, member.key()).type,
                into.children[field_element(member.key())]);
    }
  } else if (form == Form::Items) {
    const json::ValueList& items = value.get_array();
    auto elements = item_elements(items, *type.structure);
    if (!elements) return;
    for (std::size_t at = 0; at < items.size(); ++at) {
      own_whole(items[at], item_of(type), into.children[std::move((*elements)[at])]);
    }
  }
}

void own_whole(const Value& value, const Typed& type, FieldSet& into) {
  into.member = true;
  own_contents(value, type, into);
}

void compare(const Value& before, const Value& after, const Typed& type, ChangedFields& out);

void keep_child(const std::string_view element, ChangedFields child, ChangedFields& out) {
  if (!child.gained.empty()) out.gained.children[std::string(element)] = std::move(child.gained);
  if (!child.lost.empty()) out.lost.children[std::string(element)] = std::move(child.lost);
}

void compare_maps(const json::ValueMap& before, const json::ValueMap& after, const Typed& type,
                  ChangedFields& out) {
  const bool is_metadata = type.structure == &metadata_structure();
  for (const auto& member : after) {
    if (is_metadata && member.key() == "managedFields") continue;
    const Typed below = member_of(type, member.key()).type;
    ChangedFields child;
    if (const Value* old = before.if_contains(member.key())) {
      compare(*old, member.value(), below, child);
    } else {
      own_whole(member.value(), below, child.gained);
    }
    if (!child.empty()) keep_child(field_element(member.key()), std::move(child), out);
  }
  for (const auto& member : before) {
    if (after.contains(member.key()) || (is_metadata && member.key() == "managedFields")) continue;
    own_whole(member.value(), member_of(type, member.key()).type,
              out.lost.children[field_element(member.key())]);
  }
}

// Items of two lists, brought together by the names of the items.
struct Paired {
  std::string_view element;
  const Value* before = nullptr;
  const Value* after = nullptr;
};

std::vector<Paired> pair_items(const json::ValueList& before, const Elements& before_elements,
                               const json::ValueList& after, const Elements& after_elements) {
  std::vector<Paired> sides;
  sides.reserve(before.size() + after.size());
  for (std::size_t at = 0; at < before.size(); ++at) {
    sides.push_back({.element = before_elements[at], .before = &before[at]});
  }
  for (std::size_t at = 0; at < after.size(); ++at) {
    sides.push_back({.element = after_elements[at], .after = &after[at]});
  }
  std::ranges::stable_sort(sides, {}, &Paired::element);
  std::vector<Paired> pairs;
  pairs.reserve(sides.size());
  for (const Paired& side : sides) {
    if (!pairs.empty() && pairs.back().element == side.element) {
      pairs.back().after = side.after;
    } else {
      pairs.push_back(side);
    }
  }
  return pairs;
}

void compare_items(const Value& before, const Value& after, const Typed& type, ChangedFields& out) {
  const auto before_elements = item_elements(before.get_array(), *type.structure);
  const auto after_elements = item_elements(after.get_array(), *type.structure);
  if (!before_elements || !after_elements) {
    // A list whose items cannot be told apart is one value.
    own_contents(before, type, out.lost);
    own_contents(after, type, out.gained);
    out.gained.member = true;
    return;
  }
  for (const Paired& pair :
       pair_items(before.get_array(), *before_elements, after.get_array(), *after_elements)) {
    ChangedFields child;
    if (pair.before != nullptr && pair.after != nullptr) {
      compare(*pair.before, *pair.after, item_of(type), child);
    } else if (pair.after != nullptr) {
      own_whole(*pair.after, item_of(type), child.gained);
    } else {
      own_whole(*pair.before, item_of(type), child.lost);
    }
    if (!child.empty()) keep_child(pair.element, std::move(child), out);
  }
}

void compare(const Value& before, const Value& after, const Typed& type, ChangedFields& out) {
  const Form old_form = form_of(before, type);
  const Form new_form = form_of(after, type);
  if (old_form == Form::Map && new_form == Form::Map) {
    compare_maps(before.get_object(), after.get_object(), type, out);
    return;
  }
  if (json::equal_values(before, after)) return;
  if (old_form == Form::Items && new_form == Form::Items) {
    compare_items(before, after, type, out);
    return;
  }
  own_contents(before, type, out.lost);
  own_contents(after, type, out.gained);
  // Null is an empty container where the other side is a filled one.
  const bool filled_from_null = before.is_null() && is_filled(after, new_form);
  const bool emptied_to_null = after.is_null() && is_filled(before, old_form);
  out.gained.member = !filled_from_null && !emptied_to_null;
}

}  // namespace

ChangedFields changed_fields(const Value& before, const Value& after, const Typed& type) {
  const Value nothing = json::ValueMap();
  ChangedFields changed;
  compare(before.is_object() ? before : nothing, after.is_object() ? after : nothing, type,
          changed);
  changed.gained.member = changed.lost.member = false;
  return changed;
}

}  // namespace telltale::schema
