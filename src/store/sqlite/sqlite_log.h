// SPDX-License-Identifier: Apache-2.0
#pragma once

// The log on disk: one row for every change that is still remembered or still true, and one row
// about the whole. Values are never rewritten; rows are added and, when no reader can ask for them
// any more, removed. The file is read once, when it is opened.
//
//   log(revision, key, sum, value)        value NULL: deleted, a blob: sealed; sum: checks the row
//   meta(revision, compacted, rows, sum,  the counter that never goes back; what must be in the
//   log;
//        batches)                         and how often it was written to
//   objects                               a view for people: the newest value of every key
//
// Not safe to share between threads; it may be handed from one to another.

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/current_state.h"
#include "store/sqlite/row_sum.h"
#include "store/sqlite/sqlite_db.h"

namespace telltale::store {

// A row that may go once the change `due` is compacted. They are removed in the order in which they
// are made: a value before what replaced it, or it would come back.
struct DeadRow {
  Revision due = 0;
  Revision row = 0;
  std::size_t bytes = 0;  // of its value: removing overwrites them, which is written, too
};

// What a change makes superfluous: the row it replaces, and itself if it only says "deleted".
void add_dead_rows(const Change& change, std::deque<DeadRow>& dead);

class SqliteLog {
 public:
  struct Loaded {
    std::vector<Item> items;
    std::vector<Change> history;
    Revision revision = 0;
    Revision compacted = 0;
    std::deque<DeadRow> dead;
  };
  struct Batch {
    std::span<const Change> changes = {};
    std::span<const DeadRow> removed = {};
    Revision revision = 0;
    Revision compacted = 0;
  };

  // Where the file lies and how far SQLite's own log grows; a test names a disk that fails.
  struct Place {
    std::string path;
    std::string vfs = {};
    enum class Purpose : std::uint8_t { Use, Look } purpose = Purpose::Use;
    int log_pages_max = 4000;  // about 16 MB; a batch begins below it and may end above it
  };

  struct Sizes {
    std::int64_t file_bytes = 0;
    std::int64_t log_bytes = 0;
    std::int64_t unused_bytes = 0;  // of the file
  };
  // A good part of the file being unused is worth the work, or every page is.
  enum class Surplus : std::uint8_t { GoodPart, All };

  // Creates the file, unless it is only to be looked at: then not a byte of it or of its log
  // changes. Refuses one of another program or of a newer version.
  [[nodiscard]] static Result<std::unique_ptr<SqliteLog>> open(const Place& place);
  // Reads everything and checks that it is all there. Once, before the first append.
  [[nodiscard]] Result<Loaded> load();

  // Asks SQLite itself, too, whether every page is what and where it should be. Takes its time.
  [[nodiscard]] Result<void> examine();

  // Reads all rows once more and compares them with what was written, some at a time: begin, then
  // step until there is no more. Batches may come in between. `look` may find fault with a row that
  // is as it was written.
  using LookAtRow = std::function<Result<void>(const LogRow&)>;
  void begin_scan(LookAtRow look = {});
  // False at the end.
  [[nodiscard]] Result<bool> scan_some();
  std::int64_t rows() const { return totals_.rows; }

  // Durable when it succeeds. When it fails nothing of it is written; if the disk leaves that open,
  // the error says so and nothing more is taken until it has been found out. Refused, too, when
  // SQLite's own log has grown far beyond its limit and cannot be moved into the file.
  [[nodiscard]] Result<void> append(const Batch& batch);
  // Whether SQLite's own log has grown so that it is to be moved into the file.
  bool is_checkpoint_due() const { return db_->log_pages() >= place_.log_pages_max; }
  [[nodiscard]] Result<void> checkpoint() { return db_->checkpoint(); }
  // The same, and leaves nothing of SQLite's own log.
  [[nodiscard]] Result<void> empty_log() { return db_->empty_log(); }
  // Takes some unused pages off the end of the file; the next checkpoint gives them back to the
  // disk. False when there is nothing more to take.
  [[nodiscard]] Result<bool> shrink(Surplus surplus);
  // Writes the whole file anew and empties SQLite's own log, so that nothing is left of what was
  // removed or replaced. Takes as much room again for a while.
  [[nodiscard]] Result<void> scrub();
  [[nodiscard]] Result<Sizes> sizes();

 private:
  struct Totals {
    Revision revision = 0;
    Revision compacted = 0;
    std::int64_t rows = 0;
    std::uint64_t sum = 0;  // of the sums of all rows
    // Makes every batch change something: SQLite does not write what stays the same, and a disk
    // that is not written to cannot show that it works.
    std::int64_t batches = 0;
    // What a scan under way has found up to a revision, less what was removed behind its back.
    Revision scanned = 0;
    std::int64_t scanned_rows = 0;
    std::uint64_t scanned_sum = 0;
  };

  SqliteLog(const Place& place, std::unique_ptr<SqliteDb> db) : place_(place), db_(std::move(db)) {}

  [[nodiscard]] Result<void> identify();
  [[nodiscard]] Result<void> create();
  [[nodiscard]] Result<void> tune();
  [[nodiscard]] Result<void> prepare();
  [[nodiscard]] Result<void> bound_log();
  [[nodiscard]] Result<Totals> read_totals();
  [[nodiscard]] Result<void> verify(const Totals& found) const;
  [[nodiscard]] Result<void> write(const Batch& batch, Totals& totals);
  [[nodiscard]] Result<void> insert(const Change& change, Totals& totals);
  [[nodiscard]] Result<void> remove(const DeadRow& dead, Totals& totals);
  [[nodiscard]] Result<void> write_totals(const Totals& totals);
  [[nodiscard]] Result<void> roll_back();
  [[nodiscard]] Result<void> commit_totals(const Totals& totals);
  [[nodiscard]] Result<bool> settle();
  Error damaged(std::string_view how) const;

  Place place_;
  std::unique_ptr<SqliteDb> db_;
  std::optional<SqliteStatement> insert_;
  std::optional<SqliteStatement> remove_;
  std::optional<SqliteStatement> update_;
  LookAtRow look_;
  Totals totals_;
  Totals attempted_;        // by the last COMMIT
  bool unsettled_ = false;  // whether that was made is open
  bool refused_wrongly_ = false;
};

}  // namespace telltale::store
