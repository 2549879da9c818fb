// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every store asks of a write before it takes it, and the words it refuses with.

#include <optional>
#include <string_view>

#include "base/result.h"
#include "store/store.h"

namespace telltale::store {

// Whether the write could succeed at all, whatever is stored.
[[nodiscard]] Result<void> admit(const Write& write);
// Compares with the revision the key is at; 0: it is not there.
[[nodiscard]] Result<void> compare(const Write& write, Revision found);
// A revision to compact to must have been reached.
[[nodiscard]] Result<void> compactable(const CurrentState& present, Revision revision);
Error conflict(std::string_view key);
// The change a write makes, its value stamped.
Change change_of(Write write, Revision revision);

}  // namespace telltale::store
