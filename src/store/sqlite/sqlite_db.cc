// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/sqlite_db.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include <sqlite3.h>

#include "base/text.h"

namespace telltale::store {
namespace {

// What to say for the errors people meet; SQLite's own words for the rest.
std::string cause_of(sqlite3* db) {
  switch (sqlite3_errcode(db) & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another process has it open";
    case SQLITE_NOTADB:
      return "it is not an SQLite database";
    case SQLITE_CORRUPT:
      return format("it is damaged ({})", sqlite3_errmsg(db));
    case SQLITE_READONLY:
      return "it or its folder is read-only";
    case SQLITE_FULL:
      return "the disk is full";
    default:
      break;
  }
  const int number = sqlite3_system_errno(db);
  if (number == 0) return sqlite3_errmsg(db);
  return format("{} ({})", sqlite3_errmsg(db), std::generic_category().message(number));
}

// What SQLite would refuse, too, but not in words that help.
Result<void> look_at(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return fail(Error::Kind::Internal, format("{}: is a folder, not a file", path));
  }
  const auto folder = std::filesystem::absolute(path, ignored).parent_path();
  if (std::filesystem::is_directory(folder, ignored) &&
      faccessat(AT_FDCWD, folder.c_str(), W_OK, AT_EACCESS) != 0) {
    return fail(Error::Kind::Internal, format("{}: cannot open: its folder is read-only", path));
  }
  return {};
}

// `which` asks SQLite for the file itself or for its log.
std::int64_t bytes_of_file(sqlite3* db, int which) {
  sqlite3_file* file = nullptr;
  sqlite3_int64 bytes = 0;
  if (sqlite3_file_control(db, "main", which, &file) != SQLITE_OK) return 0;
  if (file == nullptr || file->pMethods == nullptr) return 0;
  return file->pMethods->xFileSize(file, &bytes) == SQLITE_OK ? bytes : 0;
}

}  // namespace

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void SqliteStatement::bind(int index, std::int64_t number) {
  sqlite3_bind_int64(statement_.get(), index, number);
}

void SqliteStatement::bind(int index, std::string_view text) {
  // A null pointer would bind NULL, and an empty view may hold one.
  sqlite3_bind_text64(statement_.get(), index, text.empty() ? "" : text.data(), text.size(),
                      SQLITE_STATIC, SQLITE_UTF8);
}

void SqliteStatement::bind_bytes(int index, std::string_view bytes) {
  sqlite3_bind_blob64(statement_.get(), index, bytes.empty() ? "" : bytes.data(), bytes.size(),
                      SQLITE_STATIC);
}

void SqliteStatement::bind_null(int index) { sqlite3_bind_null(statement_.get(), index); }

Result<bool> SqliteStatement::step(std::string_view doing) {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  auto error = db_->error_while(doing);
  reset();
  return fail(std::move(error));
}

void SqliteStatement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

std::int64_t SqliteStatement::number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string_view SqliteStatement::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  if (bytes == nullptr || size <= 0) return {};
  return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

bool SqliteStatement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

void SqliteDb::Close::operator()(sqlite3* db) const { sqlite3_close_v2(db); }

Result<std::unique_ptr<SqliteDb>> SqliteDb::open(const std::string& path, const std::string& vfs) {
  if (auto fits = vfs.empty() ? look_at(path) : Result<void>{}; !fits) return fail(fits.error());
  sqlite3* raw = nullptr;
  const int flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int code = sqlite3_open_v2(path.c_str(), &raw, flags, vfs.empty() ? nullptr : vfs.c_str());
  if (raw == nullptr) return fail(Error::Kind::Internal, format("{}: not enough memory", path));
  std::unique_ptr<SqliteDb> db(new SqliteDb(path, raw));
  if (code != SQLITE_OK) return fail(db->error_while("open"));
  if (sqlite3_db_readonly(raw, "main") == 1) {
    return fail(Error::Kind::Internal, format("{}: cannot open: it is read-only", path));
  }
  if (auto settled = db->settle_in(); !settled) return fail(settled.error());
  return db;
}

// A file from elsewhere may carry triggers and functions; none of them shall run. SQLite's own way
// to checkpoint is a hook, too, and there is only one: setting it, even to never, takes ours away,
// so it goes first and for good.
Result<void> SqliteDb::settle_in() {
  sqlite3_wal_autocheckpoint(db_.get(), 0);
  sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_wal_hook(
      db_.get(),
      [](void* self, sqlite3*, const char*, int pages) {
        static_cast<SqliteDb*>(self)->log_pages_ = pages;
        return SQLITE_OK;
      },
      this);
  return run("PRAGMA locking_mode=EXCLUSIVE; PRAGMA cell_size_check=ON;", "open");
}

Result<void> SqliteDb::run(const char* sql, std::string_view doing) {
  if (sqlite3_exec(db_.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return fail(error_while(doing));
}

Result<std::int64_t> SqliteDb::number(const char* sql, std::string_view doing) {
  auto statement = prepare(sql, doing);
  if (!statement) return fail(statement.error());
  auto row = statement->step(doing);
  if (!row) return fail(row.error());
  return *row ? statement->number(0) : 0;
}

Result<std::string> SqliteDb::text(const char* sql, std::string_view doing) {
  auto statement = prepare(sql, doing);
  if (!statement) return fail(statement.error());
  auto row = statement->step(doing);
  if (!row) return fail(row.error());
  return *row ? std::string(statement->text(0)) : std::string();
}

Result<SqliteStatement> SqliteDb::prepare(const char* sql, std::string_view doing) {
  sqlite3_stmt* raw = nullptr;
  const int code = sqlite3_prepare_v3(db_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
  if (code != SQLITE_OK) return fail(error_while(doing));
  return SqliteStatement(*this, raw);
}

bool SqliteDb::in_transaction() const { return sqlite3_get_autocommit(db_.get()) == 0; }

void SqliteDb::tidy_up_on_close() {
  sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
}

Result<void> SqliteDb::empty_log() {
  const int code =
      sqlite3_wal_checkpoint_v2(db_.get(), "main", SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  if (code != SQLITE_OK) return fail(error_while("move the log into the file"));
  log_pages_ = 0;
  return {};
}

Result<void> SqliteDb::checkpoint() {
  const int code =
      sqlite3_wal_checkpoint_v2(db_.get(), "main", SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  if (code != SQLITE_OK) return fail(error_while("move the log into the file"));
  log_pages_ = 0;
  return {};
}

std::int64_t SqliteDb::file_bytes() const {
  return bytes_of_file(db_.get(), SQLITE_FCNTL_FILE_POINTER);
}

std::int64_t SqliteDb::log_bytes() const {
  return bytes_of_file(db_.get(), SQLITE_FCNTL_JOURNAL_POINTER);
}

Error SqliteDb::error_while(std::string_view doing) const {
  const int code = sqlite3_errcode(db_.get()) & 0xff;
  const bool taken = code == SQLITE_BUSY || code == SQLITE_LOCKED;
  return {taken ? Error::Kind::Conflict : Error::Kind::Internal,
          format("{}: cannot {}: {}", path_, doing, cause_of(db_.get()))};
}

}  // namespace telltale::store
