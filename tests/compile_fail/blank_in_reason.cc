// SPDX-License-Identifier: Apache-2.0
// The API server would refuse this reason.

#include "table/snapshot_for_test.h"
#include "table/table.h"

namespace telltale::snapshot {

using enum Status;

constexpr Table<Seen, 1> table{"House", "Open", all_words, {{otherwise, True, "Wide Open", ""}}};

}  // namespace telltale::snapshot
