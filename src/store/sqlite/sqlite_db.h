// SPDX-License-Identifier: Apache-2.0
#pragma once

// A SQLite file and its statements, with Results that name the file and the cause. Knows nothing of
// what is stored. Not safe to share between threads; it may be handed from one to another.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace telltale::store {

class SqliteDb;

// One row at a time: bind from 1 on, step until there is no row, columns from 0 on.
class SqliteStatement {
 public:
  void bind(int index, std::int64_t number);
  // The text must live until the next reset.
  void bind(int index, std::string_view text);
  // The same for bytes that are no text.
  void bind_bytes(int index, std::string_view bytes);
  void bind_null(int index);
  // True when there is a row.
  [[nodiscard]] Result<bool> step(std::string_view doing);
  void reset();

  std::int64_t number(int column) const;
  // Lives until the next step or reset.
  std::string_view text(int column) const;
  bool is_null(int column) const;

 private:
  friend class SqliteDb;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  SqliteStatement(const SqliteDb& db, sqlite3_stmt* statement) : db_(&db), statement_(statement) {}

  const SqliteDb* db_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class SqliteDb {
 public:
  // Opens for writing, with an exclusive lock from the first access on. An empty `vfs` is the
  // operating system's.
  [[nodiscard]] static Result<std::unique_ptr<SqliteDb>> open(const std::string& path,
                                                              const std::string& vfs);

  // `doing` completes "cannot ...".
  [[nodiscard]] Result<void> run(const char* sql, std::string_view doing);
  [[nodiscard]] Result<std::int64_t> number(const char* sql, std::string_view doing);
  [[nodiscard]] Result<std::string> text(const char* sql, std::string_view doing);
  [[nodiscard]] Result<SqliteStatement> prepare(const char* sql, std::string_view doing);

  // Until this is called, closing leaves the log beside the file as it was: a person who comes to
  // rescue what is left finds everything untouched.
  void tidy_up_on_close();

  bool in_transaction() const;
  // Pages in the write-ahead log after the last commit that are not in the file yet.
  int log_pages() const { return log_pages_; }
  // Moves the log into the file, and the next commit begins it anew; what is in it stays durable
  // meanwhile. Nothing else ever does so while the file is open.
  [[nodiscard]] Result<void> checkpoint();
  // The same, and leaves an empty log.
  [[nodiscard]] Result<void> empty_log();
  // As they are on disk; 0 for a log that is not there.
  std::int64_t file_bytes() const;
  std::int64_t log_bytes() const;

  // The last error in one sentence; a Conflict when another process has the file.
  Error error_while(std::string_view doing) const;

 private:
  struct Close {
    void operator()(sqlite3* db) const;
  };
  SqliteDb(std::string path, sqlite3* db) : path_(std::move(path)), db_(db) {}

  [[nodiscard]] Result<void> settle_in();

  std::string path_;
  std::unique_ptr<sqlite3, Close> db_;
  int log_pages_ = 0;
};

}  // namespace telltale::store
