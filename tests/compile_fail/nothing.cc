// SPDX-License-Identifier: Apache-2.0
// A table that keeps every rule.

#include "table/snapshot_for_test.h"
#include "table/table.h"

namespace telltale::snapshot {

using enum Status;

constexpr Table<Seen, 2> table{
    "House",
    "Open",
    all_words,
    {{locked && cold && late && guests, False, "Locked", "Locked by {owner}"},
     {otherwise, True, "Open"}}};
static_assert(table.decide(calm).row->status == True);

}  // namespace telltale::snapshot
