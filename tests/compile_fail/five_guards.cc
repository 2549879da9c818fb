// SPDX-License-Identifier: Apache-2.0
// A row with five guards is two rows, or wants a guard of its own.

#include "table/snapshot_for_test.h"
#include "table/table.h"

namespace telltale::snapshot {

using enum Act;
using enum Status;

constexpr When<Seen> five = locked && ringing && cold && late && guests;

}  // namespace telltale::snapshot
