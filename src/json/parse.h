// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text to a mutable Value, with the same rules as the tree reader: numbers beyond 64 bits become
// doubles, and of repeated members the last one counts.

#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "json/tree/tree.h"
#include "json/value.h"

namespace telltale::json {

struct ParseLimits {
  std::size_t depth = 100;
  std::size_t bytes = std::size_t{64} << 20;
};

// The error says where: "line 3, column 7: expected a value, found '}'".
[[nodiscard]] Result<Value> parse(std::string_view text, const ParseLimits& limits = {});

// A Missing tree becomes null.
Value to_value(const Tree& tree);

}  // namespace telltale::json
