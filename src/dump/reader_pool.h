// SPDX-License-Identifier: Apache-2.0
#pragma once

// The threads that read batches. The caller is one of them: when the others have enough to do, it
// reads a batch itself instead of waiting. Readings come back in the order the batches went in.
// Called by one thread only.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/result.h"
#include "dump/batch.h"
#include "dump/read_batch.h"

namespace telltale::dump {

class ReaderPool {
 public:
  static constexpr unsigned threads_max = 64;
  // Readings that wait for an earlier one; a slow batch must not let the others run away.
  static constexpr std::size_t ahead_max = 64;

  using Take = std::function<void(Reading)>;

  // `take` is called by the thread that calls put() and finish().
  ReaderPool(unsigned threads, const Limits& limits, const json::SelectFields& choose, Take take);
  ~ReaderPool();
  ReaderPool(const ReaderPool&) = delete;
  ReaderPool& operator=(const ReaderPool&) = delete;

  void put(Batch batch);
  // Reads what is left and sends the threads home. An error when one of them gave out.
  [[nodiscard]] Result<void> finish();

  // After finish().
  std::vector<Arena> take_arenas();
  Instant newest() const;

 private:
  struct Job {
    Batch batch;
    std::optional<Reading> reading;
  };

  void work(BatchReader& reader);
  void read_one(std::unique_lock<std::mutex>& lock, BatchReader& reader);
  void take_ready(std::unique_lock<std::mutex>& lock);
  void dismiss();

  Take take_;
  std::size_t queue_max_;
  std::vector<std::unique_ptr<BatchReader>> readers_;  // the first one is the caller's
  std::mutex mutex_;
  std::condition_variable work_to_do_;
  std::condition_variable work_done_;
  std::deque<std::shared_ptr<Job>> jobs_;   // all that have not been taken, in order
  std::deque<std::shared_ptr<Job>> queue_;  // those nobody has begun
  bool is_over_ = false;
  std::optional<Error> error_;
  std::vector<std::thread> threads_;
};

}  // namespace telltale::dump
