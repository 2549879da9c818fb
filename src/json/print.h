// SPDX-License-Identifier: Apache-2.0
#pragma once

// A mutable Value to text, always the same text for the same value: members in ascending order of
// their names, doubles as short as they can be told apart and never mistaken for integers.

#include <cstddef>
#include <string>

#include "json/value.h"

namespace telltale::json {

// Without any space, for hashing, comparing and storing.
std::string print(const Value& value);
// Two spaces a level and no final line break, for people. `depth`: of the place where it will
// stand.
std::string print_pretty(const Value& value, std::size_t depth = 0);

}  // namespace telltale::json
