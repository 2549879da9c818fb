// SPDX-License-Identifier: Apache-2.0
// Nobody can fill in this word.

#include "table/snapshot_for_test.h"
#include "table/table.h"

namespace telltale::snapshot {

using enum Status;

constexpr Table<Seen, 1> table{
    "House", "Open", all_words, {{otherwise, True, "Open", "Opened by {ownr}"}}};

}  // namespace telltale::snapshot
