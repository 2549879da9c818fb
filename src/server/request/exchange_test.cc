// SPDX-License-Identifier: Apache-2.0
#include "server/request/exchange.h"

#include <gtest/gtest.h>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

class ExchangeTest : public testing::Test {
 protected:
  Exchange make() {
    return {{.method = "GET", .target = "/"},
            http::Responder(channel),
            Exchange::Books{.clock = clock, .entropy = entropy, .metrics = metrics}};
  }

  SteppedClock clock;
  GuardedEntropy entropy;
  Metrics metrics;
  std::shared_ptr<ChannelForTest> channel = std::make_shared<ChannelForTest>();
};

TEST_F(ExchangeTest, EveryAnswerIsCountedAndNotToBeKept) {
  Exchange exchange = make();
  exchange.call().verb = "get";
  exchange.answer(Outcome<http::Response>(http::Response{.body = "{}"}));
  const auto answer = channel->wait();
  EXPECT_EQ(answer.header("Cache-Control"), "no-cache, private");
  EXPECT_EQ(answer.header("Audit-Id"), "") << "there is no audit log";
  EXPECT_NE(metrics.text({}).find(R"(code="200",resource="none",verb="get"} 1)"),
            std::string::npos);
}

TEST_F(ExchangeTest, WarningsCannotBreakOutOfTheirHeader) {
  Exchange exchange = make();
  exchange.call().warnings = {"say \"hi\"\r\nX-Evil: 1\\", std::string(5000, 'x')};
  exchange.answer(Outcome<http::Response>(http::Response{}));
  const auto answer = channel->wait();
  EXPECT_EQ(answer.header("Warning"), R"(299 - "say \"hi\"  X-Evil: 1\\")");
  for (const http::Header& header : answer.headers) {
    EXPECT_LT(header.value.size(), 1100U);
    EXPECT_EQ(header.value.find_first_of("\r\n"), std::string::npos);
  }
}

TEST_F(ExchangeTest, TooManyWarningsAreCut) {
  Exchange exchange = make();
  exchange.call().warnings.assign(500, "w");
  exchange.answer(Outcome<http::Response>(http::Response{}));
  EXPECT_LE(channel->wait().headers.size(), 40U);
}

TEST_F(ExchangeTest, RefusalsAreStatusObjectsAndCutsAreNothing) {
  Exchange exchange = make();
  exchange.answer(Outcome<http::Response>(refuse(bad_request("no"))));
  EXPECT_EQ(channel->wait().refusal(), "400 BadRequest");
  channel = std::make_shared<ChannelForTest>();
  Exchange cut = make();
  cut.hang_up();
  EXPECT_EQ(channel->wait().code, 0);
  EXPECT_NE(metrics.text({}).find(R"(code="0")"), std::string::npos);
}

}  // namespace
}  // namespace telltale::server
