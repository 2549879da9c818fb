// SPDX-License-Identifier: Apache-2.0
#pragma once

// The world of a client, in the hands of a test: time that is stepped and servers that say what the
// test tells them to. Nothing sleeps and nothing listens.
//
//   ManualScheduler time;
//   ScriptedTransport transport;
//   Api api(transport, time, time.clock(), 1);
//   api.send({.target = "/version"}, then);
//   time.advance(0ms);                                   // the Api hands it to the transport
//   transport.last().answer(json_answer(200, "{}"));     // `then` has been called
//
// Servers that answer by themselves are a function: transport.always([](const Outgoing&) { ... }).

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/clock.h"
#include "base/text.h"
#include "client/scheduler.h"
#include "client/transport/transport.h"

namespace telltale::client {

// Time stands still until told otherwise. For one thread.
class ManualScheduler final : public Scheduler {
 public:
  // 2026-01-01T00:00:00Z.
  static constexpr Instant start{std::chrono::seconds{1'767'225'600}};

  ManualScheduler() : book_(std::make_shared<Book>()), clock_(*book_) {}

  [[nodiscard]] std::unique_ptr<ScheduledCall> after(std::chrono::milliseconds delay,
                                                     std::function<void()> task) override {
    const Slot slot{book_->now + std::max(delay, std::chrono::milliseconds{0}), book_->made++};
    book_->tasks.emplace(slot, std::move(task));
    return std::make_unique<Kept>(book_, slot);
  }

  // Everything that falls due meanwhile is done, in order, each at its own instant.
  void advance(std::chrono::milliseconds by) {
    const std::chrono::milliseconds until = book_->now + by;
    while (!book_->tasks.empty() && book_->tasks.begin()->first.first <= until) {
      auto next = book_->tasks.extract(book_->tasks.begin());
      book_->now = next.key().first;
      next.mapped()();
    }
    book_->now = until;
  }
  // Steps to the next appointment and keeps it; false when there is none.
  bool advance_to_next() {
    if (book_->tasks.empty()) return false;
    advance(until_next());
    return true;
  }
  // How long until the next appointment; there must be one.
  std::chrono::milliseconds until_next() const {
    check(!book_->tasks.empty(), "an appointment is waited for");
    return book_->tasks.begin()->first.first - book_->now;
  }
  std::size_t appointments() const { return book_->tasks.size(); }
  std::chrono::milliseconds passed() const { return book_->now; }
  // Moves with the appointments.
  const Clock& clock() const { return clock_; }

 private:
  using Slot = std::pair<std::chrono::milliseconds, std::uint64_t>;  // when, and which of those

  struct Book {
    std::chrono::milliseconds now{0};
    std::uint64_t made = 0;
    std::map<Slot, std::function<void()>> tasks = {};
  };

  class Kept final : public ScheduledCall {
   public:
    Kept(std::shared_ptr<Book> book, Slot slot) : book_(std::move(book)), slot_(slot) {}
    ~Kept() override {
      // Taken out before it is destroyed: a task may own further appointments.
      const auto dropped = book_->tasks.extract(slot_);
    }

   private:
    std::shared_ptr<Book> book_;
    Slot slot_;
  };

  class BookClock final : public Clock {
   public:
    explicit BookClock(const Book& book) : book_(book) {}
    Instant now() const override { return start + std::chrono::floor<Seconds>(book_.now); }
    std::chrono::nanoseconds elapsed() const override { return book_.now; }

   private:
    const Book& book_;
  };

  std::shared_ptr<Book> book_;
  BookClock clock_;
};

inline http::Response json_answer(int status, std::string body) {
  return {.status = status, .body = std::move(body)};
}

// What an API server says when it refuses: a Status.
inline http::Response refusal(int code, std::string_view reason, std::string_view message) {
  return json_answer(code, format(R"({{"kind":"Status","apiVersion":"v1","status":"Failure",)"
                                  R"("message":"{}","reason":"{}","code":{}}})",
                                  message, reason, code));
}

// Remembers everything asked of it, in order. Safe to share between threads, as long as no Call is
// answered while another thread cancels it.
class ScriptedTransport final : public Transport {
 public:
  using Then = std::function<void(Result<http::Response>)>;
  using Script = std::function<Result<http::Response>(const Outgoing&)>;

  class Call {
   public:
    Call(Outgoing request, Then then, StreamSink sink)
        : request_(std::move(request)), then_(std::move(then)), sink_(std::move(sink)) {}

    const Outgoing& request() const { return request_; }
    const std::string& target() const { return request_.target; }
    bool is_stream() const { return sink_.on_end != nullptr; }
    bool open() const { return !over_ && !cancelled_; }
    bool cancelled() const { return cancelled_; }

    // What a cancelled call is told goes nowhere, as on a wire.
    void answer(Result<http::Response> answer) {
      if (!open()) return;
      over_ = true;
      if (is_stream()) return play(std::move(answer));
      if (const Then then = std::exchange(then_, {})) then(std::move(answer));
    }
    void lose(std::string detail = "connection reset") {
      if (is_stream()) return end(fail(Error::Kind::Unreachable, std::move(detail)));
      answer(fail(Error::Kind::Unreachable, std::move(detail)));
    }
    // Of streams only.
    void head(int status = 200) {
      if (open() && sink_.on_head) sink_.on_head(json_answer(status, {}));
    }
    void piece(std::string_view bytes) {
      if (open() && sink_.on_piece) sink_.on_piece(bytes);
    }
    void end(Result<void> result = {}) {
      if (!open()) return;
      over_ = true;
      sink_.on_end(std::move(result));
    }
    void cancel() { cancelled_ = true; }

   private:
    // A whole answer, told as a stream.
    void play(Result<http::Response> answer) {
      if (!answer) return sink_.on_end(fail(answer.error()));
      const std::string body = std::exchange(answer->body, {});
      if (sink_.on_head) sink_.on_head(*answer);
      if (!cancelled_ && !body.empty() && sink_.on_piece) sink_.on_piece(body);
      if (!cancelled_) sink_.on_end({});
    }

    Outgoing request_;
    Then then_;
    StreamSink sink_;
    bool over_ = false;
    bool cancelled_ = false;
  };

  // From now on every whole request is answered before send() returns; streams stay open.
  void always(Script script) { script_ = std::move(script); }

  [[nodiscard]] std::unique_ptr<PendingRequest> send(Outgoing request, Then then) override {
    auto call = note(std::make_shared<Call>(std::move(request), std::move(then), StreamSink{}));
    if (script_) call->answer(script_(call->request()));
    return std::make_unique<Handle>(std::move(call));
  }
  [[nodiscard]] std::unique_ptr<PendingRequest> stream(Outgoing request, StreamSink sink) override {
    check(sink.on_end != nullptr, "a stream tells somebody about its end");
    return std::make_unique<Handle>(
        note(std::make_shared<Call>(std::move(request), Then{}, std::move(sink))));
  }

  std::size_t size() const {
    const std::scoped_lock lock(mutex_);
    return calls_.size();
  }
  Call& at(std::size_t index) const {
    const std::scoped_lock lock(mutex_);
    check(index < calls_.size(), "the call that the test talks about was made");
    return *calls_[index];
  }
  Call& last() const { return at(size() - 1); }
  std::vector<std::string> targets() const {
    const std::scoped_lock lock(mutex_);
    std::vector<std::string> found;
    for (const auto& call : calls_) found.push_back(call->target());
    return found;
  }
  // The open calls whose target contains this, in order.
  std::vector<Call*> open_calls(std::string_view containing = {}) const {
    const std::scoped_lock lock(mutex_);
    std::vector<Call*> found;
    for (const auto& call : calls_) {
      if (call->open() && call->target().contains(containing)) found.push_back(call.get());
    }
    return found;
  }

 private:
  class Handle final : public PendingRequest {
   public:
    explicit Handle(std::shared_ptr<Call> call) : call_(std::move(call)) {}
    ~Handle() override { call_->cancel(); }
    void cancel() override { call_->cancel(); }

   private:
    std::shared_ptr<Call> call_;
  };

  std::shared_ptr<Call> note(std::shared_ptr<Call> call) {
    const std::scoped_lock lock(mutex_);
    calls_.push_back(call);
    return call;
  }

  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Call>> calls_;
  Script script_;
};

}  // namespace telltale::client
