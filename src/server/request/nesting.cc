// SPDX-License-Identifier: Apache-2.0
#include "server/request/nesting.h"

#include <algorithm>

#include "base/text.h"

namespace telltale::server {
namespace {

// The parser has limited how deep this can go.
std::size_t depth_of(const json::Value& value) {
  std::size_t inner = 0;
  if (const json::ValueMap* map = value.if_object()) {
    for (const auto& member : *map) inner = std::max(inner, depth_of(member.value()));
    return inner + 1;
  }
  if (const json::ValueList* list = value.if_array()) {
    for (const json::Value& item : *list) inner = std::max(inner, depth_of(item));
    return inner + 1;
  }
  return 0;
}

std::size_t depth_of_metadata(const json::Value& metadata) {
  const json::ValueMap* map = metadata.if_object();
  if (map == nullptr) return depth_of(metadata);
  std::size_t inner = 0;
  for (const auto& member : *map) {
    if (member.key() != "managedFields") inner = std::max(inner, depth_of(member.value()));
  }
  return inner + 1;
}

}  // namespace

std::size_t nesting_of(const json::Value& object) {
  const json::ValueMap* map = object.if_object();
  if (map == nullptr) return depth_of(object);
  std::size_t inner = 0;
  for (const auto& member : *map) {
    inner = std::max(inner, member.key() == "metadata" ? depth_of_metadata(member.value())
                                                       : depth_of(member.value()));
  }
  return inner + 1;
}

void check_nesting(const json::Value& object, const json::Value* old, schema::FieldErrors& out) {
  const std::size_t depth = nesting_of(object);
  if (depth <= request_depth_max || (old != nullptr && depth <= nesting_of(*old))) return;
  out.push_back(schema::forbidden(
      "<nil>", format("must not be nested deeper than {} levels", request_depth_max)));
}

}  // namespace telltale::server
