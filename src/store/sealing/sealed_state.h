// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was read of a store becomes what it means: sealed values are opened and tell their revision.

#include <vector>

#include "base/result.h"
#include "store/sealing/sealing.h"
#include "store/sqlite/sqlite_log.h"

namespace telltale::store {

// Fails, and nothing is opened, when the keys are not those of the store.
[[nodiscard]] Result<void> open_state(Sealing& sealing, SqliteLog::Loaded& loaded);
[[nodiscard]] Result<void> open_state(Sealing& sealing, std::vector<Item>& items);

}  // namespace telltale::store
