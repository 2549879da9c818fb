// SPDX-License-Identifier: Apache-2.0
#pragma once

// Breaking text into lines that fit, by the cells it takes on a screen.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace telltale::cli {

// Breaks at blanks; a word that is too long by itself is cut, at a hyphen or dot where it has one.
// Always at least one line. A width of zero is no limit.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

// A line and the blanks before it.
struct IndentedLine {
  std::size_t indent = 0;
  std::string text = {};
};
// Whether something stands in the indentation of the first line.
enum class Lead : std::uint8_t { Empty, Taken };

// Lines that stand in. A word that is too long for that and fits the width stands in less instead
// of being cut; behind something that takes its place, the first line may stay empty for it.
std::vector<IndentedLine> wrap_indented(std::string_view text, std::size_t width,
                                        std::size_t indent, Lead lead = Lead::Empty);
// At most so many cells of a text, and a mark where words were left out.
std::string shortened(std::string_view text, std::size_t width);
// Of the words that fit the width, the longest one's cells.
std::size_t longest_word(std::string_view text, std::size_t width);

// A message of several lines as one: bullets are left out, " · " parts what stood on lines of their
// own, and control characters are made visible.
std::string one_line(std::string_view message);

}  // namespace telltale::cli
