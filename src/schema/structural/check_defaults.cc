// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "schema/shape.h"
#include "schema/structural/check_parts.h"
#include "schema/structural/structure.h"
#include "schema/validate/numbers.h"

namespace telltale::schema {
namespace {

void check_default(const Structure& structure, const std::string& path, FieldErrors& out) {
  const json::Value& given = *structure.default_value;
  json::Value pruned = given;
  prune(pruned, structure, Root::Value);
  if (!equal_values(pruned, given)) {
    add(out, invalid(path, shown(given), "must not have unknown fields"));
  }
  for (const FieldError& found : validate(given, structure, Root::Value)) {
    const bool at_the_root = found.field.empty() || found.field == "<nil>";
    FieldError field_error = found;
    field_error.field = at_the_root ? path : child(path, found.field);
    add(out, std::move(field_error));
  }
}

// Values of maps have no defaults of their own: nothing says which keys there would be.
void check_at(const Structure& structure, const std::string& path, FieldErrors& out) {
  if (structure.default_value) check_default(structure, child(path, "default"), out);
  if (structure.items != nullptr) check_at(*structure.items, child(path, "items"), out);
  for (const auto& [name, field] : structure.properties) {
    check_at(*field, property(path, name), out);
  }
}

}  // namespace

void check_defaults(const json::ValueMap& schema, const std::string& path, FieldErrors& out) {
  check_at(*compile(schema), path, out);
}

}  // namespace telltale::schema
