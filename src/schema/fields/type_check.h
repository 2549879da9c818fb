// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether an applied configuration has the shape of its schema. Applying has to know what every
// field is before it can say who owns it, so it refuses what a plain write would prune.

#include <cstddef>
#include <string>

#include "json/value.h"
#include "schema/fields/typed.h"

namespace telltale::schema {

inline constexpr std::size_t type_errors_max = 100;

// Empty when all is well; otherwise ".spec.bogus: field not declared in schema", and several on
// lines of their own, as the API says it.
std::string type_errors(const json::Value& config, const Typed& type);

}  // namespace telltale::schema
