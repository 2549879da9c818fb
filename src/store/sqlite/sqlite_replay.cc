// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/sqlite_replay.h"

#include <memory>
#include <utility>

namespace telltale::store {

bool SqliteReplay::take(const LogRow& row) {
  if (row.revision <= last_) return false;
  last_ = row.revision;
  Change change{.revision = row.revision, .key = std::string(row.key), .value = {}, .before = {}};
  if (!row.deleted) change.value = std::make_shared<const std::string>(row.value);
  if (const auto known = newest_.find(row.key); known != newest_.end()) {
    change.before = known->second.value;
    change.before_revision = known->second.revision;
  }
  add_dead_rows(change, dead_);
  if (row.deleted) {
    newest_.erase(row.key);
  } else {
    newest_.insert_or_assign(change.key, Newest{change.value, row.revision});
  }
  if (row.revision > compacted_) history_.push_back(std::move(change));
  return true;
}

SqliteLog::Loaded SqliteReplay::finish() && {
  SqliteLog::Loaded loaded;
  loaded.items.reserve(newest_.size());
  for (auto& [key, newest] : newest_) {
    loaded.items.push_back({key, std::move(newest.value), newest.revision});
  }
  loaded.history = std::move(history_);
  loaded.dead = std::move(dead_);
  return loaded;
}

}  // namespace telltale::store
