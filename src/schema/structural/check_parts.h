// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parts that `check_structural` is made of; for structure.h's own use. Each takes a schema as
// it was written, at a place ("spec.versions[0].schema.openAPIV3Schema.properties[spec]").

#include <cstddef>
#include <string>
#include <string_view>

#include "base/text.h"
#include "json/value.h"
#include "schema/path.h"
#include "schema/validate/field_error.h"

namespace telltale::schema {

inline std::string child(const std::string& path, std::string_view name) {
  return path_with(path, ".", name);
}
inline std::string key(const std::string& path, std::string_view name) {
  return path_with(path, "[", name, "]");
}
inline std::string property(const std::string& path, std::string_view name) {
  return path_with(path, ".properties[", name, "]");
}
inline std::string element(const std::string& path, std::size_t index) {
  return item_below(path, index);
}

// What stands under allOf, anyOf, oneOf and `not` restricts values; it has no structure of its own.
void check_logical_parts(const json::ValueMap& schema, const std::string& path, std::size_t depth,
                         FieldErrors& out);
// Every field that a logical part of the root speaks of is there outside of it. The API looks no
// deeper, so neither do we.
void check_complete(const json::ValueMap& schema, const std::string& path, FieldErrors& out);
// Defaults fulfil their own schema and survive pruning.
void check_defaults(const json::ValueMap& schema, const std::string& path, FieldErrors& out);
// What words may be used at all, and together.
void check_vocabulary(const json::ValueMap& schema, const std::string& path, FieldErrors& out);

}  // namespace telltale::schema
