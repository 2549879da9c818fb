// SPDX-License-Identifier: Apache-2.0
#pragma once

// Things that concern one cluster happen one at a time, in the order in which they came, on
// whichever thread brings them: who comes while nobody is at it does his own thing and whatever
// came meanwhile; who comes while somebody is leaves it and goes. Nobody ever waits, and no lock is
// held while something happens, so what happens may call anybody.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace telltale::remote {

// Safe to share between threads.
class SerialExecutor {
 public:
  using Task = std::function<void()>;

  explicit SerialExecutor(std::size_t bytes_max) : bytes_max_(bytes_max) {}
  SerialExecutor(const SerialExecutor&) = delete;
  SerialExecutor& operator=(const SerialExecutor&) = delete;

  // For the few things of which there is one at a time: timers, answers. Dropped once it is over.
  void post(Task task);
  // For what can come in masses. False when more waits than is agreed, and the task is dropped.
  [[nodiscard]] bool offer(Task task, std::size_t bytes);
  // True when nobody is at it and nothing waits: it is the caller's turn until finish(). Spares
  // what would have to be copied to wait.
  [[nodiscard]] bool begin();
  void finish();

  // Nothing more happens but this, after what is happening now.
  void close(Task last);
  // Waits until nothing happens any more. After close(), and not from within.
  void wait();
  // Closed, and nothing happens any more.
  bool over() const;

 private:
  struct Waiting {
    Task task;
    std::size_t bytes = 0;
  };

  void enter(Waiting waiting, std::unique_lock<std::mutex>& lock);
  void work(std::unique_lock<std::mutex>& lock);

  const std::size_t bytes_max_;
  mutable std::mutex mutex_;
  std::condition_variable idle_;
  std::deque<Waiting> waiting_;
  std::size_t bytes_ = 0;
  bool busy_ = false;
  bool closed_ = false;
  std::thread::id worker_;
};

}  // namespace telltale::remote
