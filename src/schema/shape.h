// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bringing an object into the shape of its schema: unknown fields out, defaults in, and the rest
// judged. Pure functions of object and schema.
//
// An object's apiVersion, kind and metadata belong to no schema: these functions leave the root's
// alone (the server treats metadata itself), and treat those of embedded resources as the API does.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "json/value.h"
#include "schema/structural/structure.h"
#include "schema/validate/field_error.h"

namespace telltale::schema {

enum class Root : std::uint8_t {
  Resource,  // apiVersion, kind and metadata at the top are known without a schema
  Value,
};

inline constexpr std::size_t unknown_fields_max = 100;

// Removes what the schema does not know. Returns the paths of what was removed, "spec.bogus" and
// "spec.items[0].bogus", sorted.
std::vector<std::string> prune(json::Value& object, const Structure& structure, Root root);

// Fills in defaults where the parent is there. A field that is null where null is not allowed
// becomes its default, or is taken away when it has none; nulls in lists stay (validation refuses
// them).
void fill_defaults(json::Value& object, const Structure& structure);

// Everything wrong: what the schema says, in its order (properties by name, then what is missing),
// then repeated items of sets and maps, then embedded resources; at most `field_errors_max`.
// Messages as the API gives them: "spec.size: Invalid value: 101: spec.size in body should be less
// than or equal to 100".
enum class Repeats : std::uint8_t { Refused, Allowed };  // in sets, and of the keys of maps
FieldErrors validate(const json::Value& object, const Structure& structure, Root root,
                     Repeats repeats = Repeats::Refused);

}  // namespace telltale::schema
