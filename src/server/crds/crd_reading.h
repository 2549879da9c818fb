// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parts of a CustomResourceDefinition, which may not be there or not be what they should be.

#include <cstddef>
#include <string>
#include <vector>

#include "json/value.h"
#include "schema/members.h"

namespace telltale::server {

// Reading a member of what is no object gives one that is empty.
inline const json::ValueMap& map_at(const json::ValueMap& map, std::string_view name,
                                    const json::ValueMap& otherwise) {
  const json::ValueMap* found = schema::map_of(map, name);
  return found != nullptr ? *found : otherwise;
}

// One version as it was written; an empty map where it is none.
inline std::vector<json::ValueMap> versions_of(const json::ValueMap& spec) {
  std::vector<json::ValueMap> versions;
  const json::ValueList* list = schema::list_of(spec, "versions");
  if (list == nullptr) return versions;
  for (const json::Value& item : *list) {
    versions.push_back(item.is_object() ? item.get_object() : json::ValueMap());
  }
  return versions;
}

// The object's own parts; copies of nothing, valid as long as the object and this.
struct CrdParts {
  explicit CrdParts(const json::Value& crd)
      : root(crd.is_object() ? crd.get_object() : empty),
        metadata(map_at(root, "metadata", empty)),
        spec(map_at(root, "spec", empty)),
        names(map_at(spec, "names", empty)),
        status(map_at(root, "status", empty)) {}
  CrdParts(const CrdParts&) = delete;
  CrdParts& operator=(const CrdParts&) = delete;

  const json::ValueMap empty = {};
  const json::ValueMap& root;
  const json::ValueMap& metadata;
  const json::ValueMap& spec;
  const json::ValueMap& names;
  const json::ValueMap& status;
};

}  // namespace telltale::server
