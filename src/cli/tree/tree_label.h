// SPDX-License-Identifier: Apache-2.0
#pragma once

// What stands in the first column of a tree: a kind, one name or several, a version; as much of it
// as there is room for.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/tree/tree_rows.h"

namespace telltale::cli {

// Stands where something was left out.
inline constexpr std::string_view ellipsis = "…";

enum class Kinds : std::uint8_t { Whole, Short };

// All of it; of a group the first names.
std::string whole_label(const TreeRow& row, Kinds kinds);
// What a row needs, its stem included, so that nobody misses anything; of a group one name will do.
std::size_t wanted_width(const TreeRow& row, Kinds kinds);
// What fits into so many cells. The version goes first, then names lose their middle.
std::string fitted_label(const TreeRow& row, Kinds kinds, std::size_t room);

// At most `width` cells, with an ellipsis in the middle where something was left out. Marks stay
// with the character they belong to.
std::string without_middle(std::string_view text, std::size_t width);

// Both, with a blank between them where neither is empty.
std::string spaced(std::string_view left, std::string_view right);
// The cells of a text and of the blank next to it; none for nothing.
std::size_t with_blank(std::string_view text);

}  // namespace telltale::cli
