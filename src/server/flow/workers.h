// SPDX-License-Identifier: Apache-2.0
#pragma once

// Threads for what may wait: writes for the disk, conversions for a webhook. The queue is bounded;
// a request that finds it full is refused. The thread that rested last works first, so that a quiet
// server keeps few of them, with their caches and their share of memory, warm. A job that throws
// ends and is counted; its thread goes on. Safe to share between threads.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace telltale::server {

class Workers {
 public:
  Workers(std::size_t threads, std::size_t queue_max);
  ~Workers();  // Finishes what is queued.
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // False when the queue is full or the workers are ending.
  [[nodiscard]] bool post(std::function<void()> job);
  // No new jobs; returns when the queued ones are done.
  void finish();
  std::size_t resting() const;
  // Jobs that threw.
  std::uint64_t thrown() const;

 private:
  // A thread that rests, until a job takes it off the list.
  struct Resting {
    std::condition_variable wake = {};
    bool called = false;
  };

  void work();
  void rest(std::unique_lock<std::mutex>& lock);
  void call_one();

  mutable std::mutex mutex_;
  std::vector<Resting*> resting_;  // the one that rested last stands last
  std::deque<std::function<void()>> queue_;
  std::size_t queue_max_;
  std::uint64_t thrown_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace telltale::server
