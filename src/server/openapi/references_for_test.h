// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an OpenAPI document refers to.

#include <set>
#include <string>

#include "json/value.h"

namespace telltale::server::openapi {

// Every "$ref" anywhere in the document.
inline void collect_references(const json::Value& value, std::set<std::string>& found) {
  if (const json::ValueList* list = value.if_array()) {
    for (const json::Value& item : *list) collect_references(item, found);
  }
  if (const json::ValueMap* map = value.if_object()) {
    for (const auto& [name, member] : *map) {
      if (name == "$ref") found.emplace(member.get_string());
      collect_references(member, found);
    }
  }
}

}  // namespace telltale::server::openapi
