// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows of a log, one after the other, become what is true, what is remembered and what may be
// removed. Used once, by the thread that opens the file.

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/hash.h"
#include "store/sqlite/row_sum.h"
#include "store/sqlite/sqlite_log.h"

namespace telltale::store {

class SqliteReplay {
 public:
  explicit SqliteReplay(Revision compacted) : compacted_(compacted) {}

  // False for a row out of order.
  bool take(const LogRow& row);
  SqliteLog::Loaded finish() &&;

 private:
  struct Newest {
    Bytes value;
    Revision revision = 0;
  };

  Revision compacted_;
  Revision last_ = 0;
  absl::flat_hash_map<std::string, Newest, TextHash, std::equal_to<>> newest_;
  std::vector<Change> history_;
  std::deque<DeadRow> dead_;
};

}  // namespace telltale::store
