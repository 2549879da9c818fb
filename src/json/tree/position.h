// SPDX-License-Identifier: Apache-2.0
#pragma once

// Turns a byte offset into what a person can look up: a line and a column, both counted from one.

#include <cstddef>
#include <string_view>

namespace telltale::json {

struct Position {
  std::size_t line = 1;
  std::size_t column = 1;  // in bytes

  bool operator==(const Position&) const = default;
};

// An offset behind the text counts as its end.
Position position_of(std::string_view text, std::size_t offset);

}  // namespace telltale::json
