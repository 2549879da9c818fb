// SPDX-License-Identifier: Apache-2.0
// A row that merges other conditions must say which reasons may come of it.

#include "table/snapshot_for_test.h"
#include "table/table.h"

namespace telltale::snapshot {

using enum Act;
using enum Status;

constexpr auto table =
    table_of<Seen>("House", "Open", all_words, {{otherwise, Merge, "all doors"}});

}  // namespace telltale::snapshot
