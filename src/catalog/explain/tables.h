// SPDX-License-Identifier: Apache-2.0
#pragma once

// The list of all transition tables: for printing, for tests that go over every one, and for
// whoever asks whether a condition is decided here at all.

#include <string_view>
#include <vector>

#include "table/page.h"

namespace telltale {

// Of all conditions, then of all verdicts.
std::vector<TablePage> all_tables();

// Whether a table decides this condition, in the proposal's words, of this kind. Two groups have a
// kind NodePool.
bool has_table(std::string_view group, std::string_view kind, std::string_view condition);

}  // namespace telltale
