// SPDX-License-Identifier: Apache-2.0
#include "remote/deferred_queue.h"

#include <chrono>
#include <utility>

namespace telltale::remote {

DeferredQueue::~DeferredQueue() {
  std::deque<Task> dropped;
  std::unique_ptr<client::ScheduledCall> last;
  {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    dropped.swap(waiting_);
    last = std::move(working_);
  }
  last.reset();
  while (!dropped.empty()) dropped.pop_front();  // in order: requests before their transport
}

void DeferredQueue::run(Task task) {
  const std::scoped_lock lock(mutex_);
  if (closed_) return;
  waiting_.push_back(std::move(task));
  if (due_) return;
  due_ = true;
  // The last one waits for nobody any more when `due_` is false, so that taking it back, which
  // waits for its end, cannot wait for us.
  working_ = scheduler_.after(std::chrono::milliseconds{0}, [this] { work(); });
}

// Without the lock: what is done may wait for callbacks on other threads, and those may come here.
void DeferredQueue::work() {
  std::unique_lock lock(mutex_);
  while (!waiting_.empty()) {
    Task next = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    next();
    next = {};
    lock.lock();
  }
  due_ = false;
}

}  // namespace telltale::remote
