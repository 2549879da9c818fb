// SPDX-License-Identifier: Apache-2.0
#include "dump/reader_pool.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace telltale::dump {

ReaderPool::ReaderPool(unsigned threads, const Limits& limits, const json::SelectFields& choose,
                       Take take)
    : take_(std::move(take)) {
  const unsigned wanted = std::clamp(threads, 1U, threads_max);
  for (unsigned index = 0; index < wanted; ++index) {
    readers_.push_back(std::make_unique<BatchReader>(limits, choose));
  }
  try {
    for (unsigned index = 1; index < wanted; ++index) {
      threads_.emplace_back([this, &reader = *readers_[index]] { work(reader); });
    }
  } catch (const std::system_error&) {
    // Fewer threads do the same work, only later.
    readers_.resize(threads_.size() + 1);
  }
  queue_max_ = threads_.size();
}

ReaderPool::~ReaderPool() { dismiss(); }

void ReaderPool::dismiss() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  work_to_do_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void ReaderPool::work(BatchReader& reader) {
  std::unique_lock lock(mutex_);
  for (;;) {
    work_to_do_.wait(lock, [this] { return is_over_ || !queue_.empty(); });
    if (queue_.empty()) return;
    read_one(lock, reader);
    work_done_.notify_one();
  }
}

void ReaderPool::read_one(std::unique_lock<std::mutex>& lock, BatchReader& reader) {
  const std::shared_ptr<Job> job = std::move(queue_.front());
  queue_.pop_front();
  lock.unlock();
  Reading reading;
  std::optional<Error> error;
  try {
    reading = reader.read(job->batch);
  } catch (const std::exception& thrown) {
    error = Error{Error::Kind::Internal, thrown.what()};
  }
  job->batch = {};
  lock.lock();
  if (error && !error_) error_ = error;
  job->reading = std::move(reading);
}

void ReaderPool::take_ready(std::unique_lock<std::mutex>& lock) {
  while (!jobs_.empty() && jobs_.front()->reading) {
    const std::shared_ptr<Job> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    if (job->reading->file) take_(std::move(*job->reading));
    lock.lock();
  }
}

void ReaderPool::put(Batch batch) {
  auto job = std::make_shared<Job>();
  job->batch = std::move(batch);
  std::unique_lock lock(mutex_);
  jobs_.push_back(job);
  queue_.push_back(std::move(job));
  work_to_do_.notify_one();
  while (queue_.size() > queue_max_) read_one(lock, *readers_.front());
  take_ready(lock);
  while (jobs_.size() > ahead_max) {
    if (!queue_.empty()) {
      read_one(lock, *readers_.front());
    } else {
      work_done_.wait(lock, [this] { return jobs_.front()->reading.has_value(); });
    }
    take_ready(lock);
  }
}

Result<void> ReaderPool::finish() {
  std::unique_lock lock(mutex_);
  while (!queue_.empty()) read_one(lock, *readers_.front());
  lock.unlock();
  dismiss();
  lock.lock();
  take_ready(lock);
  if (error_) return fail(*error_);
  return {};
}

std::vector<Arena> ReaderPool::take_arenas() {
  std::vector<Arena> arenas;
  for (const auto& reader : readers_) arenas.push_back(reader->take_arena());
  return arenas;
}

Instant ReaderPool::newest() const {
  Instant newest = no_time;
  for (const auto& reader : readers_) newest = std::max(newest, reader->newest());
  return newest;
}

}  // namespace telltale::dump
