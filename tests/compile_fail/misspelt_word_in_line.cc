// SPDX-License-Identifier: Apache-2.0
// Nobody can fill in this word of a collected line.

#include "table/lines.h"
#include "table/snapshot_for_test.h"

namespace telltale::snapshot {

using enum Act;
using enum Status;

constexpr Lines<Seen, 1> lines{all_words, {{locked, "Locked by {ownr}"}}};

}  // namespace telltale::snapshot
