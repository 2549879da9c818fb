// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parts that `validate` is made of; for shape.h's own use.

#include <string>

#include "json/value.h"
#include "schema/path.h"
#include "schema/shape.h"
#include "schema/structural/structure.h"
#include "schema/validate/field_error.h"

namespace telltale::schema {

// One value against one schema, without what lies below it: its place is `path` ("spec.size"), or
// empty for the root.
struct Judged {
  const json::Value& value;
  const Structure& structure;
  const std::string& path;
};

// The field an error names: the root has no name.
inline std::string field_name(const std::string& path) {
  return path.empty() ? std::string("<nil>") : path;
}

void check_type(const Judged& judged, FieldErrors& out);
void check_choices(const Judged& judged, FieldErrors& out);
// Strings and numbers; others are left alone.
void check_text(const Judged& judged, FieldErrors& out);
void check_number(const Judged& judged, FieldErrors& out);

// Items of sets and maps, and everything below, must not repeat.
void check_unique(const json::Value& value, const Structure& structure, const std::string& path,
                  FieldErrors& out);
// Embedded resources say what they are.
void check_embedded(const json::Value& value, const Structure& structure, const std::string& path,
                    Root root, FieldErrors& out);

}  // namespace telltale::schema
