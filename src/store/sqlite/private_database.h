// SPDX-License-Identifier: Apache-2.0
#pragma once

// A database holds Secrets, and SQLite makes files that everybody may read. What it puts beside the
// database gets the rights that the database has.

#include <string>

#include "base/result.h"

namespace telltale::store {

// To be called before SQLite opens it: the file is there afterwards, mode 0600, and so is whatever
// lies beside it from before. Never opens what is there: closing it again would take SQLite's locks
// away from another connection of this process.
[[nodiscard]] Result<void> keep_private(const std::string& path);

}  // namespace telltale::store
