// SPDX-License-Identifier: Apache-2.0
// A table whose last row is guarded does not answer every snapshot.

#include "table/snapshot_for_test.h"
#include "table/table.h"

namespace telltale::snapshot {

using enum Status;

constexpr Table<Seen, 2> table{
    "House", "Open", all_words, {{locked, False, "Locked"}, {!locked, True, "Open"}}};

}  // namespace telltale::snapshot
