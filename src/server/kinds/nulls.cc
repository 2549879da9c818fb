// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/nulls.h"

#include <string>
#include <vector>

namespace telltale::server {
namespace {

void drop_from(json::ValueMap& map) {
  std::vector<std::string> empty;
  for (auto& member : map) {
    if (member.value().is_null()) {
      empty.emplace_back(member.key());
    } else {
      drop_nulls(member.value());
    }
  }
  for (const std::string& name : empty) map.erase(name);
}

}  // namespace

void drop_nulls(json::Value& value) {
  if (json::ValueMap* map = value.if_object()) {
    drop_from(*map);
  } else if (json::ValueList* list = value.if_array()) {
    for (json::Value& item : *list) drop_nulls(item);
  }
}

}  // namespace telltale::server
