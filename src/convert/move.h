// SPDX-License-Identifier: Apache-2.0
#pragma once

// Moves the fields of one object from the places of one version to those of the other, by the
// tables in fields.h. Metadata and the conversion annotations are not its business.

#include <string>
#include <vector>

#include "convert/fields.h"
#include "json/value.h"

namespace telltale::convert {

using Warnings = std::vector<std::string>;

// `object` is a map. What cannot be moved stays, with a warning.
void move_up(json::Value& object, const KindFields& kind, DialectName dialect, Warnings& warnings);
void move_down(json::Value& object, const KindFields& kind, DialectName dialect,
               Warnings& warnings);

// Whether two spoke objects say the same, metadata aside: however durations and references are
// spelled, and whether zeroes are said or not.
bool say_the_same(const json::Value& left, const json::Value& right, const KindFields& kind,
                  DialectName dialect);

}  // namespace telltale::convert
