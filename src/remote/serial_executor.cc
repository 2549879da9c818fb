// SPDX-License-Identifier: Apache-2.0
#include "remote/serial_executor.h"

#include <utility>

#include "base/check.h"

namespace telltale::remote {

void SerialExecutor::post(Task task) {
  std::unique_lock lock(mutex_);
  if (closed_) return;
  enter({.task = std::move(task)}, lock);
}

bool SerialExecutor::offer(Task task, std::size_t bytes) {
  std::unique_lock lock(mutex_);
  if (closed_) return true;
  if (busy_ && bytes_ + bytes > bytes_max_) return false;
  enter({.task = std::move(task), .bytes = bytes}, lock);
  return true;
}

void SerialExecutor::enter(Waiting waiting, std::unique_lock<std::mutex>& lock) {
  bytes_ += waiting.bytes;
  waiting_.push_back(std::move(waiting));
  if (!busy_) work(lock);
}

bool SerialExecutor::begin() {
  const std::scoped_lock lock(mutex_);
  if (closed_ || busy_) return false;
  busy_ = true;
  worker_ = std::this_thread::get_id();
  return true;
}

void SerialExecutor::finish() {
  std::unique_lock lock(mutex_);
  check(busy_, "who finishes has begun");
  work(lock);
}

// Tasks are destroyed without the lock: what they hold may come back here.
void SerialExecutor::work(std::unique_lock<std::mutex>& lock) {
  busy_ = true;
  worker_ = std::this_thread::get_id();
  while (!waiting_.empty()) {
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    bytes_ -= next.bytes;
    lock.unlock();
    next.task();
    next.task = {};
    lock.lock();
  }
  busy_ = false;
  worker_ = {};
  // Notified with the lock held: a thread in wait() may destroy this as soon as it is released.
  idle_.notify_all();
}

void SerialExecutor::close(Task last) {
  std::deque<Waiting> dropped;
  std::unique_lock lock(mutex_);
  if (closed_) return;
  closed_ = true;
  dropped.swap(waiting_);
  bytes_ = 0;
  enter({.task = std::move(last)}, lock);
}

void SerialExecutor::wait() {
  std::unique_lock lock(mutex_);
  check(closed_, "only what is closed comes to an end");
  check(worker_ != std::this_thread::get_id(), "no task waits for itself");
  idle_.wait(lock, [this] { return !busy_; });
}

bool SerialExecutor::over() const {
  const std::scoped_lock lock(mutex_);
  return closed_ && !busy_;
}

}  // namespace telltale::remote
