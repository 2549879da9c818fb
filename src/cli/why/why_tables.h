// SPDX-License-Identifier: Apache-2.0
#pragma once

// The tables of `why`: every row asked, what a merged condition was made from, all conditions. And
// how the row that decided is said in one sentence.

#include <span>
#include <string>
#include <string_view>

#include "cli/screen/streams.h"
#include "cli/why/why_screen.h"

namespace telltale::cli {

// "row 12 of 15: it has no Node and ... (for 26h, patience 20m)"; nothing where nobody asked.
std::string verdict_row_text(const VerdictExplanation& verdict);
// The same of a condition; nothing of a table that asks nothing, since its parts say all. Long
// evidence is cut, since all rows show it whole.
std::string condition_row_text(const Explanation& explanation);

// All rows that were asked, those that were answered no among them.
void show_verdict_rows(const VerdictExplanation& verdict, const Streams& streams);
void show_rows(const Explanation& explanation, const Streams& streams);
// The parts that are not good, and the names of the others; with all rows each on a line.
void show_parts(const WhyScreen& screen, const Explanation& explanation, const Streams& streams);
// The same of all conditions. What the screen has said already is not said again.
void show_overview(const WhyScreen& screen, std::span<const Explanation> all,
                   const Streams& streams);
// The names of those that are not good, and how many are: for screens with few lines.
void show_names(const WhyScreen& screen, std::span<const Explanation> all, const Streams& streams);

// A label at the left edge, its text wrapped under itself; nothing for empty text.
void show_labelled(std::string_view label, std::string_view text, const Streams& streams,
                   Paint paint = Paint::None);

}  // namespace telltale::cli
