// SPDX-License-Identifier: Apache-2.0
#include "live/inbox.h"

#include <utility>

namespace telltale::live {

void Inbox::post(Task task, std::size_t bytes) {
  {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return closed_ || bytes_ < bytes_max; });
    if (closed_) return;
    bytes_ += bytes;
    tasks_.push_back(std::move(task));
  }
  arrived_.notify_one();
}

void Inbox::post_now(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    tasks_.push_back(std::move(task));
  }
  arrived_.notify_one();
}

std::vector<Inbox::Task> Inbox::take(std::chrono::milliseconds patience) {
  std::vector<Task> taken;
  {
    std::unique_lock lock(mutex_);
    arrived_.wait_for(lock, patience, [&] { return closed_ || !tasks_.empty(); });
    taken.swap(tasks_);
    bytes_ = 0;
  }
  room_.notify_all();
  return taken;
}

void Inbox::close() {
  std::vector<Task> dropped;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    dropped.swap(tasks_);
  }
  arrived_.notify_all();
  room_.notify_all();
}

std::size_t Inbox::waiting() const {
  const std::lock_guard lock(mutex_);
  return tasks_.size();
}

}  // namespace telltale::live
