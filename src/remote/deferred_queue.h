// SPDX-License-Identifier: Apache-2.0
#pragma once

// Runs tasks a moment later, in order, on the scheduler's thread. For what must not happen where it
// is decided: a connection is given up while one of its own callbacks runs, and must not be
// destroyed by it; a caller of Connections::want() may hold a lock that the sink wants, too.

#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "client/scheduler.h"

namespace telltale::remote {

// Safe to share between threads.
class DeferredQueue {
 public:
  using Task = std::function<void()>;

  explicit DeferredQueue(client::Scheduler& scheduler) : scheduler_(scheduler) {}
  // Drops the tasks that have not run; when it returns no task runs any more.
  ~DeferredQueue();
  DeferredQueue(const DeferredQueue&) = delete;
  DeferredQueue& operator=(const DeferredQueue&) = delete;

  // The caller keeps nothing of what the task holds.
  void run(Task task);

 private:
  void work();

  client::Scheduler& scheduler_;
  std::mutex mutex_;
  std::deque<Task> waiting_;  // a few for each cluster, at most
  bool due_ = false;          // work() is scheduled, or runs
  bool closed_ = false;
  std::unique_ptr<client::ScheduledCall> working_;
};

}  // namespace telltale::remote
