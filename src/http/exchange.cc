// SPDX-License-Identifier: Apache-2.0
#include "http/exchange.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace telltale::http {
namespace {

// Of what a client has left, one of its answers may hold this part.
constexpr std::size_t parts_of_what_is_left = 8;
// Sources that wait for one before them.
constexpr std::size_t behind_max = 1000;

std::size_t bytes_of(const Response& response) {
  std::size_t bytes = response.body.size();
  for (const auto& piece : response.pieces) bytes += piece->size();
  return response.rest ? std::max(bytes, Exchange::made_bytes) + response.rest->bytes : bytes;
}

}  // namespace

Response refusal(const Refuse& refuse, int status, std::string_view sentence) {
  if (refuse) return refuse(status, sentence);
  return {.status = status,
          .content_type = "text/plain; charset=utf-8",
          .body = format("{}\n", sentence)};
}

Exchange::Exchange(Bell& bell, std::size_t pending_bytes_max, const Refuse& refuse)
    : pending_bytes_max_(pending_bytes_max), refuse_(refuse), bell_(&bell) {}

void Exchange::charge(Hold hold, Repeatable repeatable) {
  const std::lock_guard lock(mutex_);
  hold.resize_anyway(held_locked());
  hold_ = std::move(hold);
  repeatable_ = repeatable;
}

void Exchange::ring_locked() {
  if (bell_ != nullptr) bell_->ring();
}

void Exchange::break_locked() {
  broken_ = true;
  ring_locked();
}

void Exchange::queue_locked(Piece piece) {
  if (piece->empty()) return;
  if (source_) {
    behind_bytes_ += piece->size();
    behind_.push_back({std::move(piece), nullptr});
    return;
  }
  pending_ += piece->size();
  pieces_.push_back(std::move(piece));
}

// The source is exhausted: what came behind it is due, up to the next one.
void Exchange::go_on_locked() {
  source_ = nullptr;
  while (!behind_.empty() && !source_) {
    Behind next = std::move(behind_.front());
    behind_.pop_front();
    if (next.source) {
      source_ = std::move(next.source);
    } else {
      behind_bytes_ -= next.piece->size();
      queue_locked(std::move(next.piece));
    }
  }
}

std::size_t Exchange::held_locked() const {
  // A piece is there as long as some of it is.
  const std::size_t waiting = pending_ + first_offset_ + behind_bytes_;
  return source_ ? std::max(waiting, made_bytes) + source_->bytes : waiting;
}

void Exchange::send(Response response) {
  {
    const std::lock_guard lock(mutex_);
    if (bell_ == nullptr) return;
    send_locked(std::move(response));
  }
  ask_for_more();
}

bool Exchange::charge_locked(std::size_t answer_bytes) {
  if (answer_bytes > small_bytes) return hold_.resize(answer_bytes);
  hold_.resize_anyway(answer_bytes);
  return true;
}

void Exchange::send_locked(Response response) {
  if (!charge_locked(bytes_of(response))) {
    if (repeatable_ == Repeatable::No) return break_locked();
    response = refusal(refuse_, 429, "too much waits to be read by this client; try again later");
    hold_.resize_anyway(bytes_of(response));
  }
  queue_locked(std::make_shared<const std::string>(std::exchange(response.body, {})));
  for (auto& piece : std::exchange(response.pieces, {})) queue_locked(std::move(piece));
  auto form = Answer::Form::Whole;
  if (auto rest = std::exchange(response.rest, std::nullopt)) {
    source_ = std::make_shared<const Source>(std::move(*rest));
    form = Answer::Form::Made;
  }
  answer_ = Answer{std::move(response), form, pending_};
  has_end_ = true;
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
    hold_.resize_anyway(held_locked());
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
  // Without a bell the server may be gone, and its words with it. What a session has refused by
  // itself is answered.
  if (bell_ == nullptr || has_end_) return;
  send_locked(refusal(refuse_, 500, "the request was dropped without an answer"));
}

// A single large piece may pass an empty queue, so that it can be delivered at all. Otherwise one
// answer gets a part of what is left: the more of them wait, the less, and something always remains
// for those that are read.
bool Exchange::has_room_locked(std::size_t more) {
  const std::size_t waiting = pending_ + behind_bytes_;
  const std::size_t most = std::min(pending_bytes_max_, hold_.left() / parts_of_what_is_left);
  if (waiting > 0 && more > most - std::min(waiting, most)) {
    hold_.note_refusal(Budget::Limit::Stream);
    return false;
  }
  return hold_.resize(std::max(held_locked(), waiting + first_offset_ + more));
}

bool Exchange::write(Piece piece) {
  const std::lock_guard lock(mutex_);
  if (bell_ == nullptr || finished_ || broken_) return false;
  if (!has_room_locked(piece->size())) {
    break_locked();
    return false;
  }
  queue_locked(std::move(piece));
  ring_locked();
  return true;
}

bool Exchange::pull(Source source) {
  {
    const std::lock_guard lock(mutex_);
    if (bell_ == nullptr || finished_ || broken_) return false;
    auto shared = std::make_shared<const Source>(std::move(source));
    if (source_) {
      if (behind_.size() >= behind_max) {
        break_locked();
        return false;
      }
      behind_.push_back({nullptr, std::move(shared)});
      return true;
    }
    source_ = std::move(shared);
    if (!hold_.resize(held_locked())) {
      break_locked();
      return false;
    }
  }
  ask_for_more();
  return true;
}

// Asks without the lock: whoever runs the job may do so at once.
void Exchange::ask_for_more() {
  std::shared_ptr<const Source> source;
  {
    const std::lock_guard lock(mutex_);
    const bool wants = source_ && !is_making_ && bell_ != nullptr && !broken_;
    if (!wants || pending_ >= source_piece_bytes) return;
    is_making_ = true;
    source = source_;
  }
  if (source->run([self = shared_from_this(), source] { self->make(*source); })) return;
  const std::lock_guard lock(mutex_);
  break_locked();
}

void Exchange::make(const Source& source) {
  Result<Piece> made = fail(Error::Kind::Internal, "it threw");
  std::exception_ptr thrown;
  try {
    made = source.next();
  } catch (...) {
    thrown = std::current_exception();
  }
  {
    const std::lock_guard lock(mutex_);
    is_making_ = false;
    if (bell_ == nullptr || source_.get() != &source) return;
    if (!made) {
      break_locked();
    } else if (*made == nullptr) {
      go_on_locked();
      hold_.resize_anyway(held_locked());
      ring_locked();
    } else {
      pending_ += (*made)->size();
      if (!(*made)->empty()) pieces_.push_back(std::move(*made));
      if (!hold_.resize(held_locked())) break_locked();
      ring_locked();
    }
  }
  // Whoever runs jobs counts those that throw.
  if (thrown) std::rethrow_exception(thrown);
  ask_for_more();
}

void Exchange::finish() {
  const std::lock_guard lock(mutex_);
  if (finished_) return;
  finished_ = true;
  ring_locked();
}

void Exchange::finish_early() {
  const std::lock_guard lock(mutex_);
  if (has_end_ && source_) return break_locked();
  source_ = nullptr;
  behind_.clear();
  behind_bytes_ = 0;
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
  {
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
    hold_.resize_anyway(held_locked());
  }
  ask_for_more();
}

bool Exchange::complete() const {
  const std::lock_guard lock(mutex_);
  return finished_ && pending_ == 0 && !source_ && !answer_;
}

bool Exchange::broken() const {
  const std::lock_guard lock(mutex_);
  return broken_;
}

void Exchange::end() {
  std::function<void()> then;
  // Die after the lock: a source may hold much.
  std::shared_ptr<const Source> source;
  std::deque<Behind> behind;
  {
    const std::lock_guard lock(mutex_);
    if (bell_ == nullptr) return;
    bell_ = nullptr;
    pieces_.clear();
    first_offset_ = 0;
    pending_ = 0;
    source.swap(source_);
    behind.swap(behind_);
    behind_bytes_ = 0;
    hold_.release();
    then = std::move(then_);
  }
  if (then) then();
}

}  // namespace telltale::http
