// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/applied_fields.h"

#include <cstddef>
#include <string>
#include <utility>

#include "schema/fields/path_element.h"

namespace telltale::schema {
namespace {

void collect(const json::Value& value, const Typed& type, FieldSet& into);

void collect_members(const json::ValueMap& map, const Typed& type, FieldSet& into) {
  for (const auto& member : map) {
    const TypedMember below = member_of(type, member.key());
    FieldSet child;
    collect(member.value(), below.type, child);
    const bool is_empty_map = member.value().is_object() && member.value().get_object().empty();
    if (is_empty_map || !below.named) child.member = true;
    if (!child.empty()) into.children.emplace(field_element(member.key()), std::move(child));
  }
}

void collect_items(const json::ValueList& items, const Typed& type, FieldSet& into) {
  auto elements = item_elements(items, *type.structure);
  if (!elements) {
    into.member = true;
    return;
  }
  for (std::size_t at = 0; at < items.size(); ++at) {
    FieldSet& child = into.children[std::move((*elements)[at])];
    collect(items[at], item_of(type), child);
    child.member = true;
  }
}

void collect(const json::Value& value, const Typed& type, FieldSet& into) {
  switch (form_of(value, type)) {
    case Form::Leaf:
      into.member = true;
      return;
    case Form::Map:
      return collect_members(value.get_object(), type, into);
    case Form::Items:
      return collect_items(value.get_array(), type, into);
  }
}

}  // namespace

FieldSet applied_fields(const json::Value& config, const Typed& type) {
  FieldSet set;
  collect(config, type, set);
  set.member = false;
  return set;
}

FieldSet with_named_fields(const FieldSet& set, const Typed& type) {
  FieldSet out;
  out.member = set.member;
  for (const auto& [element, child] : set.children) {
    const auto name = field_name(element);
    const TypedMember below = name ? member_of(type, *name) : TypedMember{.type = item_of(type)};
    FieldSet& copy = out.children[element];
    copy = with_named_fields(child, below.type);
    copy.member = copy.member || below.named;
  }
  return out;
}

void strip_unowned(FieldSet& set) {
  for (const char* element : {"f:apiVersion", "f:kind"}) set.children.erase(element);
  const auto metadata = set.children.find("f:metadata");
  if (metadata == set.children.end()) return;
  metadata->second.member = false;
  for (const char* element :
       {"f:name", "f:namespace", "f:creationTimestamp", "f:selfLink", "f:uid", "f:clusterName",
        "f:generation", "f:managedFields", "f:resourceVersion"}) {
    metadata->second.children.erase(element);
  }
  if (metadata->second.empty()) set.children.erase(metadata);
}

}  // namespace telltale::schema
