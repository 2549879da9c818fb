// SPDX-License-Identifier: Apache-2.0
#include "server/conversion/webhook_calls.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

constexpr std::string_view hook_url = "https://127.0.0.1:1/convert";

class WebhookCallsTest : public testing::Test {
 protected:
  Result<http::Response> ask(std::string url = std::string(hook_url)) {
    return calls.ask({.url = std::move(url)}, "{}");
  }
  void be_silent() { webhook.answers(WebhookForTest::miss_the_deadline); }
  void be_there() {
    webhook.answers([](const std::string&) { return http::Response{.status = 500}; });
  }
  void SetUp() override { be_there(); }

  SteppedClock clock;
  WebhookForTest webhook;
  WebhookCalls calls{clock, {.under_way = 3, .under_way_each = 2}, webhook.send()};
};

TEST_F(WebhookCallsTest, AnAnswerIsAnAnswerWhateverItSays) {
  for (int i = 0; i < 10; ++i) EXPECT_EQ(ask()->status, 500);
  EXPECT_EQ(calls.figures().answered, 10U);
}

TEST_F(WebhookCallsTest, WhoDoesNotAnswerIsLeftAloneForAWhile) {
  be_silent();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask().error().detail, "no answer in time");
  be_there();
  EXPECT_EQ(webhook.asked(), 3);
  EXPECT_EQ(ask().error().kind, Error::Kind::Unreachable);
  clock.advance(Seconds{4});
  EXPECT_FALSE(ask());
  EXPECT_EQ(webhook.asked(), 3);  // it was not asked at all
  EXPECT_EQ(calls.figures().not_asked, 2U);
  EXPECT_TRUE(ask("https://127.0.0.1:1/another"));
  clock.advance(Seconds{1});
  EXPECT_TRUE(ask());
  EXPECT_TRUE(ask());
}

TEST_F(WebhookCallsTest, RestsLongerEachTimeItIsStillSilent) {
  be_silent();
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(ask());
  int asked = 3;
  for (const int rest : {5, 10, 20, 40, 60, 60}) {
    clock.advance(Seconds{rest - 1});
    EXPECT_FALSE(ask());
    EXPECT_EQ(webhook.asked(), asked) << rest;
    clock.advance(Seconds{1});
    EXPECT_FALSE(ask());
    EXPECT_EQ(webhook.asked(), ++asked) << rest;
  }
}

TEST_F(WebhookCallsTest, OneAnswerForgetsTheSilenceBefore) {
  for (int i = 0; i < 10; ++i) {
    be_silent();
    for (int j = 0; j < 2; ++j) EXPECT_EQ(ask().error().detail, "no answer in time");
    be_there();
    EXPECT_TRUE(ask());
  }
}

TEST_F(WebhookCallsTest, OneAtATimeTriesWhetherItIsBack) {
  be_silent();
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(ask());
  clock.advance(Seconds{5});
  be_there();
  webhook.falls_silent();
  std::thread probe([&] { EXPECT_TRUE(ask()); });
  webhook.wait_until_asked(4);
  EXPECT_EQ(ask().error().kind, Error::Kind::Unreachable);
  webhook.speaks();
  probe.join();
  EXPECT_TRUE(ask());
}

TEST_F(WebhookCallsTest, OnlySoManyAreUnderWayOfOneAndOfAll) {
  webhook.falls_silent();
  std::vector<std::thread> waiting;
  for (int i = 0; i < 2; ++i) waiting.emplace_back([&] { EXPECT_TRUE(ask()); });
  webhook.wait_until_asked(2);
  EXPECT_EQ(ask().error().kind, Error::Kind::TooLarge);
  waiting.emplace_back([&] { EXPECT_TRUE(ask("https://127.0.0.1:1/another")); });
  webhook.wait_until_asked(3);
  EXPECT_EQ(ask("https://127.0.0.1:1/third").error().kind, Error::Kind::TooLarge);
  webhook.speaks();
  for (std::thread& thread : waiting) thread.join();
  EXPECT_TRUE(ask());
}

TEST_F(WebhookCallsTest, NobodyIsAskedAtTheEnd) {
  calls.stop();
  EXPECT_FALSE(ask());
  EXPECT_EQ(webhook.asked(), 0);
}

TEST_F(WebhookCallsTest, AnExceptionGivesThePlaceBack) {
  webhook.answers(
      [](const std::string&) -> Result<http::Response> { throw std::runtime_error("no memory"); });
  for (int i = 0; i < 2; ++i) EXPECT_THROW(static_cast<void>(ask()), std::runtime_error);
  be_there();
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(ask());
}

TEST_F(WebhookCallsTest, ADeadlineGoesWithEveryQuestion) {
  std::chrono::milliseconds deadline{};
  WebhookCalls asking(clock, {.review = std::chrono::milliseconds(1234)},
                      [&](const http::Destination& to, const std::string&) {
                        deadline = to.timeout;
                        return http::Response{};
                      });
  ASSERT_TRUE(asking.ask({.url = std::string(hook_url)}, "{}"));
  EXPECT_EQ(deadline.count(), 1234);
  const auto began = asking.elapsed();
  EXPECT_TRUE(asking.has_time(began));
  clock.advance(Seconds{4});
  EXPECT_FALSE(asking.has_time(began));
}

}  // namespace
}  // namespace telltale::server
