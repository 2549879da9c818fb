// SPDX-License-Identifier: Apache-2.0
#include "client/api.h"

#include <atomic>
#include <future>
#include <mutex>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include "client/transport/transport_for_test.h"

namespace telltale::client {
namespace {

using namespace std::chrono_literals;
using Answers = std::vector<Result<http::Response>>;

// A calm world: a server that answers when told to, and time that passes when told to.
class ClientApi : public testing::Test {
 protected:
  void ask(std::string target, std::string method = "GET") {
    api_->send({.method = std::move(method), .target = std::move(target)},
               [this](Result<http::Response> answer) { answers_.push_back(std::move(answer)); });
    time_.advance(0ms);
  }
  void use(const ApiLimits& limits) { api_.emplace(transport_, time_, time_.clock(), 1, limits); }
  std::uint64_t counted(std::string_view method, std::string_view code) const {
    for (const auto& count : api_->figures().requests) {
      if (count.method == method && count.code == code) return count.count;
    }
    return 0;
  }
  static http::Response later(int status, std::string seconds) {
    http::Response answer = refusal(status, "TooManyRequests", "later");
    answer.headers.push_back({"Retry-After", std::move(seconds)});
    return answer;
  }

  ManualScheduler time_;
  ScriptedTransport transport_;
  std::optional<Api> api_{std::in_place, transport_, time_, time_.clock(), 1U, ApiLimits{}};
  Answers answers_;
};

TEST_F(ClientApi, HandsTheAnswerToWhoAsked) {
  ask("/version");
  transport_.last().answer(json_answer(200, "v"));
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(answers_[0]->body, "v");
  EXPECT_EQ(counted("GET", "200"), 1U);
}

TEST_F(ClientApi, NeverAnswersFromWithinSend) {
  transport_.always([](const Outgoing&) { return json_answer(200, "{}"); });
  api_->send({.target = "/x"}, [this](auto answer) { answers_.push_back(std::move(answer)); });
  EXPECT_TRUE(answers_.empty());
  time_.advance(0ms);
  EXPECT_EQ(answers_.size(), 1U);
}

TEST_F(ClientApi, AChainOfAnswersDoesNotGrowTheStack) {
  transport_.always([](const Outgoing&) { return json_answer(200, "{}"); });
  use({.qps = 0});
  int left = 100'000;
  std::function<void(Result<http::Response>)> again = [&](const Result<http::Response>&) {
    if (--left > 0) api_->send({.target = "/x"}, again);
  };
  api_->send({.target = "/x"}, again);
  while (time_.appointments() > 0 && left > 0) time_.advance_to_next();
  EXPECT_EQ(left, 0);
}

TEST_F(ClientApi, KeepsTheOrderAndTheRate) {
  use({.qps = 10, .burst = 2});
  for (int i = 0; i < 5; ++i) ask(format("/{}", i));
  EXPECT_EQ(transport_.targets(), (std::vector<std::string>{"/0", "/1"}));
  time_.advance(99ms);
  EXPECT_EQ(transport_.size(), 2U);
  time_.advance(1ms);
  EXPECT_EQ(transport_.last().target(), "/2");
  time_.advance(200ms);
  EXPECT_EQ(transport_.targets(), (std::vector<std::string>{"/0", "/1", "/2", "/3", "/4"}));
  EXPECT_EQ(api_->figures().throttled, 3U);
  EXPECT_EQ(time_.appointments(), 0U);
}

TEST_F(ClientApi, CountsEverybodyWhoHadToWaitForTheRate) {
  use({.qps = 10'000, .burst = 2});
  for (int i = 0; i < 6; ++i) ask("/x");
  time_.advance(1s);  // two at each step
  EXPECT_EQ(transport_.size(), 6U);
  EXPECT_EQ(api_->figures().throttled, 4U);
}

TEST_F(ClientApi, AsksAgainWhenTheServerSaysLater) {
  for (const char* method : {"GET", "PATCH"}) {
    answers_.clear();
    const std::size_t before = transport_.size();
    ask("/x", method);
    transport_.last().answer(later(429, "3"));
    time_.advance(2999ms);
    EXPECT_EQ(transport_.size(), before + 1);
    time_.advance(1ms);
    ASSERT_EQ(transport_.size(), before + 2);
    EXPECT_EQ(transport_.last().request().method, method);
    transport_.last().answer(json_answer(200, "{}"));
    ASSERT_EQ(answers_.size(), 1U);
    EXPECT_EQ(answers_[0]->status, 200);
  }
  EXPECT_EQ(api_->figures().retries, 2U);
  EXPECT_EQ(counted("PATCH", "429"), 1U);
}

TEST_F(ClientApi, TheBodyIsSentAgainToo) {
  api_->send({.method = "POST", .target = "/x", .body = "payload"}, [](const auto&) {});
  time_.advance(0ms);
  transport_.last().answer(later(429, "1"));
  time_.advance(1s);
  ASSERT_EQ(transport_.size(), 2U);
  EXPECT_EQ(transport_.last().request().body, "payload");
}

TEST_F(ClientApi, UnderstandsADateAsWell) {
  ask("/x");
  transport_.last().answer(later(503, "Thu, 01 Jan 2026 00:00:05 GMT"));
  time_.advance(4999ms);
  EXPECT_EQ(transport_.size(), 1U);
  time_.advance(1ms);
  EXPECT_EQ(transport_.size(), 2U);
}

TEST_F(ClientApi, TooManyRequestsWithoutATimeBacksOff) {
  ask("/x");
  transport_.last().answer(refusal(429, "TooManyRequests", "later"));
  EXPECT_GE(time_.until_next(), 200ms);
  time_.advance_to_next();
  EXPECT_EQ(transport_.size(), 2U);
}

TEST_F(ClientApi, AServerErrorWithoutATimeStands) {
  ask("/x");
  transport_.last().answer(refusal(503, "ServiceUnavailable", "no"));
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(answers_[0]->status, 503);
}

TEST_F(ClientApi, AClientErrorStandsWhateverItsHeadersSay) {
  ask("/x");
  transport_.last().answer(later(404, "1"));
  EXPECT_EQ(answers_.size(), 1U);
}

TEST_F(ClientApi, GivesTheLastAnswerWhenAttemptsAreUsedUp) {
  use({.attempts = 3});
  ask("/x");
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(answers_.empty());
    transport_.last().answer(later(429, "1"));
    time_.advance(1s);
  }
  EXPECT_EQ(transport_.size(), 3U);
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(answers_[0]->status, 429);
}

TEST_F(ClientApi, AReadLostOnTheWayIsRepeated) {
  ask("/x");
  transport_.last().lose();
  EXPECT_TRUE(answers_.empty());
  const auto first = time_.until_next();
  time_.advance_to_next();
  ASSERT_EQ(transport_.size(), 2U);
  transport_.last().lose();
  EXPECT_GE(time_.until_next(), first);
  time_.advance_to_next();
  transport_.last().answer(json_answer(200, "{}"));
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_TRUE(answers_[0]);
  EXPECT_EQ(counted("GET", "error"), 2U);
}

TEST_F(ClientApi, AWriteLostOnTheWayIsNot) {
  for (const char* method : {"POST", "PUT", "PATCH", "DELETE"}) {
    answers_.clear();
    ask("/x", method);
    transport_.last().lose("reset");
    ASSERT_EQ(answers_.size(), 1U) << method;
    EXPECT_EQ(answers_[0].error().detail, "reset");
  }
}

TEST_F(ClientApi, AReadThatTimedOutIsNot) {
  ask("/x");
  time_.advance(30s);
  transport_.last().lose("timed out");
  EXPECT_EQ(answers_.size(), 1U);
}

TEST_F(ClientApi, OtherErrorsOfTheTransportStand) {
  ask("/x");
  transport_.last().answer(fail(Error::Kind::TooLarge, "64 MiB"));
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(answers_[0].error().kind, Error::Kind::TooLarge);
}

TEST_F(ClientApi, WhoeverRestsDoesNotHoldUpTheOthers) {
  ask("/busy");
  transport_.last().answer(later(429, "60"));
  ask("/other");
  transport_.last().answer(json_answer(200, "other"));
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(answers_[0]->body, "other");
}

TEST_F(ClientApi, RefusesMoreThanItCanHold) {
  use({.qps = 1, .burst = 1, .waiting_max = 2});
  for (int i = 0; i < 3; ++i) ask("/x");
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(answers_[0].error().kind, Error::Kind::TooLarge);
  bool ended = false;
  const auto stream =
      api_->stream({.target = "/w"}, {.on_end = [&](const Result<void>& end) { ended = !end; }});
  time_.advance(0ms);
  EXPECT_TRUE(ended);
}

TEST_F(ClientApi, PassesAStreamOnPieceByPiece) {
  std::string told;
  const auto stream = api_->stream(
      {.target = "/w"},
      {.on_head = [&](const http::Response& head) { told += format("{} ", head.status); },
       .on_piece = [&](std::string_view piece) { told += piece; },
       .on_end = [&](const Result<void>& end) { told += end ? " end" : " lost"; }});
  time_.advance(0ms);
  transport_.last().head();
  transport_.last().piece("a");
  transport_.last().piece("b");
  transport_.last().end();
  EXPECT_EQ(told, "200 ab end");
  EXPECT_EQ(counted("GET", "200"), 1U);
}

TEST_F(ClientApi, AStreamIsNeverRepeated) {
  int ends = 0;
  const auto stream =
      api_->stream({.target = "/w"}, {.on_end = [&](const Result<void>&) { ++ends; }});
  time_.advance(0ms);
  transport_.last().lose();
  time_.advance(1h);
  EXPECT_EQ(ends, 1);
  EXPECT_EQ(transport_.size(), 1U);
  EXPECT_EQ(counted("GET", "error"), 1U);
}

TEST_F(ClientApi, AStreamCountsAgainstTheRate) {
  use({.qps = 1, .burst = 1});
  ask("/x");
  const auto stream = api_->stream({.target = "/w"}, {.on_end = [](const Result<void>&) {}});
  time_.advance(999ms);
  EXPECT_EQ(transport_.size(), 1U);
  time_.advance(1ms);
  EXPECT_EQ(transport_.last().target(), "/w");
}

TEST_F(ClientApi, AStreamLetGoIsCancelledAndSilent) {
  int told = 0;
  auto stream = api_->stream({.target = "/w"}, {.on_piece = [&](std::string_view) { ++told; },
                                                .on_end = [&](const Result<void>&) { ++told; }});
  time_.advance(0ms);
  stream.reset();
  EXPECT_TRUE(transport_.last().cancelled());
  EXPECT_EQ(told, 0);
}

TEST_F(ClientApi, AStreamLetGoBeforeItsTurnIsNeverBegun) {
  auto stream = api_->stream({.target = "/w"}, {.on_end = [](const Result<void>&) {}});
  stream.reset();
  time_.advance(1s);
  EXPECT_EQ(transport_.size(), 0U);
}

TEST_F(ClientApi, AStreamMayBeLetGoFromWithin) {
  std::unique_ptr<PendingRequest> stream;
  int pieces = 0;
  stream = api_->stream({.target = "/w"}, {.on_piece =
                                               [&](std::string_view) {
                                                 ++pieces;
                                                 stream.reset();
                                               },
                                           .on_end = [&](const Result<void>&) { pieces += 100; }});
  time_.advance(0ms);
  transport_.last().piece("a");
  transport_.last().piece("b");
  transport_.last().end();
  EXPECT_EQ(pieces, 1);
}

TEST_F(ClientApi, LetsGoOfEverythingWhenItIsDestroyed) {
  use({.qps = 1, .burst = 3});
  ask("/underway");
  ask("/resting");
  transport_.last().answer(later(429, "5"));
  auto stream = api_->stream({.target = "/w"},
                             {.on_end = [&](const Result<void>&) { answers_.emplace_back(); }});
  time_.advance(0ms);
  ask("/waiting");
  api_.reset();
  EXPECT_TRUE(transport_.at(0).cancelled());
  EXPECT_TRUE(transport_.at(2).cancelled());
  EXPECT_EQ(time_.appointments(), 0U);
  time_.advance(1h);
  EXPECT_EQ(transport_.size(), 3U);
  EXPECT_TRUE(answers_.empty());
  stream.reset();
}

TEST_F(ClientApi, MayBeDestroyedFromWithinAnAnswer) {
  transport_.always([](const Outgoing&) { return json_answer(200, "{}"); });
  int told = 0;
  for (int i = 0; i < 2; ++i) {
    api_->send({.target = "/x"}, [&](const Result<http::Response>&) {
      ++told;
      api_.reset();
    });
  }
  time_.advance(1s);
  EXPECT_EQ(told, 1);
  EXPECT_EQ(transport_.size(), 1U);
}

// Answers on threads of its own, as a real one does.
class ThreadedTransport final : public Transport {
 public:
  ~ThreadedTransport() override {
    for (std::thread& thread : threads_) thread.join();
  }
  std::unique_ptr<PendingRequest> send(Outgoing,
                                       std::function<void(Result<http::Response>)> then) override {
    threads_.emplace_back([then = std::move(then)] { then(json_answer(200, "{}")); });
    return nullptr;
  }
  std::unique_ptr<PendingRequest> stream(Outgoing, StreamSink) override { return nullptr; }

 private:
  std::vector<std::thread> threads_;
};

TEST(ClientApiThreads, NothingIsToldAfterItIsDestroyed) {
  for (int round = 0; round < 50; ++round) {
    const auto scheduler = make_thread_scheduler();
    const SystemClock clock;
    ThreadedTransport transport;
    std::atomic<bool> destroyed = false;
    std::atomic<int> late = 0;
    {
      Api api(transport, *scheduler, clock, 1);
      for (int i = 0; i < 10; ++i) {
        api.send({.target = "/x"}, [&](const Result<http::Response>&) { late += destroyed; });
      }
      if (round % 2 == 0) std::this_thread::yield();
    }
    destroyed = true;
    EXPECT_EQ(late, 0);
  }
}

// Delivers everything on one thread, and letting go of any call waits for what is being delivered.
class CourierTransport final : public Transport {
 public:
  ~CourierTransport() override { courier_.reset(); }
  std::unique_ptr<PendingRequest> send(Outgoing,
                                       std::function<void(Result<http::Response>)> then) override {
    deliveries_.push_back(courier_->after(0ms, [this, then = std::move(then)] {
      thread_ = std::this_thread::get_id();
      const std::scoped_lock delivering(delivering_);
      then(json_answer(200, "{}"));
    }));
    return std::make_unique<Handle>(*this);
  }
  std::unique_ptr<PendingRequest> stream(Outgoing, StreamSink) override { return nullptr; }

 private:
  class Handle final : public PendingRequest {
   public:
    explicit Handle(CourierTransport& transport) : transport_(transport) {}
    ~Handle() override { cancel(); }
    void cancel() override {
      if (transport_.thread_ == std::this_thread::get_id()) return;
      const std::scoped_lock delivering(transport_.delivering_);
    }

   private:
    CourierTransport& transport_;
  };

  std::mutex delivering_;
  std::atomic<std::thread::id> thread_;
  std::vector<std::unique_ptr<ScheduledCall>> deliveries_;
  std::unique_ptr<Scheduler> courier_ = make_thread_scheduler();
};

TEST(ClientApiThreads, MayBeDestroyedFromWithinAnAnswerWhileOthersAreHandedOver) {
  for (int round = 0; round < 100; ++round) {
    const SystemClock clock;
    CourierTransport transport;
    const auto scheduler = make_thread_scheduler();
    std::promise<void> all_are_sent;
    std::promise<void> destroyed;
    auto api = std::make_unique<Api>(transport, *scheduler, clock, 1, ApiLimits{.qps = 0});
    for (int i = 0; i < 20; ++i) {
      api->send({.target = "/x"}, [&, i](const Result<http::Response>&) {
        if (i != 3) return;
        all_are_sent.get_future().wait();
        api.reset();
        destroyed.set_value();
      });
    }
    all_are_sent.set_value();
    destroyed.get_future().wait();
    EXPECT_EQ(api, nullptr);
  }
}

TEST(ClientApiThreads, ManyMayAskAtOnce) {
  const auto scheduler = make_thread_scheduler();
  const SystemClock clock;
  ScriptedTransport transport;
  transport.always([](const Outgoing& request) { return json_answer(200, request.target); });
  Api api(transport, *scheduler, clock, 1, {.qps = 0});
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i) {
        const std::string target = format("/{}/{}", t, i);
        const auto answer = api.ask({.target = target});
        right += answer && answer->body == target;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 400);
}

}  // namespace
}  // namespace telltale::client
