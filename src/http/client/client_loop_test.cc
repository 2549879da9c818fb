// SPDX-License-Identifier: Apache-2.0
#include "http/client/client_loop.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/letters.h"
#include "base/text.h"
#include "http/client/client_for_test.h"
#include "http/server.h"
#include "http/tls/certificates.h"

namespace telltale::http {
namespace {

using std::chrono::milliseconds;
using testing::AnyOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::shared_ptr<const std::string> shared(std::string_view text) {
  return std::make_shared<const std::string>(text);
}

// What one call told.
class Heard {
 public:
  CallSink sink() {
    return {.on_head =
                [this](const Response& head) {
                  const std::scoped_lock lock(mutex_);
                  head_ = head;
                  headed_.set_value();
                },
            .on_piece =
                [this](std::string_view piece) {
                  const std::scoped_lock lock(mutex_);
                  text_ += piece;
                  changed_.notify_all();
                },
            .on_end =
                [this](const Result<void>& outcome) {
                  ++ends_;
                  ended_.set_value(outcome);
                }};
  }
  Response head() {
    headed_.get_future().wait_for(patience);
    const std::scoped_lock lock(mutex_);
    return head_;
  }
  bool read_until(std::string_view mark) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return text_.ends_with(mark); });
  }
  Result<void> end() { return wait_for(ended_.get_future()); }
  int ends() const { return ends_; }
  std::string text() {
    const std::scoped_lock lock(mutex_);
    return text_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  Response head_;
  std::string text_;
  std::promise<void> headed_;
  std::promise<Result<void>> ended_;
  std::atomic<int> ends_ = 0;
};

class HttpClientLoop : public testing::TestWithParam<Origin::Versions> {
 protected:
  KeyPair issue_for(std::vector<std::string> names) {
    return *issue(ca_, {.common_name = "server", .subject_names = std::move(names)}, now_,
                  entropy_);
  }
  void serve(Handler handler, const std::vector<std::string>& names = {"127.0.0.1"},
             const Limits& limits = {}) {
    const KeyPair pair = issue_for(names);
    auto started = Server::start({.port = port_,
                                  .tls = Tls{.certificate_pem = pair.certificate_pem,
                                             .key_pem = pair.key_pem,
                                             .client_ca_pem = ca_.certificate_pem},
                                  .limits = limits},
                                 std::move(handler));
    ASSERT_TRUE(started) << started.error().detail;
    server_ = std::move(*started);
    port_ = server_->port();
  }
  void serve_echo() {
    serve([](const Request& request, Responder answer) {
      std::move(answer).send(
          {.status = 201,
           .content_type = "text/plain",
           .body = format("{} {} {}", request.method, request.target, request.body)});
    });
  }
  // Answers nothing, and keeps the right to.
  void serve_nothing() {
    serve([this](const Request&, Responder answer) {
      const std::scoped_lock lock(mutex_);
      kept_.push_back(std::move(answer));
      arrived_.notify_all();
    });
  }
  bool wait_for_requests(std::size_t count) {
    std::unique_lock lock(mutex_);
    return arrived_.wait_for(lock, patience, [&] { return kept_.size() >= count; });
  }
  void start(const LoopLimits& limits = {}) {
    auto started = ClientLoop::start(limits);
    ASSERT_TRUE(started);
    loop_ = std::move(*started);
  }
  Origin origin() const {
    return {.url = format("https://127.0.0.1:{}", server_->port()),
            .ca_pem = ca_.certificate_pem,
            .versions = GetParam()};
  }
  static Call call_to(const Origin& origin, std::string target = "/") {
    return {.origin = std::make_shared<const Origin>(origin), .target = std::move(target)};
  }
  Call call(std::string target = "/") const { return call_to(origin(), std::move(target)); }

  Result<Response> ask(Call call) {
    std::promise<Result<Response>> answered;
    const auto ongoing = loop_->send(
        std::move(call), [&](Result<Response> answer) { answered.set_value(std::move(answer)); });
    return wait_for(answered.get_future());
  }
  std::string why_not(Call call) {
    const auto answer = ask(std::move(call));
    if (answer) return format("answered {}", answer->status);
    EXPECT_EQ(answer.error().kind, Error::Kind::Unreachable);
    return answer.error().detail;
  }

  void TearDown() override {
    loop_.reset();
    const std::scoped_lock lock(mutex_);
    kept_.clear();
    server_.reset();
  }

  SystemEntropy entropy_;
  Instant now_ = SystemClock().now();
  KeyPair ca_ = *make_authority("loop-ca", now_, std::chrono::days(1), entropy_);
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Responder> kept_;
  std::uint16_t port_ = 0;  // the same again, when it serves again
  std::unique_ptr<Server> server_;
  std::unique_ptr<ClientLoop> loop_;
};

INSTANTIATE_TEST_SUITE_P(Both, HttpClientLoop,
                         testing::Values(Origin::Versions::Http1, Origin::Versions::Http1And2),
                         [](const auto& version) {
                           return version.param == Origin::Versions::Http1 ? "Http1" : "Http2";
                         });

TEST_P(HttpClientLoop, SendsEveryMethodWithAndWithoutABody) {
  serve_echo();
  start();
  Call call = this->call("/api/v1/pods?labelSelector=a%3Db&limit=5");
  for (const std::string method : {"GET", "DELETE", "POST", "PUT", "PATCH", "OPTIONS"}) {
    call.method = method;
    call.body.clear();
    EXPECT_EQ(ask(call)->body, method + " /api/v1/pods?labelSelector=a%3Db&limit=5 ");
    call.body = "{}";
    const auto answer = ask(call);
    ASSERT_TRUE(answer) << answer.error().detail;
    EXPECT_EQ(answer->body, method + " /api/v1/pods?labelSelector=a%3Db&limit=5 {}");
    EXPECT_EQ(answer->status, 201);
    EXPECT_EQ(answer->content_type, "text/plain");
  }
}

TEST_P(HttpClientLoop, GoesWhereItIsTold) {
  serve_echo();
  start();
  Origin origin = this->origin();
  origin.url += "/k8s/clusters/c-1";
  EXPECT_EQ(ask(call_to(origin, "/api/../v1"))->body, "GET /k8s/clusters/c-1/api/../v1 ");
}

TEST_P(HttpClientLoop, SendsHeadersAndNoneOfItsOwnInvention) {
  serve([](const Request& request, Responder answer) {
    std::string names;
    for (const Header& header : request.headers)
      names += format("{}={}|", header.name, header.value);
    std::move(answer).send({.body = names, .headers = {{"X-Seen", "yes"}}});
  });
  start();
  Call call = this->call();
  call.method = "POST";
  call.body = std::string(1'500'000, 'x');
  call.headers = {{"Authorization", "Bearer a.b"},
                  {"X-Empty", ""},
                  {"Impersonate-Group", "one"},
                  {"Impersonate-Group", "two"}};
  const auto answer = ask(call);
  ASSERT_TRUE(answer) << answer.error().detail;
  EXPECT_EQ(find_header(answer->headers, "x-seen"), "yes");
  const std::string said = lower(answer->body);
  EXPECT_THAT(said, HasSubstr("authorization=bearer a.b|"));
  EXPECT_THAT(said, HasSubstr("x-empty=|"));
  EXPECT_THAT(said, HasSubstr("impersonate-group=one|"));
  EXPECT_THAT(said, HasSubstr("impersonate-group=two|"));
  for (const auto* absent : {"expect=", "content-type=", "accept-encoding=", "user-agent="}) {
    EXPECT_THAT(said, testing::Not(HasSubstr(absent)));
  }
}

TEST_P(HttpClientLoop, RefusesWhatWouldBreakOutOfItsLine) {
  serve_echo();
  start();
  const auto refusal = [&](const auto& bend) {
    Call call = this->call();
    bend(call);
    const auto answer = ask(call);
    return !answer && answer.error().kind == Error::Kind::Invalid ? answer.error().detail : "sent";
  };
  EXPECT_EQ(refusal([](Call& call) { call.headers = {{"A", "b\r\nHost: evil"}}; }),
            "the header A holds what no header can");
  EXPECT_EQ(refusal([](Call& call) { call.headers = {{"A b", "c"}}; }),
            "the header A b holds what no header can");
  EXPECT_THAT(refusal([](Call& call) { call.target = "/a b"; }), EndsWith("like this"));
  EXPECT_THAT(refusal([](Call& call) { call.target = "/a#b"; }), EndsWith("like this"));
  EXPECT_THAT(refusal([](Call& call) { call.target = "@evil/"; }), EndsWith("like this"));
  EXPECT_THAT(refusal([](Call& call) { call.method = "GET /\r\n"; }), EndsWith("no such method"));
  EXPECT_THAT(refusal([](Call& call) { call.origin = nullptr; }), HasSubstr("no origin"));
  EXPECT_THAT(refusal([](Call& call) {
                call.origin = std::make_shared<const Origin>(Origin{.url = "file:///etc/hostname"});
              }),
              HasSubstr("https://"));
}

TEST_P(HttpClientLoop, ReusesItsConnection) {
  serve_echo();
  start();
  for (int count = 0; count < 20; ++count) ASSERT_TRUE(ask(call()));
  EXPECT_EQ(server_->connections(), 1U);
}

TEST_P(HttpClientLoop, KeepsManyCallsUnderWayAtOnce) {
  constexpr std::size_t calls = 40;
  serve_nothing();
  start();
  std::vector<std::unique_ptr<OngoingCall>> ongoing;
  std::latch answered(calls);
  std::atomic<int> well = 0;
  for (std::size_t count = 0; count < calls; ++count) {
    ongoing.push_back(loop_->send(call(), [&](const Result<Response>& answer) {
      if (answer && answer->status == 200) ++well;
      answered.count_down();
    }));
  }
  ASSERT_TRUE(wait_for_requests(calls));
  const bool shares = GetParam() == Origin::Versions::Http1And2;
  EXPECT_EQ(server_->connections(), shares ? 1U : calls);
  {
    const std::scoped_lock lock(mutex_);
    for (Responder& responder : kept_) std::move(responder).send({});
  }
  answered.wait();
  EXPECT_EQ(well, static_cast<int>(calls));
}

TEST_P(HttpClientLoop, LimitsTheConnectionsToAHost) {
  serve_echo();
  start({.connections_per_host = 2, .streams_per_connection = 1});
  constexpr int calls = 30;
  Call prompt = call();
  prompt.whole = milliseconds(8000);  // none is forgotten until its time to connect is over
  std::vector<std::unique_ptr<OngoingCall>> ongoing;
  std::latch answered(calls);
  for (int count = 0; count < calls; ++count) {
    ongoing.push_back(loop_->send(prompt, [&](const Result<Response>& answer) {
      EXPECT_TRUE(answer);
      answered.count_down();
    }));
  }
  answered.wait();
  EXPECT_LE(server_->connections(), 2U);
}

TEST_P(HttpClientLoop, HandsAStreamOnPieceByPiece) {
  std::promise<std::shared_ptr<Stream>> opened;
  serve([&](const Request&, Responder answer) {
    opened.set_value(std::move(answer).stream({.headers = {{"X-Kind", "watch"}}}));
  });
  start();
  Heard heard;
  const auto ongoing = loop_->stream(call(), heard.sink());
  const auto stream = wait_for(opened.get_future());
  EXPECT_EQ(find_header(heard.head().headers, "X-Kind"), "watch");
  for (int count = 0; count < 50; ++count) {
    ASSERT_TRUE(stream->write(shared(format("event {}\n", count))));
    ASSERT_TRUE(heard.read_until(format("event {}\n", count)));
  }
  stream->finish();
  EXPECT_TRUE(heard.end());
  EXPECT_THAT(heard.text(), EndsWith("event 48\nevent 49\n"));
}

TEST_P(HttpClientLoop, ToldOfAStreamThatIsCutOff) {
  std::promise<std::shared_ptr<Stream>> opened;
  serve([&](const Request&,
            Responder answer) { opened.set_value(std::move(answer).stream({.body = "begin"})); },
        {"127.0.0.1"}, {.stream_bytes_pending = 1000});
  start();
  Heard heard;
  Call endless = call();
  endless.answer_bytes_max = 0;
  const auto ongoing = loop_->stream(endless, heard.sink());
  const auto stream = wait_for(opened.get_future());
  ASSERT_TRUE(heard.read_until("begin"));
  // More than a stream may have pending: the server tears it down.
  const auto much = shared(std::string(100'000, 'x'));
  while (stream->write(much)) continue;
  const auto ended = heard.end();
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().kind, Error::Kind::Unreachable);
}

TEST_P(HttpClientLoop, ToldOfAServerThatHangsUp) {
  serve([](const Request&, Responder answer) { std::move(answer).hang_up(); });
  start();
  EXPECT_THAT(why_not(call("/x")), StartsWith(origin().url + "/x: "));
}

TEST_P(HttpClientLoop, CancelsAndTellsNothingMore) {
  std::promise<std::shared_ptr<Stream>> opened;
  serve([&](const Request&, Responder answer) {
    opened.set_value(std::move(answer).stream({.body = "begin"}));
  });
  start();
  Heard heard;
  auto ongoing = loop_->stream(call(), heard.sink());
  const auto stream = wait_for(opened.get_future());
  std::promise<void> ended;
  stream->on_end([&] { ended.set_value(); });
  ASSERT_TRUE(heard.read_until("begin"));
  ongoing->cancel();
  ongoing->cancel();
  wait_for(ended.get_future());
  loop_->stop();
  EXPECT_EQ(heard.ends(), 0);
  EXPECT_EQ(heard.text(), "begin");
}

TEST_P(HttpClientLoop, DroppingACallLetsGoOfItAndOfWhatItHeld) {
  serve_nothing();
  start();
  auto held = std::make_shared<int>(1);
  auto ongoing = loop_->send(call(), [held](const Result<Response>&) { FAIL(); });
  ASSERT_TRUE(wait_for_requests(1));
  EXPECT_EQ(held.use_count(), 2);
  ongoing.reset();
  EXPECT_EQ(held.use_count(), 1);
}

TEST_P(HttpClientLoop, ACallMayCancelItselfWhileItIsTold) {
  serve([](const Request&, Responder answer) { std::move(answer).send({.body = "much"}); });
  start();
  std::promise<void> told;
  std::atomic<int> later = 0;
  std::mutex mutex;
  std::unique_ptr<OngoingCall> ongoing;
  {
    const std::scoped_lock lock(mutex);
    ongoing = loop_->stream(call(), {.on_head =
                                         [&](const Response&) {
                                           const std::scoped_lock inner(mutex);
                                           ongoing.reset();
                                           told.set_value();
                                         },
                                     .on_piece = [&](std::string_view) { ++later; },
                                     .on_end = [&](const Result<void>&) { ++later; }});
  }
  wait_for(told.get_future());
  loop_->stop();
  EXPECT_EQ(later, 0);
}

TEST_P(HttpClientLoop, ACancelWaitsForWhatIsBeingTold) {
  serve_echo();
  start();
  std::promise<void> entered;
  std::promise<void> leave;
  std::atomic<bool> left = false;
  auto ongoing = loop_->send(call(), [&](const Result<Response>&) {
    entered.set_value();
    leave.get_future().wait();
    left = true;
  });
  wait_for(entered.get_future());
  std::thread canceller([&] {
    ongoing->cancel();
    EXPECT_TRUE(left);
  });
  leave.set_value();
  canceller.join();
}

TEST_P(HttpClientLoop, CallsMayBeMadeFromWithin) {
  serve_echo();
  start();
  std::promise<std::string> answered;
  std::unique_ptr<OngoingCall> second;
  const auto first = loop_->send(call("/one"), [&](const Result<Response>&) {
    second = loop_->send(call("/two"), [&](const Result<Response>& answer) {
      answered.set_value(answer ? answer->body : answer.error().detail);
    });
  });
  EXPECT_EQ(wait_for(answered.get_future()), "GET /two ");
}

TEST_P(HttpClientLoop, GivesUpOnAnAnswerThatDoesNotCome) {
  serve_nothing();
  start();
  Call slow = call("/slow");
  slow.whole = milliseconds(50);
  EXPECT_THAT(why_not(slow), EndsWith("/slow: no complete answer within 50 ms"));
  slow.whole = milliseconds(0);
  slow.head = milliseconds(50);
  EXPECT_THAT(why_not(slow), EndsWith("/slow: no answer within 50 ms"));
}

TEST_P(HttpClientLoop, GivesUpOnAStreamThatFallsSilent) {
  std::promise<std::shared_ptr<Stream>> opened;
  serve([&](const Request&, Responder answer) {
    opened.set_value(std::move(answer).stream({.body = "begin"}));
  });
  start();
  Heard heard;
  Call quiet = call();
  quiet.head = milliseconds(20'000);
  quiet.silence = milliseconds(60);
  const auto ongoing = loop_->stream(quiet, heard.sink());
  const auto stream = wait_for(opened.get_future());
  const auto ended = heard.end();
  ASSERT_FALSE(ended);
  EXPECT_THAT(ended.error().detail, EndsWith("no byte for 60 ms"));
  EXPECT_EQ(heard.text(), "begin");
}

TEST_P(HttpClientLoop, AStreamThatSpeaksIsNotSilent) {
  std::promise<std::shared_ptr<Stream>> opened;
  serve([&](const Request&, Responder answer) {
    opened.set_value(std::move(answer).stream({.body = "0\n"}));
  });
  start();
  Heard heard;
  Call call = this->call();
  call.silence = milliseconds(20'000);
  call.head = milliseconds(20'000);
  const auto ongoing = loop_->stream(call, heard.sink());
  const auto stream = wait_for(opened.get_future());
  for (int count = 0; count < 20; ++count) {
    stream->write(shared(format("{}\n", count)));
    ASSERT_TRUE(heard.read_until(format("{}\n", count)));
  }
  stream->finish();
  EXPECT_TRUE(heard.end());
}

TEST_P(HttpClientLoop, LimitsTheBodyItCollects) {
  serve([](const Request&, Responder answer) {
    std::move(answer).send({.body = std::string(100'000, 'x')});
  });
  start();
  Call large = call();
  large.answer_bytes_max = 99'999;
  const auto answer = ask(large);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, Error::Kind::TooLarge);
  large.answer_bytes_max = 100'000;
  EXPECT_EQ(ask(large)->body.size(), 100'000U);
  large.answer_bytes_max = 0;
  EXPECT_EQ(ask(large)->body.size(), 100'000U);
}

TEST_P(HttpClientLoop, FollowsNoRedirect) {
  serve([](const Request&, Responder answer) {
    std::move(answer).send({.status = 302, .headers = {{"Location", "/elsewhere"}}});
  });
  start();
  EXPECT_EQ(ask(call())->status, 302);
}

TEST_P(HttpClientLoop, TrustsTheGivenAuthorityOnly) {
  serve_echo();
  start();
  Origin origin = this->origin();
  origin.ca_pem = make_authority("other", now_, std::chrono::days(1), entropy_)->certificate_pem;
  EXPECT_THAT(why_not(call_to(origin)), HasSubstr("certificate"));
  origin.ca_pem.clear();
  EXPECT_THAT(why_not(call_to(origin)), HasSubstr("certificate"));
  origin.ca_pem = "nonsense";
  EXPECT_NE(why_not(call_to(origin)), "answered 201");
  origin.ca_pem.clear();
  origin.trust = Origin::Trust::Anybody;
  EXPECT_EQ(why_not(call_to(origin)), "answered 201");
  // Nothing of that is remembered for those who do not want it.
  origin.trust = Origin::Trust::Verified;
  EXPECT_THAT(why_not(call_to(origin)), HasSubstr("certificate"));
}

TEST_P(HttpClientLoop, InsistsOnTheServersName) {
  serve(
      [](const Request& request, Responder answer) {
        std::move(answer).send({.body = std::string(request.header("Host").value_or("none"))});
      },
      {"kubernetes.example"});
  start();
  Origin origin = this->origin();
  EXPECT_THAT(why_not(call_to(origin)), AnyOf(HasSubstr("name"), HasSubstr("certificate")));
  origin.server_name = "kubernetes.example";
  const auto answer = ask(call_to(origin, "/a/../b?c=d"));
  ASSERT_TRUE(answer) << answer.error().detail;
  EXPECT_EQ(answer->body, format("127.0.0.1:{}", server_->port()));
  origin.server_name = "other.example";
  EXPECT_THAT(why_not(call_to(origin)), AnyOf(HasSubstr("name"), HasSubstr("certificate")));
}

TEST_P(HttpClientLoop, ShowsTheCertificateOfEachCall) {
  serve([](const Request& request, Responder answer) {
    std::move(answer).send(
        {.body = request.certificate ? request.certificate->common_name : "nobody"});
  });
  start();
  const auto who = [&](const std::string& name) {
    Origin origin = this->origin();
    if (!name.empty()) {
      const KeyPair pair = *issue(ca_, {.common_name = name}, now_, entropy_);
      origin.certificate_pem = pair.certificate_pem;
      origin.key_pem = pair.key_pem;
    }
    return ask(call_to(origin))->body;
  };
  EXPECT_EQ(who("alice"), "alice");
  EXPECT_EQ(who(""), "nobody");
  EXPECT_EQ(who("bob"), "bob");
}

TEST_P(HttpClientLoop, SaysSoWhenItsCertificateCannotBeUsed) {
  serve_echo();
  start();
  Origin origin = this->origin();
  const KeyPair one = *issue(ca_, {.common_name = "one"}, now_, entropy_);
  const KeyPair other = *issue(ca_, {.common_name = "other"}, now_, entropy_);
  origin.certificate_pem = one.certificate_pem;
  origin.key_pem = other.key_pem;
  EXPECT_NE(why_not(call_to(origin)), "answered 201");
  origin.certificate_pem = "nonsense";
  EXPECT_NE(why_not(call_to(origin)), "answered 201");
}

TEST_P(HttpClientLoop, SaysSoWhenNobodyListens) {
  serve_echo();
  start();
  const Call call = this->call();
  server_->drain(milliseconds(0));
  EXPECT_THAT(why_not(call), HasSubstr("connect"));
}

TEST_P(HttpClientLoop, FindsAServerThatCameBack) {
  serve_echo();
  start();
  ASSERT_TRUE(ask(call()));
  server_.reset();
  serve_echo();
  EXPECT_TRUE(ask(call()));
}

TEST_P(HttpClientLoop, EndsEveryCallOnceWhenItStops) {
  serve_nothing();
  start();
  constexpr int calls = 20;
  std::atomic<int> ended = 0;
  std::vector<std::unique_ptr<OngoingCall>> ongoing;
  for (int count = 0; count < calls; ++count) {
    ongoing.push_back(loop_->send(call(), [&](const Result<Response>& answer) {
      EXPECT_FALSE(answer);
      EXPECT_THAT(answer.error().detail, EndsWith("shut down"));
      ++ended;
    }));
  }
  ASSERT_TRUE(wait_for_requests(calls));
  loop_->stop();
  EXPECT_EQ(ended, calls);
  EXPECT_THAT(why_not(call()), EndsWith("shut down"));
  loop_->stop();
  loop_.reset();
  EXPECT_EQ(ended, calls);
}

TEST_P(HttpClientLoop, EndsCallsThatAreMadeWhileItEnds) {
  serve_nothing();
  start();
  ClientLoop* const loop = loop_.get();
  std::vector<std::unique_ptr<OngoingCall>> ongoing;
  std::atomic<int> ended = 0;
  ongoing.push_back(loop_->send(call(), [&](const Result<Response>&) {
    ongoing.push_back(loop->send(call(), [&](const Result<Response>&) { ++ended; }));
  }));
  ASSERT_TRUE(wait_for_requests(1));
  loop_.reset();
  EXPECT_EQ(ended, 1);
}

TEST_P(HttpClientLoop, SurvivesThreadsThatCallAndCancelAtRandom) {
  serve_echo();
  start();
  std::vector<std::thread> threads;
  std::atomic<int> told = 0;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int count = 0; count < 60; ++count) {
        const auto ongoing = loop_->send(call(), [&](const Result<Response>&) { ++told; });
        if ((count + thread) % 3 != 0) continue;
        ASSERT_TRUE(ask(call()));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const int before = told;
  loop_->stop();
  EXPECT_EQ(told, before);
}

}  // namespace
}  // namespace telltale::http
