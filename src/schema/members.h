// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reading members of a JSON object that may hold anything: what is not there or not of the wanted
// kind is empty.

#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace telltale::schema {

inline const json::Value* member_of(const json::ValueMap& map, std::string_view name) {
  return map.if_contains(name);
}

inline const json::ValueMap* map_of(const json::ValueMap& map, std::string_view name) {
  const json::Value* value = map.if_contains(name);
  return value != nullptr ? value->if_object() : nullptr;
}

inline const json::ValueList* list_of(const json::ValueMap& map, std::string_view name) {
  const json::Value* value = map.if_contains(name);
  return value != nullptr ? value->if_array() : nullptr;
}

inline std::string text_of(const json::ValueMap& map, std::string_view name) {
  const json::Value* value = map.if_contains(name);
  const auto* text = value != nullptr ? value->if_string() : nullptr;
  return text != nullptr ? std::string(text->data(), text->size()) : std::string();
}

inline bool flag_of(const json::ValueMap& map, std::string_view name) {
  const json::Value* value = map.if_contains(name);
  return value != nullptr && value->is_bool() && value->get_bool();
}

// The strings of a list of strings.
inline std::vector<std::string> texts_of(const json::ValueMap& map, std::string_view name) {
  std::vector<std::string> texts;
  const json::ValueList* list = list_of(map, name);
  if (list == nullptr) return texts;
  for (const json::Value& item : *list) {
    if (const auto* text = item.if_string()) texts.emplace_back(text->data(), text->size());
  }
  return texts;
}

}  // namespace telltale::schema
