// SPDX-License-Identifier: Apache-2.0
#include "server/objects/object_access.h"

#include <algorithm>

namespace telltale::server {

const json::Value* member(const json::Value& object, std::string_view name) {
  const json::ValueMap* map = object.if_object();
  return map == nullptr ? nullptr : map->if_contains(name);
}

json::Value* member(json::Value& object, std::string_view name) {
  json::ValueMap* map = object.if_object();
  return map == nullptr ? nullptr : map->if_contains(name);
}

const json::Value* at(const json::Value& object, std::string_view dotted) {
  const json::Value* value = &object;
  while (value != nullptr && !dotted.empty()) {
    const std::size_t dot = dotted.find('.');
    value = member(*value, dotted.substr(0, dot));
    dotted = dot == std::string_view::npos ? std::string_view{} : dotted.substr(dot + 1);
  }
  return value;
}

std::string_view text_at(const json::Value& object, std::string_view dotted) {
  const json::Value* value = at(object, dotted);
  const json::ValueString* text = value == nullptr ? nullptr : value->if_string();
  return text == nullptr ? std::string_view{} : std::string_view(*text);
}

std::int64_t number_at(const json::Value& object, std::string_view dotted) {
  const json::Value* value = at(object, dotted);
  const std::int64_t* number = value == nullptr ? nullptr : value->if_int64();
  return number == nullptr ? 0 : *number;
}

const json::ValueMap& map_at(const json::Value& object, std::string_view dotted) {
  static const json::ValueMap none;
  const json::Value* value = at(object, dotted);
  const json::ValueMap* map = value == nullptr ? nullptr : value->if_object();
  return map == nullptr ? none : *map;
}

const json::ValueList& list_at(const json::Value& object, std::string_view dotted) {
  static const json::ValueList none;
  const json::Value* value = at(object, dotted);
  const json::ValueList* list = value == nullptr ? nullptr : value->if_array();
  return list == nullptr ? none : *list;
}

json::ValueMap& make_map(json::Value& object, std::string_view name) {
  if (!object.is_object()) object = json::ValueMap{};
  json::Value& inner = object.get_object()[name];
  if (!inner.is_object()) inner = json::ValueMap{};
  return inner.get_object();
}

json::ValueMap& metadata_of(json::Value& object) { return make_map(object, "metadata"); }

bool is_deleting(const json::Value& object) {
  return !text_at(object, "metadata.deletionTimestamp").empty();
}

bool has_finalizer(const json::Value& object, std::string_view finalizer) {
  return std::ranges::any_of(list_at(object, "metadata.finalizers"), [&](const json::Value& item) {
    return item.is_string() && std::string_view(item.get_string()) == finalizer;
  });
}

std::size_t finalizer_count(const json::Value& object) {
  return list_at(object, "metadata.finalizers").size();
}

void add_finalizer(json::Value& object, std::string_view finalizer) {
  if (has_finalizer(object, finalizer)) return;
  json::Value& list = metadata_of(object)["finalizers"];
  if (!list.is_array()) list = json::ValueList{};
  list.get_array().emplace_back(finalizer);
}

void remove_finalizer(json::Value& object, std::string_view finalizer) {
  json::Value* list = metadata_of(object).if_contains("finalizers");
  if (list == nullptr || !list->is_array()) return;
  json::ValueList kept;
  for (const json::Value& item : list->get_array()) {
    if (!item.is_string() || std::string_view(item.get_string()) != finalizer) kept.push_back(item);
  }
  if (kept.empty()) {
    metadata_of(object).erase("finalizers");
  } else {
    *list = std::move(kept);
  }
}

}  // namespace telltale::server
