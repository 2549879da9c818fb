// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sets the rows of a tree on a screen of any width. Messages stand beside their row, or below it
// where there is no room, with the lines of the tree carried on. Names give way before numbers do:
// first kinds become short, then names lose their middle. In a pipe every row is one line.

#include <span>

#include "cli/flag_groups/reading_flags.h"
#include "cli/screen/streams.h"
#include "cli/tree/tree_rows.h"

namespace telltale::cli {

void show_tree(std::span<const TreeRow> rows, Headers headers, const Streams& streams);

}  // namespace telltale::cli
