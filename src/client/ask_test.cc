// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include <gtest/gtest.h>

#include "client/api.h"
#include "client/transport/transport_for_test.h"

namespace telltale::client {
namespace {

TEST(ClientAsk, WaitsForTheAnswerOfAnotherThread) {
  ScriptedTransport transport;
  Result<http::Response> answer;
  std::thread asker([&] { answer = ask(transport, {.target = "/version"}); });
  while (transport.size() == 0) std::this_thread::yield();
  transport.last().answer(json_answer(200, "v"));
  asker.join();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "v");
}

TEST(ClientAsk, GivesOneBodyAlsoOfPieces) {
  ScriptedTransport transport;
  transport.always([](const Outgoing&) {
    http::Response answer = json_answer(200, "a");
    answer.pieces.push_back(std::make_shared<const std::string>("b"));
    return answer;
  });
  EXPECT_EQ(ask(transport, {.target = "/x"})->body, "ab");
}

TEST(ClientAsk, PassesErrorsOn) {
  ScriptedTransport transport;
  transport.always([](const Outgoing&) { return fail(Error::Kind::Unreachable, "down"); });
  EXPECT_EQ(ask(transport, {.target = "/x"}).error().detail, "down");
}

// Takes requests and forgets them.
class ForgetfulTransport final : public Transport {
 public:
  std::unique_ptr<PendingRequest> send(Outgoing,
                                       std::function<void(Result<http::Response>)>) override {
    return nullptr;
  }
  std::unique_ptr<PendingRequest> stream(Outgoing, StreamSink) override { return nullptr; }
};

TEST(ClientAsk, DoesNotWaitForAnAnswerThatNobodyCanBring) {
  ForgetfulTransport transport;
  EXPECT_EQ(ask(transport, {.target = "/x"}).error().kind, Error::Kind::Unreachable);
}

TEST(ClientAsk, OfAnApiGoesThroughItsQueue) {
  const auto scheduler = make_thread_scheduler();
  const SystemClock clock;
  ScriptedTransport transport;
  transport.always([](const Outgoing& request) { return json_answer(200, request.target); });
  Api api(transport, *scheduler, clock, 1);
  EXPECT_EQ(api.ask({.target = "/version"})->body, "/version");
  ASSERT_EQ(api.figures().requests.size(), 1U);
  EXPECT_EQ(api.figures().requests[0].code, "200");
}

}  // namespace
}  // namespace telltale::client
