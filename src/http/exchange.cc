// SPDX-License-Identifier: Apache-2.0
#include "http/exchange.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace telltale::http {

Response refusal(const Refuse& refuse, int status, std::string_view sentence) {
  if (refuse) return refuse(status, sentence);
  return {.status = status,
          .content_type = "text/plain; charset=utf-8",
          .body = format("{}\n", sentence)};
}

Exchange::Exchange(Bell& bell, std::size_t pending_bytes_max, const Refuse& refuse)
    : pending_bytes_max_(pending_bytes_max), refuse_(refuse), bell_(&bell) {}

void Exchange::ring_locked() {
  if (bell_ != nullptr) bell_->ring();
}

void Exchange::queue_locked(std::shared_ptr<const std::string> piece) {
  if (piece->empty()) return;
  pending_ += piece->size();
  pieces_.push_back(std::move(piece));
}

void Exchange::send(Response response) {
  const std::lock_guard lock(mutex_);
  if (bell_ != nullptr) send_locked(std::move(response));
}

void Exchange::send_locked(Response response) {
  queue_locked(std::make_shared<const std::string>(std::exchange(response.body, {})));
  for (auto& piece : std::exchange(response.pieces, {})) queue_locked(std::move(piece));
  answer_ = Answer{std::move(response), Answer::Form::Whole, pending_};
  finished_ = true;
  ring_locked();
}

std::shared_ptr<Stream> Exchange::stream(Response head) {
  const std::lock_guard lock(mutex_);
  if (bell_ != nullptr) {
    auto body = std::make_shared<const std::string>(std::move(head.body));
    head.body.clear();
    answer_ = Answer{std::move(head), Answer::Form::Streamed, 0};
    queue_locked(std::move(body));
    ring_locked();
  }
  return shared_from_this();
}

void Exchange::hang_up() {
  const std::lock_guard lock(mutex_);
  broken_ = true;
  ring_locked();
}

void Exchange::forget() {
  const std::lock_guard lock(mutex_);
  // Without a bell the server may be gone, and its words with it.
  if (bell_ == nullptr) return;
  send_locked(refusal(refuse_, 500, "the request was dropped without an answer"));
}

bool Exchange::write(std::shared_ptr<const std::string> piece) {
  const std::lock_guard lock(mutex_);
  if (bell_ == nullptr || finished_ || broken_) return false;
  // A single large piece may pass an empty queue, so that it can be delivered at all.
  if (pending_ > 0 && piece->size() > pending_bytes_max_ - std::min(pending_, pending_bytes_max_)) {
    broken_ = true;
    ring_locked();
    return false;
  }
  queue_locked(std::move(piece));
  ring_locked();
  return true;
}

void Exchange::finish() {
  const std::lock_guard lock(mutex_);
  if (finished_) return;
  finished_ = true;
  ring_locked();
}

bool Exchange::open() const {
  const std::lock_guard lock(mutex_);
  return bell_ != nullptr && !finished_ && !broken_;
}

void Exchange::on_end(std::function<void()> then) {
  {
    const std::lock_guard lock(mutex_);
    if (bell_ != nullptr) {
      then_ = std::move(then);
      return;
    }
  }
  then();
}

std::optional<Answer> Exchange::take_answer() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answer_, std::nullopt);
}

std::size_t Exchange::pending() const {
  const std::lock_guard lock(mutex_);
  return pending_;
}

void Exchange::take(std::string& out, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  check(bytes <= pending_, "no more is taken than was written");
  pending_ -= bytes;
  while (bytes > 0) {
    const std::string& first = *pieces_.front();
    const std::size_t some = std::min(bytes, first.size() - first_offset_);
    out.append(first, first_offset_, some);
    first_offset_ += some;
    bytes -= some;
    if (first_offset_ < first.size()) continue;
    pieces_.pop_front();
    first_offset_ = 0;
  }
}

bool Exchange::complete() const {
  const std::lock_guard lock(mutex_);
  return finished_ && pending_ == 0 && !answer_;
}

bool Exchange::broken() const {
  const std::lock_guard lock(mutex_);
  return broken_;
}

void Exchange::end() {
  std::function<void()> then;
  {
    const std::lock_guard lock(mutex_);
    if (bell_ == nullptr) return;
    bell_ = nullptr;
    pieces_.clear();
    pending_ = 0;
    then = std::move(then_);
  }
  if (then) then();
}

}  // namespace telltale::http
