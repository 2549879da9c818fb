// SPDX-License-Identifier: Apache-2.0
#include "client/scheduler.h"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/check.h"
#include "base/clock.h"

namespace telltale::client {
namespace {

// A year; longer delays would overflow somewhere on the way to the operating system.
constexpr std::chrono::milliseconds delay_max{std::chrono::days{365}};

// The appointments and who keeps them, shared with every ScheduledCall, which may outlive the
// thread.
class Book {
 public:
  // When, and which of those that fall due then.
  using Slot = std::pair<std::chrono::nanoseconds, std::uint64_t>;

  Slot enter(std::chrono::milliseconds delay, std::function<void()> task);
  void take_back(const Slot& slot);
  void keep_all();
  void close();

 private:
  void wait_for_next(std::unique_lock<std::mutex>& lock);
  void keep_next(std::unique_lock<std::mutex>& lock);

  SystemClock clock_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::condition_variable kept_;
  std::map<Slot, std::function<void()>> tasks_;
  std::uint64_t made_ = 0;
  std::optional<Slot> running_;
  std::thread::id keeper_;
  bool closed_ = false;
};

Book::Slot Book::enter(std::chrono::milliseconds delay, std::function<void()> task) {
  const auto due = clock_.elapsed() + std::clamp(delay, std::chrono::milliseconds{0}, delay_max);
  const std::scoped_lock lock(mutex_);
  const Slot slot{due, made_++};
  const auto place = tasks_.emplace(slot, std::move(task)).first;
  if (place == tasks_.begin()) changed_.notify_one();
  return slot;
}

void Book::take_back(const Slot& slot) {
  std::unique_lock lock(mutex_);
  // Destroyed without the lock: a task may own appointments of its own.
  const auto dropped = tasks_.extract(slot);
  if (keeper_ != std::this_thread::get_id()) {
    kept_.wait(lock, [&] { return running_ != slot; });
  }
  lock.unlock();
}

void Book::keep_all() {
  std::unique_lock lock(mutex_);
  keeper_ = std::this_thread::get_id();
  while (!closed_) {
    const bool is_due = !tasks_.empty() && tasks_.begin()->first.first <= clock_.elapsed();
    if (is_due) {
      keep_next(lock);
    } else {
      wait_for_next(lock);
    }
  }
  // Tasks may own appointments, which own this book: nobody but us breaks that circle.
  const auto dropped = std::exchange(tasks_, {});
  lock.unlock();
}

void Book::wait_for_next(std::unique_lock<std::mutex>& lock) {
  if (tasks_.empty()) return changed_.wait(lock);
  changed_.wait_for(lock, tasks_.begin()->first.first - clock_.elapsed());
}

// The task is destroyed before anybody who waits for it goes on: what it refers to may then die.
void Book::keep_next(std::unique_lock<std::mutex>& lock) {
  auto next = tasks_.extract(tasks_.begin());
  running_ = next.key();
  lock.unlock();
  next.mapped()();
  next.mapped() = {};
  lock.lock();
  running_.reset();
  kept_.notify_all();
}

void Book::close() {
  const std::scoped_lock lock(mutex_);
  check(keeper_ != std::this_thread::get_id(), "a Scheduler is not destroyed by its own task");
  closed_ = true;
  changed_.notify_one();
}

class Kept final : public ScheduledCall {
 public:
  Kept(std::shared_ptr<Book> book, const Book::Slot& slot) : book_(std::move(book)), slot_(slot) {}
  ~Kept() override { book_->take_back(slot_); }

 private:
  std::shared_ptr<Book> book_;
  Book::Slot slot_;
};

// Safe to share between threads.
class ThreadScheduler final : public Scheduler {
 public:
  ThreadScheduler()
      : book_(std::make_shared<Book>()), thread_([book = book_] { book->keep_all(); }) {}
  ~ThreadScheduler() override {
    book_->close();
    thread_.join();
  }
  ThreadScheduler(const ThreadScheduler&) = delete;
  ThreadScheduler& operator=(const ThreadScheduler&) = delete;

  std::unique_ptr<ScheduledCall> after(std::chrono::milliseconds delay,
                                       std::function<void()> task) override {
    return std::make_unique<Kept>(book_, book_->enter(delay, std::move(task)));
  }

 private:
  std::shared_ptr<Book> book_;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Scheduler> make_thread_scheduler() { return std::make_unique<ThreadScheduler>(); }

}  // namespace telltale::client
