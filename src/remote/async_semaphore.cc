// SPDX-License-Identifier: Apache-2.0
#include "remote/async_semaphore.h"

#include <utility>

namespace telltale::remote {

class AsyncSemaphore::Line : public std::enable_shared_from_this<Line> {
 public:
  explicit Line(std::size_t free) : free_(free) {}

  void join(Take take);
  void give_back();
  void close();

 private:
  void serve(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::size_t free_;
  std::deque<Take> waiting_;  // as many as there are clusters, at most
  bool serving_ = false;
  bool closed_ = false;
};

class AsyncSemaphore::Ticket final : public Held {
 public:
  explicit Ticket(std::shared_ptr<Line> line) : line_(std::move(line)) {}
  ~Ticket() override { line_->give_back(); }
  Ticket(const Ticket&) = delete;
  Ticket& operator=(const Ticket&) = delete;

 private:
  std::shared_ptr<Line> line_;
};

void AsyncSemaphore::Line::join(Take take) {
  std::unique_lock lock(mutex_);
  if (closed_) return;
  waiting_.push_back(std::move(take));
  serve(lock);
}

void AsyncSemaphore::Line::give_back() {
  std::unique_lock lock(mutex_);
  ++free_;
  serve(lock);
}

void AsyncSemaphore::Line::close() {
  std::deque<Take> dropped;
  const std::scoped_lock lock(mutex_);
  closed_ = true;
  dropped.swap(waiting_);
}

// A callback may drop its permit before it returns, which leads here again, one level deeper for
// everybody in line. Therefore one thread serves the line, and others only add to it.
void AsyncSemaphore::Line::serve(std::unique_lock<std::mutex>& lock) {
  if (serving_) return;
  serving_ = true;
  while (free_ > 0 && !waiting_.empty()) {
    Take take = std::move(waiting_.front());
    waiting_.pop_front();
    --free_;
    lock.unlock();
    take(std::make_shared<const Ticket>(shared_from_this()));
    take = {};
    lock.lock();
  }
  serving_ = false;
}

AsyncSemaphore::AsyncSemaphore(std::size_t count) : line_(std::make_shared<Line>(count)) {}
AsyncSemaphore::~AsyncSemaphore() { line_->close(); }

void AsyncSemaphore::acquire(Take take) { line_->join(std::move(take)); }

}  // namespace telltale::remote
