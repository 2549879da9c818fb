// SPDX-License-Identifier: Apache-2.0
#pragma once

// A row of the log as it is read, and its checksum: SQLite notices a page that is no page, but not
// a letter that changed inside a value. Part of the file format.

#include <cstdint>
#include <string_view>

#include "store/sealing/stamp.h"

namespace telltale::store {

struct LogRow {
  Revision revision = 0;
  std::string_view key;
  std::string_view value;
  bool deleted = false;
};

std::uint64_t row_sum(const LogRow& row);

}  // namespace telltale::store
