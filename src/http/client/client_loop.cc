// SPDX-License-Identifier: Apache-2.0
#include "http/client/client_loop.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <curl/curl.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/text.h"
#include "http/client/client_easy.h"
#include "http/client/client_inbox.h"

namespace telltale::http {
namespace {

using Nanoseconds = std::chrono::nanoseconds;
using Milliseconds = std::chrono::milliseconds;

constexpr Nanoseconds never = Nanoseconds::max();
constexpr std::string_view shut_down = "the client is being shut down";
constexpr int last_rounds_max = 100;
constexpr Milliseconds nudge_every{100};
constexpr Milliseconds nap_max{60'000};  // libcurl wakes by itself for whatever it waits for

class Ongoing final : public OngoingCall {
 public:
  Ongoing(std::shared_ptr<CallInbox> inbox, std::shared_ptr<CallGate> gate, CallNumber number)
      : inbox_(std::move(inbox)), gate_(std::move(gate)), number_(number) {}
  Ongoing(const Ongoing&) = delete;
  Ongoing& operator=(const Ongoing&) = delete;
  ~Ongoing() override { cancel(); }

  void cancel() override {
    if (gate_ == nullptr) return;
    gate_->close();
    inbox_->cancel(number_);
    gate_.reset();
  }

 private:
  std::shared_ptr<CallInbox> inbox_;
  std::shared_ptr<CallGate> gate_;
  CallNumber number_;
};

// When which call is to be looked at next.
class Timetable {
 public:
  void put(CallNumber number, Nanoseconds& at, Nanoseconds next) {
    if (at == next) return;
    queue_.erase({at, number});
    at = next;
    if (at != never) queue_.emplace(at, number);
  }
  // The first that is due, if any is.
  std::optional<CallNumber> first(Nanoseconds now) const {
    if (next() > now) return std::nullopt;
    return queue_.begin()->second;
  }
  Nanoseconds next() const { return queue_.empty() ? never : queue_.begin()->first; }

  std::size_t unanswered = 0;  // calls that still wait for the head of an answer

 private:
  std::set<std::pair<Nanoseconds, CallNumber>> queue_;
};

// One call between its first step and its end; lives on the loop's thread.
class Transfer final : public Listener {
 public:
  Transfer(IncomingCall& incoming, Timetable& timetable, const Clock& clock)
      : number(incoming.number),
        gate_(std::move(incoming.gate)),
        timetable_(timetable),
        clock_(clock),
        started_(clock.elapsed()) {
    ++timetable_.unanswered;
  }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  ~Transfer() override {
    timetable_.put(number, queued_at_, never);
    if (!has_head_) --timetable_.unanswered;
  }

  bool hear_head(Response head) override {
    has_head_ = true;
    --timetable_.unanswered;
    last_heard_ = clock_.elapsed();
    schedule();
    return gate_->tell([&](const CallSink& sink) {
      if (sink.on_head) sink.on_head(head);
    });
  }
  // Its place in the timetable is not moved for every piece, only when its time has come.
  bool hear_piece(std::string_view piece) override {
    last_heard_ = clock_.elapsed();
    return gate_->tell([&](const CallSink& sink) {
      if (sink.on_piece) sink.on_piece(piece);
    });
  }
  void end(Result<void> outcome) { gate_->end(std::move(outcome)); }

  void schedule() { timetable_.put(number, queued_at_, due()); }
  Nanoseconds due() const {
    const Call& call = request->call();
    const Nanoseconds next =
        has_head_ ? after(last_heard_, call.silence) : after(started_, call.head);
    return std::min(next, after(started_, call.whole));
  }
  std::string why_late(Nanoseconds now) const {
    const Call& call = request->call();
    if (now >= after(started_, call.whole)) return late("no complete answer within", call.whole);
    if (!has_head_) return late("no answer within", call.head);
    return late("no byte for", call.silence);
  }

  const CallNumber number;
  std::unique_ptr<EasyRequest> request = {};

 private:
  static Nanoseconds after(Nanoseconds start, Milliseconds time) {
    return time.count() == 0 ? never : start + time;
  }
  static std::string late(std::string_view what, Milliseconds time) {
    if (time.count() % 1000 == 0) return format("{} {} s", what, time.count() / 1000);
    return format("{} {} ms", what, time.count());
  }

  std::shared_ptr<CallGate> gate_;
  Timetable& timetable_;
  const Clock& clock_;
  const Nanoseconds started_;
  Nanoseconds queued_at_ = never;
  Nanoseconds last_heard_{0};
  bool has_head_ = false;
};

class MultiLoop final : public ClientLoop {
 public:
  MultiLoop(CURLM* multi, const LoopLimits& limits)
      : multi_(multi), inbox_(std::make_shared<CallInbox>(multi)) {
    const auto set = [&](CURLMoption option, std::size_t value) {
      curl_multi_setopt(multi_, option, static_cast<long>(value));
    };
    set(CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.connections);
    set(CURLMOPT_MAX_HOST_CONNECTIONS, limits.connections_per_host);
    set(CURLMOPT_MAX_CONCURRENT_STREAMS, limits.streams_per_connection);
    set(CURLMOPT_MAXCONNECTS, limits.idle_connections);
    thread_ = std::thread([this] { run(); });
  }
  MultiLoop(const MultiLoop&) = delete;
  MultiLoop& operator=(const MultiLoop&) = delete;
  ~MultiLoop() override {
    check(std::this_thread::get_id() != thread_.get_id(), "a loop is not ended by its own calls");
    stop();
    inbox_->quit();
    thread_.join();
    inbox_->disconnect();
    curl_easy_cleanup(nudge_);
    curl_multi_cleanup(multi_);
  }

  std::unique_ptr<OngoingCall> stream(Call call, CallSink sink) override {
    auto gate = std::make_shared<CallGate>(std::move(sink));
    const CallNumber number = inbox_->add(std::move(call), gate);
    return std::make_unique<Ongoing>(inbox_, std::move(gate), number);
  }
  std::unique_ptr<OngoingCall> send(Call call, std::function<void(Result<Response>)> then) override;
  void stop() override {
    inbox_->stop();
    if (std::this_thread::get_id() != thread_.get_id()) inbox_->wait_until_stopped();
  }

 private:
  void run();
  bool read_letters();  // whether there was a new call
  void begin(IncomingCall incoming);
  void drop(CallNumber number);
  void finish_those_done();
  void finish(Transfer& transfer, const Result<void>& outcome);
  void end_late();
  void end_all();
  void nudge();
  int nap() const;

  CURLM* const multi_;
  CURL* const nudge_ = curl_easy_init();
  Nanoseconds nudged_{0};
  const std::shared_ptr<CallInbox> inbox_;
  const SystemClock clock_;
  Timetable timetable_;
  std::unordered_map<CallNumber, std::unique_ptr<Transfer>> transfers_;
  bool stopping_ = false;
  bool quitting_ = false;
  std::thread thread_;
};

std::unique_ptr<OngoingCall> MultiLoop::send(Call call,
                                             std::function<void(Result<Response>)> then) {
  // Only the loop's thread touches it.
  auto response = std::make_shared<Response>();
  return stream(std::move(call),
                {.on_head = [response](const Response& head) { *response = head; },
                 .on_piece = [response](std::string_view piece) { response->body.append(piece); },
                 .on_end =
                     [response, then = std::move(then)](const Result<void>& outcome) {
                       if (!then) return;
                       if (!outcome) return then(fail(outcome.error()));
                       then(std::move(*response));
                     }});
}

void MultiLoop::run() {
  while (!quitting_) {
    read_letters();
    int running = 0;
    curl_multi_perform(multi_, &running);
    finish_those_done();
    end_late();
    if (stopping_) end_all();
    nudge();
    if (!quitting_) curl_multi_poll(multi_, nullptr, 0, nap(), nullptr);
  }
  // Those who were told of an end may have asked for something else.
  for (int round = 0; round < last_rounds_max && read_letters(); ++round) continue;
}

bool MultiLoop::read_letters() {
  CallInbox::Letters letters = inbox_->take();
  stopping_ = letters.stopping;
  quitting_ = letters.quitting;
  for (IncomingCall& incoming : letters.calls) begin(std::move(incoming));
  for (const CallNumber number : letters.cancelled) drop(number);
  return !letters.calls.empty();
}

void MultiLoop::begin(IncomingCall incoming) {
  auto transfer = std::make_unique<Transfer>(incoming, timetable_, clock_);
  auto request = EasyRequest::make(std::move(incoming.call), *transfer);
  if (!request) return transfer->end(fail(request.error()));
  transfer->request = std::move(*request);
  CURL* const handle = transfer->request->handle();
  if (stopping_) return transfer->end(fail(transfer->request->unreachable(shut_down)));
  curl_easy_setopt(handle, CURLOPT_PRIVATE, static_cast<void*>(transfer.get()));
  if (curl_multi_add_handle(multi_, handle) != CURLM_OK) {
    return transfer->end(fail(Error::Kind::Internal, "libcurl takes no more calls"));
  }
  transfer->schedule();
  transfers_.emplace(transfer->number, std::move(transfer));
}

void MultiLoop::drop(CallNumber number) {
  const auto found = transfers_.find(number);
  if (found == transfers_.end()) return;
  found->second->request->abandon();
  curl_multi_remove_handle(multi_, found->second->request->handle());
  transfers_.erase(found);
}

void MultiLoop::finish_those_done() {
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode code = message->data.result;
    Transfer* transfer = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
    finish(*transfer, transfer->request->outcome(code));
  }
}

// The transfer leaves libcurl before its end is told: what follows finds the connection free.
void MultiLoop::finish(Transfer& transfer, const Result<void>& outcome) {
  const auto owned = transfers_.extract(transfer.number);
  curl_multi_remove_handle(multi_, transfer.request->handle());
  transfer.end(outcome);
}

void MultiLoop::end_late() {
  const Nanoseconds now = clock_.elapsed();
  while (const auto number = timetable_.first(now)) {
    Transfer& transfer = *transfers_.at(*number);
    if (transfer.due() > now) {
      transfer.schedule();
    } else {
      transfer.request->abandon();
      finish(transfer, fail(transfer.request->unreachable(transfer.why_late(now))));
    }
  }
}

void MultiLoop::end_all() {
  while (!transfers_.empty()) {
    Transfer& transfer = *transfers_.begin()->second;
    transfer.request->abandon();
    finish(transfer, fail(transfer.request->unreachable(shut_down)));
  }
  inbox_->say_stopped();
}

// libcurl can forget calls that wait for one of a limited number of connections until some timer of
// theirs fires. Whenever a call is taken from it, it looks at one that waits, so one that never
// began is put in and taken out now and then.
void MultiLoop::nudge() {
  const Nanoseconds now = clock_.elapsed();
  if (timetable_.unanswered == 0 || now - nudged_ < nudge_every || nudge_ == nullptr) return;
  nudged_ = now;
  if (curl_multi_add_handle(multi_, nudge_) == CURLM_OK) curl_multi_remove_handle(multi_, nudge_);
}

int MultiLoop::nap() const {
  const Nanoseconds nudging = timetable_.unanswered == 0 ? never : nudged_ + nudge_every;
  const Nanoseconds next = std::min(timetable_.next(), nudging);
  if (next == never) return static_cast<int>(nap_max.count());
  const auto left = std::chrono::ceil<Milliseconds>(next - clock_.elapsed());
  return static_cast<int>(std::clamp(left, Milliseconds(0), nap_max).count());
}

}  // namespace

Result<std::unique_ptr<ClientLoop>> ClientLoop::start(const LoopLimits& limits) {
  // Counted by libcurl, and never taken back: others in this process may still use it.
  if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    return fail(Error::Kind::Internal, "libcurl cannot be used");
  }
  CURLM* const multi = curl_multi_init();
  if (multi == nullptr) return fail(Error::Kind::Internal, "libcurl cannot be used");
  return std::make_unique<MultiLoop>(multi, limits);
}

}  // namespace telltale::http
