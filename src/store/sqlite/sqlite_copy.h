// SPDX-License-Identifier: Apache-2.0
#pragma once

// Backups: a store's file made of what another store holds, looked at, and put in the place of one
// that is no longer wanted. A backup is an ordinary store file without history, complete in itself;
// only its owner may read it.

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "store/current_state.h"
#include "store/sealing/sealing.h"
#include "store/sqlite/sqlite_log.h"

namespace telltale::store {

// Makes a file, or nothing: what is not finished is gone with this object.
class SqliteCopy {
 public:
  // Conflict when something lies there already.
  [[nodiscard]] static Result<std::unique_ptr<SqliteCopy>> begin(const std::string& path);
  ~SqliteCopy();
  SqliteCopy(const SqliteCopy&) = delete;
  SqliteCopy& operator=(const SqliteCopy&) = delete;

  [[nodiscard]] Result<void> add(std::span<const Item> items);
  // The file is read once more, checked, durable and in its place when this succeeds. `revision` is
  // what the next write counts from.
  [[nodiscard]] Result<void> finish(Revision revision);

 private:
  SqliteCopy(std::string path, std::string draft, std::unique_ptr<SqliteLog> log);

  std::string path_;
  std::string draft_;
  std::unique_ptr<SqliteLog> log_;
  Revision newest_ = first_revision;
  std::size_t items_ = 0;
};

struct FileCheck {
  std::size_t objects = 0;
  std::int64_t rows = 0;
  Revision revision = 0;
  Revision compacted = 0;
  std::size_t sealed = 0;
  SqliteLog::Sizes sizes = {};
};

// Reads and checks everything and changes nothing: also, with a sealing, that sealed values open.
// NotFound when there is no such file, Conflict when another process has it.
[[nodiscard]] Result<FileCheck> check_sqlite_file(const std::string& path,
                                                  Sealing* sealing = nullptr);

// A backup of a file that no process uses. Conflict when one does, or when `to` is there already.
[[nodiscard]] Result<FileCheck> back_up_sqlite_file(const std::string& from, const std::string& to);

struct Restored {
  std::size_t objects = 0;
  Revision revision = 0;
  std::string kept = {};  // where what was there before lies now; empty: there was nothing
};

// Puts what the backup holds at `path`, as sealed as it is there. Nothing happens unless the backup
// is whole and, with a sealing, what is sealed in it opens; Conflict when
// another process has the file at `path`. Revisions go on behind all that were given out there, as
// far as can be told, so that clients that watched start anew instead of missing something.
[[nodiscard]] Result<Restored> restore_sqlite_file(const std::string& backup,
                                                   const std::string& path,
                                                   Sealing* sealing = nullptr);

}  // namespace telltale::store
