// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/sqlite_store.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/text.h"
#include "store/commit_rules.h"
#include "store/draft.h"
#include "store/sealing/sealed_state.h"
#include "store/sealing/sealing.h"
#include "store/sqlite/private_database.h"

namespace telltale::store {
namespace {

constexpr std::size_t queue_bytes_max = std::size_t{256} << 20;
constexpr std::size_t batch_bytes_max = std::size_t{16} << 20;
// Every batch removes more than it adds, so what may go never piles up.
constexpr std::size_t removed_per_write = 4;
constexpr std::size_t removed_bytes_max = 2 * batch_bytes_max;
constexpr std::size_t removed_per_step = 4096;
// How often a store that cannot write looks whether the disk is back, at first and later.
constexpr std::chrono::milliseconds probe_interval_min{250};
constexpr std::chrono::milliseconds probe_interval_max{2000};

std::size_t bytes_of(const Write& write) {
  return write.key.size() + (write.value ? write.value->size() : 0);
}

}  // namespace

Result<std::unique_ptr<Store>> open_sqlite_store(const std::string& path,
                                                 const StoreOptions& options, const Clock& clock) {
  if (auto kept = keep_private(path); !kept) return fail(kept.error());
  return SqliteStore::open({.path = path}, options, clock);
}

Result<std::unique_ptr<Store>> SqliteStore::open(const SqliteLog::Place& place,
                                                 const StoreOptions& options, const Clock& clock) {
  auto log = SqliteLog::open(place);
  if (!log) return fail(log.error());
  auto loaded = (*log)->load();
  if (!loaded) return fail(loaded.error());
  if (options.sealing != nullptr) {
    if (auto opened = open_state(*options.sealing, *loaded); !opened) return fail(opened.error());
  }
  return std::make_unique<SqliteStore>(*std::move(log), *std::move(loaded), options, clock);
}

SqliteStore::SqliteStore(std::unique_ptr<SqliteLog> log, SqliteLog::Loaded loaded,
                         const StoreOptions& options, const Clock& clock)
    : options_(options),
      clock_(clock),
      present_(options.history),
      log_(std::move(log)),
      dead_(std::move(loaded.dead)),
      probe_in_(probe_interval_min),
      checkpointed_(clock.elapsed()) {
  present_.load(std::move(loaded.items), loaded.revision, loaded.compacted);
  present_.load_history(std::move(loaded.history));
  measure();
  writer_ = std::thread([this] { run(); });
}

SqliteStore::~SqliteStore() {
  {
    const std::lock_guard held(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  writer_.join();
}

void SqliteStore::commit(Write write, Done done) {
  auto admitted = admit(write);
  if (admitted) {
    const std::lock_guard held(mutex_);
    if (queue_.size() < options_.queue_max && queued_bytes_ < queue_bytes_max) {
      queued_bytes_ += bytes_of(write);
      queue_.push_back({std::move(write), std::move(done)});
      wake_.notify_one();
      return;
    }
    admitted = fail(Error::Kind::TooLarge, "too many writes wait for the disk; try again later");
  }
  count(0, 1);
  done(fail(std::move(admitted).error()));
}

Result<void> SqliteStore::compact(Revision revision) {
  return compact_and_wait(revision, Thoroughly::No);
}

Result<void> SqliteStore::scrub() { return compact_and_wait(present_.revision(), Thoroughly::Yes); }

Result<void> SqliteStore::compact_and_wait(Revision revision, Thoroughly thoroughly) {
  if (auto known = compactable(present_, revision); !known) return known;
  present_.compact(revision);
  std::future<Result<void>> swept;
  {
    const std::lock_guard held(mutex_);
    swept = compactions_.emplace_back(thoroughly).done.get_future();
  }
  wake_.notify_one();
  return swept.get();
}

Result<Checked> SqliteStore::check_contents() {
  std::future<Result<Checked>> scanned;
  {
    const std::lock_guard held(mutex_);
    scanned = scans_.emplace_back().get_future();
  }
  wake_.notify_one();
  return scanned.get();
}

Health SqliteStore::health() const {
  const std::lock_guard held(mutex_);
  return {.writable = error_.empty(), .error = error_};
}

CommitFigures SqliteStore::figures() const {
  const std::lock_guard held(mutex_);
  return figures_;
}

std::optional<DiskFigures> SqliteStore::disk() const {
  const std::lock_guard held(mutex_);
  DiskFigures disk = disk_;
  const std::chrono::duration<double> age = clock_.elapsed() - checkpointed_;
  disk.checkpoint_age_seconds = age.count();
  return disk;
}

void SqliteStore::run() {
  while (true) {
    auto work = next_work();
    if (!work.batch.empty()) write(std::move(work.batch));
    if (!work.compactions.empty()) answer_compactions(std::move(work.compactions));
    if (!work.scans.empty()) {
      const auto scanned = scan();
      for (auto& waiting : work.scans) waiting.set_value(scanned);
    }
    if (work.last) return;
  }
}

SqliteStore::Work SqliteStore::next_work() {
  std::unique_lock held(mutex_);
  const auto called = [this] {
    return stopping_ || !queue_.empty() || !compactions_.empty() || !scans_.empty();
  };
  while (!called()) {
    const auto time = patience();
    if (!time) {
      wake_.wait(held, called);
    } else if (!wake_.wait_for(held, *time, called)) {
      const bool failing = !error_.empty();
      held.unlock();
      failing ? probe() : look_after();
      held.lock();
    }
  }
  Work work{.batch = take_batch(),
            .compactions = std::exchange(compactions_, {}),
            .scans = std::exchange(scans_, {}),
            .last = false};
  work.last = stopping_ && queue_.empty();
  return work;
}

// How long to wait for work before looking at the disk without it; nothing: for ever. With the
// mutex held.
std::optional<std::chrono::nanoseconds> SqliteStore::patience() const {
  if (!error_.empty()) return probe_in_;
  if (tidy_) return std::nullopt;
  const auto due = checkpointed_ + options_.checkpoint_interval - clock_.elapsed();
  return std::max(due, std::chrono::nanoseconds{});
}

// Whatever waits, up to the limits. With the mutex held.
std::vector<SqliteStore::Waiting> SqliteStore::take_batch() {
  std::vector<Waiting> batch;
  std::size_t bytes = 0;
  while (!queue_.empty() && batch.size() < options_.batch_max && bytes < batch_bytes_max) {
    bytes += bytes_of(queue_.front().write);
    batch.push_back(std::move(queue_.front()));
    queue_.pop_front();
  }
  queued_bytes_ -= bytes;
  return batch;
}

// When the disk refuses, all are refused: a conflict with a write that never happened is none.
void SqliteStore::write(std::vector<Waiting> batch) {
  Draft draft(present_);
  std::vector<Result<Revision>> answers;
  answers.reserve(batch.size());
  for (auto& waiting : batch) answers.push_back(draft.take(std::move(waiting.write)));
  auto changes = std::move(draft).changes();
  const auto made = changes.size();
  const auto durable = changes.empty() ? Result<void>{} : make_durable(std::move(changes));
  count(durable ? made : 0, batch.size() - (durable ? made : 0));
  for (std::size_t index = 0; index < batch.size(); ++index) {
    batch[index].done(durable ? std::move(answers[index])
                              : Result<Revision>(fail(durable.error())));
  }
  // Not urgent, so after the answers.
  if (durable) {
    record_outcome(checkpoint_when_due());
    measure();
  } else if (clock_.elapsed() - probed_ >= probe_in_) {
    probe();  // those who go on trying must not keep it from recovering
  }
}

// The changes as they are written. Nothing: none of them is sealed.
Result<std::vector<Change>> SqliteStore::at_rest(std::span<const Change> changes) const {
  std::vector<Change> written;
  if (options_.sealing == nullptr) return written;
  for (std::size_t index = 0; index < changes.size(); ++index) {
    const Change& change = changes[index];
    if (!change.value || !options_.sealing->covers(change.key)) continue;
    auto sealed = options_.sealing->seal(change.key, *change.value);
    if (!sealed) return fail(sealed.error());
    if (written.empty()) written.assign(changes.begin(), changes.end());
    written[index].value = std::make_shared<const std::string>(std::move(sealed->bytes));
  }
  return written;
}

void SqliteStore::note_at_rest(std::span<const Change> changes, std::span<const Change> written) {
  if (options_.sealing == nullptr) return;
  for (const Change& change : written.empty() ? changes : written) {
    const auto value = change.value ? std::optional<std::string_view>(*change.value) : std::nullopt;
    if (change.key == keyring_key && value) {
      // An error in what was just sealed with known keys stays in the sealing (error()).
      (void)options_.sealing->adopt(*value, change.revision);
    }
    options_.sealing->note(change.key, value);
  }
}

Result<void> SqliteStore::make_durable(std::vector<Change> changes) {
  const auto written = at_rest(changes);
  if (!written) return fail(written.error());
  const auto removed = removable(changes.size() * removed_per_write);
  const auto revision = changes.back().revision;
  auto durable = append({.changes = written->empty() ? changes : *written,
                         .removed = removed,
                         .revision = revision,
                         .compacted = present_.compacted()});
  if (!durable) return durable;
  for (const auto& change : changes) add_dead_rows(change, dead_);
  note_at_rest(changes, *written);
  present_.apply(std::move(changes));
  return {};
}

Result<void> SqliteStore::append(const SqliteLog::Batch& batch) {
  const auto begun = clock_.elapsed();
  auto durable = log_->append(batch);
  const std::chrono::duration<double> taken = clock_.elapsed() - begun;
  if (durable) {
    const auto gone = static_cast<std::ptrdiff_t>(batch.removed.size());
    dead_.erase(dead_.begin(), dead_.begin() + gone);
  }
  record_outcome(durable);
  tidy_ = false;
  const std::lock_guard held(mutex_);
  figures_.seconds += taken.count();
  if (durable && !batch.changes.empty()) ++figures_.commits;
  return durable;
}

std::vector<DeadRow> SqliteStore::removable(std::size_t limit) const {
  const auto compacted = present_.compacted();
  std::vector<DeadRow> rows;
  std::size_t bytes = 0;
  for (const auto& dead : dead_) {
    if (dead.due > compacted || rows.size() >= limit || bytes >= removed_bytes_max) break;
    rows.push_back(dead);
    bytes += dead.bytes;
  }
  return rows;
}

void SqliteStore::answer_compactions(std::vector<Compacted> compactions) {
  auto swept = sweep(SqliteLog::Surplus::All);
  const bool thoroughly = std::ranges::any_of(
      compactions, [](const Compacted& asked) { return asked.thoroughly == Thoroughly::Yes; });
  record_outcome(swept);
  // Whether there is room for the whole file once more says nothing about writes.
  if (swept && thoroughly) swept = log_->scrub();
  measure();
  for (auto& compaction : compactions) compaction.done.set_value(swept);
}

// In steps, as below.
Result<Checked> SqliteStore::scan() {
  log_->begin_scan([this](const LogRow& row) -> Result<void> {
    if (options_.sealing == nullptr || !is_sealed(row.value)) return {};
    const auto opened = options_.sealing->open(row.key, row.value);
    return opened ? Result<void>{} : fail(opened.error());
  });
  for (Result<bool> more = true; *more;) {
    more = log_->scan_some();
    if (!more) return fail(more.error());
    if (is_called_away()) return fail(Error::Kind::Unreachable, "the store is closing");
  }
  return Checked{.objects = present_.size(),
                 .rows = log_->rows(),
                 .revision = present_.revision(),
                 .compacted = present_.compacted()};
}

// What may go leaves the file, and the log moves into it. In steps, between which waiting writes go
// first; who is called away does the rest another time.
Result<void> SqliteStore::sweep(SqliteLog::Surplus surplus) {
  for (Result<bool> more = true; *more;) {
    more = remove_some();
    if (!more) return fail(more.error());
    if (is_called_away()) return {};
  }
  for (Result<bool> more = true; *more;) {
    more = log_->shrink(surplus);
    if (!more) return fail(more.error());
    if (auto moved = checkpoint_when_due(); !moved) return moved;
    if (is_called_away()) return {};
  }
  if (auto moved = checkpoint(); !moved) return moved;
  tidy_ = true;
  return {};
}

// True when there is more. Also writes down what is compacted.
Result<bool> SqliteStore::remove_some() {
  const auto removed = removable(removed_per_step);
  auto swept = append(
      {.removed = removed, .revision = present_.revision(), .compacted = present_.compacted()});
  if (swept) swept = checkpoint_when_due();
  if (!swept) return fail(swept.error());
  return !removable(1).empty();
}

// Writes what waits; true when the store is to end.
bool SqliteStore::is_called_away() {
  std::unique_lock held(mutex_);
  auto batch = take_batch();
  const bool ending = stopping_;
  held.unlock();
  if (!batch.empty()) write(std::move(batch));
  return ending;
}

Result<void> SqliteStore::checkpoint() {
  auto moved = log_->checkpoint();
  if (!moved) return moved;
  const std::lock_guard held(mutex_);
  checkpointed_ = clock_.elapsed();
  ++disk_.checkpoints;
  return moved;
}

// Under load a file that shrank much gives its space back little by little, too.
Result<void> SqliteStore::checkpoint_when_due() {
  if (!log_->is_checkpoint_due()) return {};
  if (auto shrunk = log_->shrink(SqliteLog::Surplus::GoodPart); !shrunk) {
    return fail(shrunk.error());
  }
  return checkpoint();
}

void SqliteStore::look_after() {
  record_outcome(sweep(SqliteLog::Surplus::GoodPart));
  measure();
}

// A log that was moved into the file begins anew where it lies: on a full disk that may be the only
// room there is.
void SqliteStore::probe() {
  const SqliteLog::Batch nothing{.revision = present_.revision(),
                                 .compacted = present_.compacted()};
  probed_ = clock_.elapsed();
  auto outcome = append(nothing);
  if (!outcome && checkpoint()) outcome = append(nothing);
  if (outcome) record_outcome(checkpoint_when_due());
  probe_in_ = outcome ? probe_interval_min : std::min(probe_in_ * 2, probe_interval_max);
  measure();
}

void SqliteStore::measure() {
  const auto sizes = log_->sizes();
  if (!sizes) return;
  const std::lock_guard held(mutex_);
  disk_.file_bytes = sizes->file_bytes;
  disk_.log_bytes = sizes->log_bytes;
  disk_.unused_bytes = sizes->unused_bytes;
}

void SqliteStore::record_outcome(const Result<void>& outcome) {
  const std::lock_guard held(mutex_);
  if (!outcome && error_.empty()) probed_ = clock_.elapsed();
  error_ = outcome ? std::string() : outcome.error().detail;
}

void SqliteStore::count(std::size_t made, std::size_t refused) {
  const std::lock_guard held(mutex_);
  figures_.writes += made;
  figures_.refused += refused;
}

}  // namespace telltale::store
