// SPDX-License-Identifier: Apache-2.0
#pragma once

// The store in one file. Writes queue up; one thread makes them durable, as many together as wait
// (a batch is one transaction and one fsync), then visible, then answers them. Readers never come
// near the file.
//
//   commit ─► queue ─► draft (compare) ─► append, fsync ─► CurrentState ─► done
//
// Safe to share between threads. Letting it go makes what waits durable first.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "store/sqlite/sqlite_log.h"
#include "store/store.h"
#include "store/stores.h"

namespace telltale::store {

class SqliteStore final : public Store {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Store>> open(const SqliteLog::Place& place,
                                                           const StoreOptions& options,
                                                           const Clock& clock);
  SqliteStore(std::unique_ptr<SqliteLog> log, SqliteLog::Loaded loaded, const StoreOptions& options,
              const Clock& clock);
  ~SqliteStore() override;

  void commit(Write write, Done done) override;
  CurrentState& present() override { return present_; }
  [[nodiscard]] Result<Revision> catch_up() override { return present_.revision(); }
  [[nodiscard]] Result<void> compact(Revision revision) override;
  [[nodiscard]] Result<void> scrub() override;
  [[nodiscard]] Result<Checked> check_contents() override;
  Health health() const override;
  CommitFigures figures() const override;
  std::optional<DiskFigures> disk() const override;

 private:
  struct Waiting {
    Write write;
    Done done;
  };
  enum class Thoroughly : std::uint8_t { No, Yes };  // whether the file is written anew, too
  struct Compacted {
    Thoroughly thoroughly = Thoroughly::No;
    std::promise<Result<void>> done = {};
  };
  using Scanned = std::promise<Result<Checked>>;
  struct Work {
    std::vector<Waiting> batch;
    std::vector<Compacted> compactions;
    std::vector<Scanned> scans;
    bool last = false;
  };

  [[nodiscard]] Result<void> compact_and_wait(Revision revision, Thoroughly thoroughly);

  // All below run on the writer's thread.
  void run();
  Work next_work();
  std::vector<Waiting> take_batch();
  void write(std::vector<Waiting> batch);
  [[nodiscard]] Result<void> make_durable(std::vector<Change> changes);
  [[nodiscard]] Result<std::vector<Change>> at_rest(std::span<const Change> changes) const;
  void note_at_rest(std::span<const Change> changes, std::span<const Change> written);
  [[nodiscard]] Result<void> append(const SqliteLog::Batch& batch);
  void answer_compactions(std::vector<Compacted> compactions);
  [[nodiscard]] Result<Checked> scan();
  [[nodiscard]] Result<void> sweep(SqliteLog::Surplus surplus);
  [[nodiscard]] Result<bool> remove_some();
  bool is_called_away();
  [[nodiscard]] Result<void> checkpoint();
  [[nodiscard]] Result<void> checkpoint_when_due();
  std::vector<DeadRow> removable(std::size_t limit) const;
  std::optional<std::chrono::nanoseconds> patience() const;
  void look_after();
  void probe();
  void record_outcome(const Result<void>& outcome);
  void measure();
  void count(std::size_t made, std::size_t refused);

  const StoreOptions options_;
  const Clock& clock_;
  CurrentState present_;

  // Of the writer's thread.
  std::unique_ptr<SqliteLog> log_;
  std::deque<DeadRow> dead_;
  bool tidy_ = false;  // nothing was written since what may go went
  std::chrono::milliseconds probe_in_;
  std::chrono::nanoseconds probed_{};  // or when writing began to fail

  mutable std::mutex mutex_;  // for all below
  std::condition_variable wake_;
  std::deque<Waiting> queue_;
  std::size_t queued_bytes_ = 0;
  std::vector<Compacted> compactions_;
  std::vector<Scanned> scans_;
  std::string error_;
  CommitFigures figures_;
  DiskFigures disk_;
  std::chrono::nanoseconds checkpointed_;
  bool stopping_ = false;

  std::thread writer_;  // last: everything it uses is there
};

}  // namespace telltale::store
