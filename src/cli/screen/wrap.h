// SPDX-License-Identifier: Apache-2.0
#pragma once

// Breaking text into lines that fit, by the cells it takes on a screen.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace telltale::cli {

// Breaks at blanks; a word that is too long by itself is cut, at a hyphen or dot where it has one.
// Always at least one line. A width of zero is no limit.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

// A message of several lines as one: bullets are left out, " · " parts what stood on lines of their
// own, and control characters are made visible.
std::string one_line(std::string_view message);

}  // namespace telltale::cli
