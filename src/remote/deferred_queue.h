// SPDX-License-Identifier: Apache-2.0
#pragma once

// Does things a moment later, in order, on the scheduler's thread. For what must not happen where
// it is decided: a connection is given up while one of its own callbacks runs, and nothing may be
// destroyed from within itself; whoever says which clusters he wants may hold a lock that the sink
// wants too.

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
  // What was not done yet is dropped; when it returns nothing is being done any more.
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
  bool due_ = false;          // somebody will work, or is at it
  bool closed_ = false;
  std::unique_ptr<client::Appointment> working_;
};

}  // namespace telltale::remote
