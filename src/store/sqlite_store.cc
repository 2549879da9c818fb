// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite_store.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/text.h"
#include "store/commit_rules.h"
#include "store/draft.h"
#include "store/private_database.h"

namespace telltale::store {
namespace {

constexpr std::size_t queue_bytes_max = std::size_t{256} << 20;
constexpr std::size_t batch_bytes_max = std::size_t{16} << 20;
// Every batch removes more than it adds, so what may go never piles up.
constexpr std::size_t removed_per_write = 4;
constexpr std::size_t removed_per_step = 4096;
// How often a store in trouble looks whether the disk is back.
constexpr std::chrono::milliseconds probe_interval{250};

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
  return std::make_unique<SqliteStore>(*std::move(log), *std::move(loaded), options, clock);
}

SqliteStore::SqliteStore(std::unique_ptr<SqliteLog> log, SqliteLog::Loaded loaded,
                         const StoreOptions& options, const Clock& clock)
    : options_(options),
      clock_(clock),
      present_(options.history),
      log_(std::move(log)),
      dead_(std::move(loaded.dead)) {
  present_.load(std::move(loaded.items), loaded.revision, loaded.compacted);
  present_.load_history(std::move(loaded.history));
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
  if (auto known = compactable(present_, revision); !known) return known;
  present_.compact(revision);
  std::future<Result<void>> swept;
  {
    const std::lock_guard held(mutex_);
    swept = compactions_.emplace_back().get_future();
  }
  wake_.notify_one();
  return swept.get();
}

Health SqliteStore::health() const {
  const std::lock_guard held(mutex_);
  return {.writable = trouble_.empty(), .trouble = trouble_};
}

CommitFigures SqliteStore::figures() const {
  const std::lock_guard held(mutex_);
  return figures_;
}

void SqliteStore::run() {
  while (true) {
    auto work = next_work();
    if (!work.batch.empty()) write(std::move(work.batch));
    if (!work.compactions.empty()) answer_compactions(std::move(work.compactions));
    if (work.last) return;
  }
}

SqliteStore::Work SqliteStore::next_work() {
  std::unique_lock held(mutex_);
  const auto called = [this] { return stopping_ || !queue_.empty() || !compactions_.empty(); };
  while (!called()) {
    if (trouble_.empty()) {
      wake_.wait(held, called);
    } else if (!wake_.wait_for(held, probe_interval, called)) {
      held.unlock();
      probe();
      held.lock();
    }
  }
  Work work{.batch = take_batch(), .compactions = std::exchange(compactions_, {}), .last = false};
  work.last = stopping_ && queue_.empty();
  return work;
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
  if (durable) note(log_->checkpoint_when_due());
}

Result<void> SqliteStore::make_durable(std::vector<Change> changes) {
  const auto removed = removable(changes.size() * removed_per_write);
  const auto revision = changes.back().revision;
  auto durable = append({.changes = changes,
                         .removed = removed,
                         .revision = revision,
                         .compacted = present_.compacted()});
  if (!durable) return durable;
  for (const auto& change : changes) add_dead_rows(change, dead_);
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
  note(durable);
  const std::lock_guard held(mutex_);
  figures_.seconds += taken.count();
  if (durable && !batch.changes.empty()) ++figures_.commits;
  return durable;
}

std::vector<DeadRow> SqliteStore::removable(std::size_t limit) const {
  const auto compacted = present_.compacted();
  std::vector<DeadRow> rows;
  for (const auto& dead : dead_) {
    if (dead.due > compacted || rows.size() >= limit) break;
    rows.push_back(dead);
  }
  return rows;
}

void SqliteStore::answer_compactions(std::vector<Compacted> compactions) {
  const auto swept = sweep();
  for (auto& compaction : compactions) compaction.set_value(swept);
}

// In steps, between which waiting writes go first.
Result<void> SqliteStore::sweep() {
  while (true) {
    const auto removed = removable(removed_per_step);
    const auto compacted = present_.compacted();
    auto swept =
        append({.removed = removed, .revision = present_.revision(), .compacted = compacted});
    if (!swept) return swept;
    if (removed.size() < removed_per_step) break;
    std::unique_lock held(mutex_);
    auto batch = take_batch();
    held.unlock();
    if (!batch.empty()) write(std::move(batch));
  }
  if (auto shrunk = log_->shrink(); !shrunk) return shrunk;
  return log_->checkpoint_when_due();
}

void SqliteStore::probe() {
  const auto outcome = append({.revision = present_.revision(), .compacted = present_.compacted()});
  if (outcome) note(log_->checkpoint_when_due());
}

void SqliteStore::note(const Result<void>& outcome) {
  const std::lock_guard held(mutex_);
  trouble_ = outcome ? std::string() : outcome.error().detail;
}

void SqliteStore::count(std::size_t made, std::size_t refused) {
  const std::lock_guard held(mutex_);
  figures_.writes += made;
  figures_.refused += refused;
}

}  // namespace telltale::store
