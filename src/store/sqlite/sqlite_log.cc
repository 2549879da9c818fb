// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/sqlite_log.h"

#include <utility>

#include "base/text.h"
#include "store/sealing/sealing.h"
#include "store/sqlite/row_sum.h"
#include "store/sqlite/sqlite_replay.h"

namespace telltale::store {
namespace {

constexpr std::int64_t our_application_id = 0x74656c6c;
constexpr std::int64_t our_version = 1;
constexpr std::int64_t page_bytes = 4096;  // SQLite's default, and what our files are made with
constexpr std::int64_t unused_pages_min = 1024;
constexpr std::int64_t pages_per_shrinking = 1024;
// What one step of a scan reads: some milliseconds of the writer's time.
constexpr std::size_t scanned_bytes_max = std::size_t{1} << 20;
constexpr std::size_t row_overhead_bytes = 64;
// How many times its limit SQLite's log may become while it cannot be moved into the file.
constexpr int log_overgrown = 8;

// GROUP BY with max() takes the other columns from the row that has the maximum.
constexpr const char* schema = R"sql(
PRAGMA application_id=1952803948;
PRAGMA user_version=1;
CREATE TABLE log(revision INTEGER PRIMARY KEY, key TEXT NOT NULL, sum INTEGER NOT NULL, value TEXT);
CREATE TABLE meta(id INTEGER PRIMARY KEY CHECK(id = 1), revision INTEGER NOT NULL,
                  compacted INTEGER NOT NULL, rows INTEGER NOT NULL, sum INTEGER NOT NULL,
                  batches INTEGER NOT NULL);
INSERT INTO meta VALUES(1, 1, 0, 0, 0, 0);
CREATE VIEW objects AS
  SELECT key, max(revision) AS revision, value FROM log GROUP BY key HAVING value IS NOT NULL;
)sql";
static_assert(our_application_id == 1952803948 && our_version == 1 && first_revision == 1,
              "the schema says the same");

std::int64_t as_signed(std::uint64_t sum) { return static_cast<std::int64_t>(sum); }
std::uint64_t as_unsigned(std::int64_t sum) { return static_cast<std::uint64_t>(sum); }

}  // namespace

void add_dead_rows(const Change& change, std::deque<DeadRow>& dead) {
  if (change.before_revision != 0) {
    const auto bytes = change.before ? change.before->size() : 0;
    dead.push_back({change.revision, change.before_revision, bytes});
  }
  if (!change.value) dead.push_back({change.revision, change.revision, 0});
}

Result<std::unique_ptr<SqliteLog>> SqliteLog::open(const Place& place) {
  auto db = SqliteDb::open(place.path, place.vfs);
  if (!db) return fail(db.error());
  std::unique_ptr<SqliteLog> log(new SqliteLog(place, *std::move(db)));
  if (auto ours = log->identify(); !ours) return fail(ours.error());
  return log;
}

// The first question takes the lock, and nothing is written to a file that is not ours.
Result<void> SqliteLog::identify() {
  const auto tables = db_->number("SELECT count(*) FROM sqlite_schema", "open");
  if (!tables) return fail(tables.error());
  const auto program = db_->number("PRAGMA application_id", "open");
  if (!program) return fail(program.error());
  const auto version = db_->number("PRAGMA user_version", "open");
  if (!version) return fail(version.error());
  const bool fresh = *tables == 0 && *program == 0 && *version == 0;
  if (!fresh && *program != our_application_id) {
    return fail(Error::Kind::Invalid, format("{}: is a database of another program", place_.path));
  }
  if (!fresh && *version < 1) return fail(damaged("its version is missing, and so it is"));
  if (*version > our_version) {
    return fail(Error::Kind::Invalid,
                format("{}: was written by a newer telltale (version {} of the file, this one "
                       "reads up to {})",
                       place_.path, *version, our_version));
  }
  if (place_.purpose == Place::Purpose::Look) {
    if (!fresh) return {};
    return fail(Error::Kind::NotFound, format("{}: is empty, no store", place_.path));
  }
  if (fresh) {
    if (auto made = db_->run("PRAGMA auto_vacuum=INCREMENTAL", "create"); !made) return made;
  }
  if (auto tuned = tune(); !tuned) return tuned;
  return fresh ? create() : Result<void>{};
}

// What a large batch made of SQLite's log is cut off again when the log begins anew. What is
// removed is overwritten, too.
Result<void> SqliteLog::tune() {
  const auto pragmas = format(
      "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON; "
      "PRAGMA journal_size_limit={};",
      place_.log_pages_max * page_bytes);
  return db_->run(pragmas.c_str(), "open");
}

Result<void> SqliteLog::create() {
  auto made = db_->run("BEGIN IMMEDIATE", "create");
  if (made) made = db_->run(schema, "create");
  if (made) made = db_->run("COMMIT", "create");
  return made;
}

Result<void> SqliteLog::prepare() {
  auto inserting = db_->prepare("INSERT INTO log(revision, key, sum, value) VALUES(?, ?, ?, ?)",
                                "open for writing");
  if (!inserting) return fail(inserting.error());
  auto removing =
      db_->prepare("DELETE FROM log WHERE revision = ? RETURNING sum", "open for writing");
  if (!removing) return fail(removing.error());
  auto updating = db_->prepare(
      "UPDATE meta SET revision = ?, compacted = ?, rows = ?, sum = ?, "
      "batches = ? WHERE id = 1",
      "open for writing");
  if (!updating) return fail(updating.error());
  insert_.emplace(*std::move(inserting));
  remove_.emplace(*std::move(removing));
  update_.emplace(*std::move(updating));
  return {};
}

Result<SqliteLog::Loaded> SqliteLog::load() {
  // Takes the lock of a writer, so that what cannot be written is refused now.
  auto begun = db_->run("BEGIN IMMEDIATE", "open for writing");
  if (!begun) return fail(begun.error());
  auto totals = read_totals();
  if (!totals) return fail(totals.error());
  totals_ = *totals;
  auto rows = db_->prepare("SELECT revision, key, sum, value FROM log ORDER BY revision", "read");
  if (!rows) return fail(rows.error());
  SqliteReplay replay(totals_.compacted);
  Totals found = totals_;
  found.rows = 0;
  found.sum = 0;
  while (true) {
    auto row = rows->step("read");
    if (!row) return fail(row.error());
    if (!*row) break;
    const LogRow read{rows->number(0), rows->text(1), rows->text(3), rows->is_null(3)};
    const auto sum = as_unsigned(rows->number(2));
    if (row_sum(read) != sum) return fail(damaged(format("revision {} is", read.revision)));
    if (read.revision > totals_.revision || !replay.take(read)) {
      return fail(damaged(format("revision {} is out of place, and so it is", read.revision)));
    }
    ++found.rows;
    found.sum += sum;
  }
  if (auto whole = verify(found); !whole) return fail(whole.error());
  rows->reset();
  if (auto over = db_->run("COMMIT", "open for writing"); !over) return fail(over.error());
  if (auto ready = prepare(); !ready) return fail(ready.error());
  if (place_.purpose == Place::Purpose::Use) db_->tidy_up_on_close();
  Loaded loaded = std::move(replay).finish();
  loaded.revision = totals_.revision;
  loaded.compacted = totals_.compacted;
  return loaded;
}

Result<void> SqliteLog::examine() {
  const auto verdict = db_->text("PRAGMA integrity_check(1)", "read");
  if (!verdict) return fail(verdict.error());
  if (*verdict != "ok") return fail(damaged(format("SQLite says \"{}\", so it is", *verdict)));
  return {};
}

void SqliteLog::begin_scan(LookAtRow look) {
  look_ = std::move(look);
  totals_.scanned = 0;
  totals_.scanned_rows = 0;
  totals_.scanned_sum = 0;
}

// Rows are only ever added behind the newest, so the scan meets every row once.
Result<bool> SqliteLog::scan_some() {
  auto rows = db_->prepare(
      "SELECT revision, key, sum, value FROM log WHERE revision > ? ORDER BY revision", "read");
  if (!rows) return fail(rows.error());
  rows->bind(1, totals_.scanned);
  for (std::size_t bytes = 0; bytes < scanned_bytes_max;) {
    auto row = rows->step("read");
    if (!row) return fail(row.error());
    if (!*row) {
      const bool whole = totals_.scanned_rows == totals_.rows && totals_.scanned_sum == totals_.sum;
      if (!whole) return fail(damaged("its rows are not those written, so it is"));
      return false;
    }
    const LogRow read{rows->number(0), rows->text(1), rows->text(3), rows->is_null(3)};
    const auto sum = as_unsigned(rows->number(2));
    if (row_sum(read) != sum) return fail(damaged(format("revision {} is", read.revision)));
    if (const auto fine = look_ ? look_(read) : Result<void>{}; !fine) {
      return fail(damaged(
          format("revision {} does not open: {}; it is", read.revision, fine.error().detail)));
    }
    totals_.scanned = read.revision;
    totals_.scanned_sum += sum;
    ++totals_.scanned_rows;
    bytes += row_overhead_bytes + read.key.size() + read.value.size();
  }
  return true;
}

Result<SqliteLog::Totals> SqliteLog::read_totals() {
  auto row =
      db_->prepare("SELECT revision, compacted, rows, sum, batches FROM meta WHERE id = 1", "read");
  if (!row) return fail(row.error());
  auto there = row->step("read");
  if (!there) return fail(there.error());
  if (!*there) return fail(damaged("its counters are missing, and so it is"));
  Totals totals{.revision = row->number(0),
                .compacted = row->number(1),
                .rows = row->number(2),
                .sum = as_unsigned(row->number(3)),
                .batches = row->number(4)};
  if (totals.revision < first_revision || totals.compacted < 0 ||
      totals.compacted > totals.revision) {
    return fail(damaged("its counters contradict each other, and so it is"));
  }
  return totals;
}

Result<void> SqliteLog::verify(const Totals& found) const {
  if (found.rows != totals_.rows) {
    return fail(damaged(format("it holds {} rows of {}, and so it is", found.rows, totals_.rows)));
  }
  if (found.sum != totals_.sum) return fail(damaged("its rows are not those written, so it is"));
  return {};
}

Error SqliteLog::damaged(std::string_view how) const {
  return {Error::Kind::Internal, format("{}: cannot read: {} damaged", place_.path, how)};
}

Result<void> SqliteLog::append(const Batch& batch) {
  if (unsettled_) {
    const auto written = settle();
    if (!written) return fail(written.error());
    refused_wrongly_ = refused_wrongly_ || *written;
  }
  if (refused_wrongly_) {
    return fail(Error::Kind::Internal,
                format("{}: a write was refused but made; restart telltale", place_.path));
  }
  if (auto bounded = bound_log(); !bounded) return bounded;
  attempted_ = totals_;
  ++attempted_.batches;
  if (auto written = write(batch, attempted_); !written) {
    // Before COMMIT nothing can be left behind, whether or not this succeeds.
    if (auto undone = roll_back(); !undone) return undone;
    return written;
  }
  auto committed = db_->run("COMMIT", "write");
  if (committed) {
    totals_ = attempted_;
    return {};
  }
  const auto written = settle();
  if (!written) {
    committed.error().detail += "; whether it was written shows when the disk answers again";
    return committed;
  }
  return *written ? Result<void>{} : committed;
}

Result<void> SqliteLog::write(const Batch& batch, Totals& totals) {
  auto done = roll_back();
  if (done) done = db_->run("BEGIN IMMEDIATE", "write");
  for (const auto& change : batch.changes) {
    if (done) done = insert(change, totals);
  }
  for (const auto& dead : batch.removed) {
    if (done) done = remove(dead, totals);
  }
  totals.revision = batch.revision;
  totals.compacted = batch.compacted;
  if (done) done = write_totals(totals);
  return done;
}

Result<void> SqliteLog::insert(const Change& change, Totals& totals) {
  const LogRow row{change.revision, change.key, change.value ? *change.value : std::string_view(),
                   change.value == nullptr};
  const auto sum = row_sum(row);
  insert_->bind(1, row.revision);
  insert_->bind(2, row.key);
  insert_->bind(3, as_signed(sum));
  if (row.deleted) {
    insert_->bind_null(4);
  } else if (is_sealed(row.value)) {
    insert_->bind_bytes(4, row.value);
  } else {
    insert_->bind(4, row.value);
  }
  auto done = insert_->step("write");
  insert_->reset();
  if (!done) return fail(done.error());
  ++totals.rows;
  totals.sum += sum;
  return {};
}

Result<void> SqliteLog::remove(const DeadRow& dead, Totals& totals) {
  remove_->bind(1, dead.row);
  auto row = remove_->step("write");
  if (row && *row) {
    const auto sum = as_unsigned(remove_->number(0));
    totals.sum -= sum;
    --totals.rows;
    if (dead.row <= totals.scanned) {
      totals.scanned_sum -= sum;
      --totals.scanned_rows;
    }
    row = remove_->step("write");
  }
  remove_->reset();
  if (!row) return fail(row.error());
  return {};
}

Result<void> SqliteLog::write_totals(const Totals& totals) {
  update_->bind(1, totals.revision);
  update_->bind(2, totals.compacted);
  update_->bind(3, totals.rows);
  update_->bind(4, as_signed(totals.sum));
  update_->bind(5, totals.batches);
  auto done = update_->step("write");
  update_->reset();
  if (!done) return fail(done.error());
  return {};
}

Result<void> SqliteLog::roll_back() {
  return db_->in_transaction() ? db_->run("ROLLBACK", "write") : Result<void>{};
}

// After a COMMIT that failed, its pages may lie in SQLite's log all the same, and a crash would
// find them there. If SQLite itself does not count them, emptying that log forgets them, and a
// further batch, once synced, forgets them for certain. Returns whether it does count them.
Result<bool> SqliteLog::settle() {
  unsettled_ = true;
  if (auto undone = roll_back(); !undone) return fail(undone.error());
  const auto now = read_totals();
  if (!now) return fail(now.error());
  const bool written = now->batches == attempted_.batches;
  Totals next = written ? attempted_ : totals_;
  next.batches = attempted_.batches + 1;
  if (auto synced = commit_totals(next); !synced) return fail(synced.error());
  totals_ = next;
  unsettled_ = false;
  return written;
}

Result<void> SqliteLog::commit_totals(const Totals& totals) {
  auto done = db_->run("BEGIN IMMEDIATE", "write");
  if (done) done = write_totals(totals);
  if (done) done = db_->run("COMMIT", "write");
  return done;
}

// A file that cannot be written to must not make its log fill the disk.
Result<void> SqliteLog::bound_log() {
  const bool overgrown = db_->log_pages() >= place_.log_pages_max * log_overgrown;
  return overgrown ? db_->checkpoint() : Result<void>{};
}

Result<bool> SqliteLog::shrink(Surplus surplus) {
  const auto unused = db_->number("PRAGMA freelist_count", "read");
  if (!unused) return fail(unused.error());
  const auto pages = db_->number("PRAGMA page_count", "read");
  if (!pages) return fail(pages.error());
  const bool good_part = *unused >= unused_pages_min && *unused * 4 >= *pages;
  if (surplus == Surplus::All ? *unused == 0 : !good_part) return false;
  const auto take = format("PRAGMA incremental_vacuum({})", pages_per_shrinking);
  if (auto taken = db_->run(take.c_str(), "shrink"); !taken) return fail(taken.error());
  return true;
}

Result<void> SqliteLog::scrub() {
  auto done = db_->run("VACUUM", "write the file again");
  if (done) done = db_->empty_log();
  return done;
}

Result<SqliteLog::Sizes> SqliteLog::sizes() {
  const auto unused = db_->number("PRAGMA freelist_count", "read");
  if (!unused) return fail(unused.error());
  return Sizes{db_->file_bytes(), db_->log_bytes(), *unused * page_bytes};
}

}  // namespace telltale::store
