// SPDX-License-Identifier: Apache-2.0
#include "server/watch/change_feed.h"

#include <utility>

namespace telltale::server {
namespace {

std::size_t bytes_of(const store::Change& change) {
  return change.key.size() + (change.value ? change.value->size() : 0) +
         (change.before ? change.before->size() : 0);
}

}  // namespace

ChangeFeed::ChangeFeed(Post post, Tell tell) : post_(std::move(post)), tell_(std::move(tell)) {}

bool ChangeFeed::push(const store::Change& change) {
  const std::lock_guard lock(mutex_);
  const std::size_t bytes = bytes_of(change);
  if (waiting_.size() == waiting_max || waiting_bytes_ + bytes > waiting_bytes_max) {
    waiting_.clear();
    waiting_bytes_ = 0;
    return false;
  }
  waiting_.push_back(change);
  waiting_bytes_ += bytes;
  if (!is_posted_) post_job();
  return true;
}

bool ChangeFeed::idle() const {
  const std::lock_guard lock(mutex_);
  return waiting_.empty() && telling_ == 0;
}

void ChangeFeed::nudge() {
  const std::lock_guard lock(mutex_);
  if (!is_posted_ && !waiting_.empty()) post_job();
}

store::Revision ChangeFeed::told(store::Revision heard) const {
  const std::lock_guard lock(mutex_);
  if (telling_ != 0) return telling_ - 1;
  return waiting_.empty() ? heard : waiting_.front().revision - 1;
}

// With the mutex held.
void ChangeFeed::post_job() {
  is_posted_ = post_([self = shared_from_this()] { self->work(); });
}

std::vector<store::Change> ChangeFeed::take_batch() {
  const std::lock_guard lock(mutex_);
  std::vector<store::Change> batch;
  while (!waiting_.empty() && batch.size() < batch_max) {
    waiting_bytes_ -= bytes_of(waiting_.front());
    batch.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
  }
  telling_ = batch.empty() ? 0 : batch.front().revision;
  return batch;
}

// One batch for each job: others wait for a worker, too.
void ChangeFeed::end_batch() {
  const std::lock_guard lock(mutex_);
  telling_ = 0;
  is_posted_ = false;
  if (!waiting_.empty()) post_job();
}

void ChangeFeed::work() {
  // Also when telling throws: whatever comes later is told.
  struct Batch {
    ChangeFeed& feed;
    const std::vector<store::Change> changes;
    ~Batch() { feed.end_batch(); }
  };
  const Batch batch{*this, take_batch()};
  if (!batch.changes.empty()) tell_(batch.changes);
}

}  // namespace telltale::server
