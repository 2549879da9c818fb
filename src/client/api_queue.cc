// SPDX-License-Identifier: Apache-2.0
#include "client/api_queue.h"

#include "base/text.h"
#include "client/answer.h"
#include "client/retry_after.h"

namespace telltale::client {
namespace {

constexpr std::chrono::milliseconds backoff_first{200};
constexpr std::chrono::milliseconds backoff_max{10'000};
// Handed over in one go; then others have their turn on the scheduler's thread.
constexpr std::size_t served_at_once_max = 256;

constexpr int too_many_requests = 429;
constexpr int server_errors_from = 500;

}  // namespace

// What a caller holds of a stream; outlives the Api without harm.
class Api::Queue::StreamHandle final : public PendingRequest {
 public:
  StreamHandle(std::weak_ptr<Queue> queue, Held errand)
      : queue_(std::move(queue)), errand_(std::move(errand)) {}
  ~StreamHandle() override { cancel(); }
  StreamHandle(const StreamHandle&) = delete;
  StreamHandle& operator=(const StreamHandle&) = delete;

  void cancel() override {
    if (const auto queue = queue_.lock()) queue->let_go(errand_);
  }

 private:
  std::weak_ptr<Queue> queue_;
  Held errand_;
};

Api::Queue::Queue(Transport& transport, Scheduler& scheduler, const Clock& clock,
                  std::uint64_t seed, const ApiLimits& limits)
    : transport_(transport),
      scheduler_(scheduler),
      clock_(clock),
      limits_(limits),
      bucket_(limits.qps, limits.burst),
      seeds_(seed) {}

void Api::Queue::send(Outgoing request, Then then) {
  const auto errand = std::make_shared<Errand>();
  errand->request = std::move(request);
  errand->then = std::move(then);
  enter(errand);
}

std::unique_ptr<PendingRequest> Api::Queue::stream(Outgoing request, StreamSink sink) {
  const auto errand = std::make_shared<Errand>();
  errand->request = std::move(request);
  errand->sink = std::move(sink);
  errand->is_stream = true;
  enter(errand);
  return std::make_unique<StreamHandle>(weak_from_this(), errand);
}

void Api::Queue::enter(const Held& errand) {
  const std::scoped_lock lock(mutex_);
  if (closed_) return;
  errand->id = ++last_id_;
  const bool is_full = held_.size() >= limits_.waiting_max;
  held_.emplace(errand->id, errand);
  if (is_full) {
    errand->resting = scheduler_.after({}, [weak = weak_from_this(), id = errand->id] {
      if (const auto queue = weak.lock()) queue->refuse(id);
    });
    return;
  }
  if (out_of_tokens_) note_throttled(*errand);
  waiting_.push_back(errand);
  call_service({});
}

void Api::Queue::note_throttled(Errand& errand) {
  if (!std::exchange(errand.throttled, true)) ++throttled_;
}

// With the mutex held. Whoever serves looks at the line again before leaving.
void Api::Queue::call_service(std::chrono::nanoseconds delay) {
  if (service_ != Service::Idle) return;
  service_ = Service::Due;
  appointment_ = scheduler_.after(std::chrono::ceil<std::chrono::milliseconds>(delay),
                                  [weak = weak_from_this()] {
                                    if (const auto queue = weak.lock()) queue->serve();
                                  });
}

void Api::Queue::serve() {
  std::unique_lock lock(mutex_);
  if (closed_) return;
  service_ = Service::Serving;
  out_of_tokens_ = false;
  std::size_t served = 0;
  while (const Held errand = served++ < served_at_once_max ? next_errand() : nullptr) {
    lock.unlock();
    start(errand);
    lock.lock();
    if (closed_) return;
  }
  service_ = Service::Idle;
  if (waiting_.empty()) return;
  // Asked once more rather than remembered: time has passed while others were served.
  call_service(out_of_tokens_ ? bucket_.wait(clock_.elapsed()) : std::chrono::nanoseconds{0});
}

// With the mutex held. Nothing when nobody waits or the rate is used up.
Api::Queue::Held Api::Queue::next_errand() {
  while (!waiting_.empty() && waiting_.front()->over) waiting_.pop_front();
  if (waiting_.empty()) return nullptr;
  if (bucket_.take(clock_.elapsed()) > std::chrono::nanoseconds{0}) {
    out_of_tokens_ = true;
    note_throttled(*waiting_.front());
    return nullptr;
  }
  Held errand = std::move(waiting_.front());
  waiting_.pop_front();
  ++errand->attempts;
  errand->begun_at = clock_.elapsed();
  return errand;
}

// The answer may be here, told and forgotten before the transport has said what is under way.
void Api::Queue::start(const Held& errand) {
  std::unique_ptr<PendingRequest> underway = hand_over(errand);
  const std::scoped_lock lock(mutex_);
  if (!errand->over) std::swap(errand->underway, underway);
  if (underway) spent_.push_back(std::move(underway));
}

std::unique_ptr<PendingRequest> Api::Queue::hand_over(const Held& errand) {
  const auto weak = weak_from_this();
  if (!errand->is_stream) {
    return transport_.send(errand->request, [weak, errand](Result<http::Response> answer) {
      if (const auto queue = weak.lock()) queue->take_answer(errand, std::move(answer));
    });
  }
  return transport_.stream(errand->request,
                           {.on_head =
                                [weak, errand](const http::Response& head) {
                                  if (const auto queue = weak.lock())
                                    queue->tell_head(errand, head);
                                },
                            .on_piece =
                                [errand](std::string_view piece) {
                                  const std::scoped_lock speaking(errand->speaking);
                                  if (!errand->silenced && errand->sink.on_piece)
                                    errand->sink.on_piece(piece);
                                },
                            .on_end =
                                [weak, errand](Result<void> result) {
                                  if (const auto queue = weak.lock())
                                    queue->tell_end(errand, std::move(result));
                                }});
}

void Api::Queue::refuse(std::uint64_t id) {
  Held errand;
  std::unique_ptr<ScheduledCall> kept;  // this very one
  {
    const std::scoped_lock lock(mutex_);
    const auto found = held_.find(id);
    if (closed_ || found == held_.end()) return;
    errand = found->second;
    kept = std::move(errand->resting);
  }
  const Error full{Error::Kind::TooLarge,
                   format("more than {} requests wait for the API server", limits_.waiting_max)};
  if (errand->is_stream) return tell_end(errand, fail(full));
  tell_answer(errand, fail(full));
}

void Api::Queue::take_answer(const Held& errand, Result<http::Response> answer) {
  std::vector<std::unique_ptr<PendingRequest>> spent;
  {
    const std::scoped_lock lock(mutex_);
    if (closed_ || errand->over) return;
    spent.swap(spent_);
    count(errand->request.method, answer ? format("{}", answer->status) : "error");
    if (const auto delay = rest_before_repeating(*errand, answer)) {
      spent.push_back(std::move(errand->underway));
      return rest(*errand, *delay);
    }
  }
  if (answer) answer = joined(std::move(*answer));
  tell_answer(errand, std::move(answer));
}

// With the mutex held. How long to wait before the request is made again; nothing when its answer
// stands.
std::optional<std::chrono::milliseconds> Api::Queue::rest_before_repeating(
    Errand& errand, const Result<http::Response>& answer) {
  if (errand.attempts >= limits_.attempts) return std::nullopt;
  if (answer && answer->status != too_many_requests && answer->status < server_errors_from) {
    return std::nullopt;
  }
  if (answer) {
    const auto asked = retry_after(*answer, clock_.now());
    if (asked || answer->status != too_many_requests) return asked;
  } else {
    const auto limit = errand.request.timeout;
    const bool timed_out = limit.count() > 0 && clock_.elapsed() - errand.begun_at >= limit;
    const bool was_lost = answer.error().kind == Error::Kind::Unreachable && !timed_out;
    if (!was_lost || errand.request.method != "GET") return std::nullopt;
  }
  if (!errand.backoff) errand.backoff.emplace(backoff_first, backoff_max, seeds_.next());
  return errand.backoff->next();
}

// With the mutex held.
void Api::Queue::rest(Errand& errand, std::chrono::milliseconds delay) {
  ++retries_;
  errand.resting = scheduler_.after(delay, [weak = weak_from_this(), id = errand.id] {
    if (const auto queue = weak.lock()) queue->rest_is_over(id);
  });
}

void Api::Queue::rest_is_over(std::uint64_t id) {
  const std::scoped_lock lock(mutex_);
  const auto found = held_.find(id);
  if (closed_ || found == held_.end()) return;
  found->second->resting.reset();  // this very one: nothing is waited for
  waiting_.push_back(found->second);
  call_service({});
}

void Api::Queue::tell_answer(const Held& errand, Result<http::Response> answer) {
  {
    const std::scoped_lock speaking(errand->speaking);
    if (!errand->silenced && errand->then) errand->then(std::move(answer));
  }
  finish(errand);
}

void Api::Queue::tell_head(const Held& errand, const http::Response& head) {
  {
    const std::scoped_lock lock(mutex_);
    if (closed_ || errand->over) return;
    errand->has_head = true;
    count(errand->request.method, format("{}", head.status));
  }
  const std::scoped_lock speaking(errand->speaking);
  if (!errand->silenced && errand->sink.on_head) errand->sink.on_head(head);
}

void Api::Queue::tell_end(const Held& errand, Result<void> result) {
  std::vector<std::unique_ptr<PendingRequest>> spent;
  {
    const std::scoped_lock lock(mutex_);
    if (closed_ || errand->over) return;
    spent.swap(spent_);
    if (!errand->has_head && errand->attempts > 0) count(errand->request.method, "error");
  }
  {
    const std::scoped_lock speaking(errand->speaking);
    if (!errand->silenced && errand->sink.on_end) errand->sink.on_end(std::move(result));
  }
  finish(errand);
}

void Api::Queue::finish(const Held& errand) {
  std::unique_ptr<PendingRequest> underway;
  std::unique_ptr<ScheduledCall> resting;
  const std::scoped_lock lock(mutex_);
  errand->over = true;
  underway = std::move(errand->underway);
  resting = std::move(errand->resting);
  held_.erase(errand->id);
}

void Api::Queue::let_go(const Held& errand) {
  {
    const std::scoped_lock speaking(errand->speaking);
    errand->silenced = true;
  }
  finish(errand);
}

void Api::Queue::close() {
  std::map<std::uint64_t, Held> held;
  std::unique_ptr<ScheduledCall> appointment;
  std::vector<std::unique_ptr<PendingRequest>> spent;
  {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    held = std::exchange(held_, {});
    waiting_.clear();
    appointment = std::move(appointment_);
  }
  // First the serving: it may be handing something over right now.
  appointment.reset();
  for (const auto& [id, errand] : held) let_go(errand);
  const std::scoped_lock lock(mutex_);
  spent.swap(spent_);
}

void Api::Queue::count(const std::string& method, std::string code) {
  ++counts_[{method, std::move(code)}];
}

ApiFigures Api::Queue::figures() const {
  const std::scoped_lock lock(mutex_);
  ApiFigures figures{.throttled = throttled_, .retries = retries_};
  for (const auto& [key, number] : counts_) {
    figures.requests.push_back({.method = key.first, .code = key.second, .count = number});
  }
  return figures;
}

}  // namespace telltale::client
