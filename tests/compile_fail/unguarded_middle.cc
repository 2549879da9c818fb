// SPDX-License-Identifier: Apache-2.0
// Rows below an unguarded one would never be asked.

#include "table/snapshot_for_test.h"
#include "table/table.h"

namespace telltale::snapshot {

using enum Status;

constexpr Table<Seen, 3> table{
    "House",
    "Open",
    all_words,
    {{locked, False, "Locked"}, {otherwise, True, "Open"}, {otherwise, True, "Open"}}};

}  // namespace telltale::snapshot
