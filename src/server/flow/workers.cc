// SPDX-License-Identifier: Apache-2.0
#include "server/flow/workers.h"

namespace telltale::server {
namespace {

// False when it threw: an error of one request must not end the others.
bool did(const std::function<void()>& job) {
  try {
    job();
    return true;
  } catch (...) {
    return false;
  }
}

}  // namespace

Workers::Workers(std::size_t threads, std::size_t queue_max) : queue_max_(queue_max) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Workers::~Workers() { finish(); }

bool Workers::post(std::function<void()> job) {
  const std::lock_guard lock(mutex_);
  if (ending_ || queue_.size() >= queue_max_) return false;
  queue_.push_back(std::move(job));
  call_one();
  return true;
}

// With the mutex held: the one called leaves only after that, so its bell is still there.
void Workers::call_one() {
  if (resting_.empty()) return;
  Resting* const one = resting_.back();
  resting_.pop_back();
  one->called = true;
  one->wake.notify_one();
}

void Workers::rest(std::unique_lock<std::mutex>& lock) {
  Resting self;
  resting_.push_back(&self);
  self.wake.wait(lock, [&] { return self.called; });
}

std::size_t Workers::resting() const {
  const std::lock_guard lock(mutex_);
  return resting_.size();
}

std::uint64_t Workers::thrown() const {
  const std::lock_guard lock(mutex_);
  return thrown_;
}

void Workers::finish() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    while (!resting_.empty()) call_one();
  }
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void Workers::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    while (queue_.empty() && !ending_) rest(lock);
    if (queue_.empty()) return;
    std::function<void()> job = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    const bool has_thrown = !did(job);
    job = nullptr;  // what it holds may answer when it is dropped: not with the lock held
    lock.lock();
    if (has_thrown) ++thrown_;
  }
}

}  // namespace telltale::server
