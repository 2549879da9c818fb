// SPDX-License-Identifier: Apache-2.0
#pragma once

// Runs the tasks of one cluster one at a time, in the order in which they were posted, without a
// thread of its own: a thread that posts while no task runs becomes the worker, and runs its task
// and all that are posted meanwhile; a thread that posts while a worker is busy leaves its task
// there and returns. No thread waits, and no lock is held while a task runs, so a task may call
// anything.

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

  // For timers and answers, of which there are few at a time. Dropped once it is closed.
  void post(Task task);
  // For what watches bring, which may be a lot. False when more than `bytes_max` waits: the task is
  // dropped.
  [[nodiscard]] bool offer(Task task, std::size_t bytes);
  // True when no task runs and none waits: the caller is the worker until it calls finish(). Spares
  // the copy of a text that would have to wait.
  [[nodiscard]] bool begin();
  void finish();

  // Runs this task after the one that runs now, and no other ever after.
  void close(Task last);
  // Waits until no task runs. After close(), and not from within a task.
  void wait();
  // Closed, and no task runs.
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
