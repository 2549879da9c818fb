// SPDX-License-Identifier: Apache-2.0
#include "http/deadlines.h"

#include <gtest/gtest.h>

namespace telltale::http {
namespace {

using namespace std::chrono_literals;
using enum Session::Stage::Waiting;
using Sending = Deadlines::Sending;

class HttpDeadlines : public testing::Test {
 protected:
  Limits limits_{.idle = 300s, .read = 30s, .write = 20s};
  Deadlines deadlines_{limits_};
};

TEST_F(HttpDeadlines, ThereIsNoneAtFirst) { EXPECT_EQ(deadlines_.earliest(), Deadlines::never); }

TEST_F(HttpDeadlines, ARequestHasItsTimeFromItsFirstByte) {
  deadlines_.enter(1s, {ForRest, 1});
  deadlines_.enter(20s, {ForRest, 1});
  EXPECT_EQ(deadlines_.earliest(), 31s);
  deadlines_.enter(20s, {ForRest, 2});
  EXPECT_EQ(deadlines_.earliest(), 50s);
}

TEST_F(HttpDeadlines, NothingIsOwedWhileAHandlerWorks) {
  deadlines_.enter(1s, {ForRest, 1});
  deadlines_.enter(2s, {ForNothing, 1});
  EXPECT_EQ(deadlines_.earliest(), Deadlines::never);
}

TEST_F(HttpDeadlines, AKeptConnectionMayBeIdleForLongerThanANewOne) {
  deadlines_.enter(0s, {ForFirst, 0});
  EXPECT_EQ(deadlines_.earliest(), 30s);
  EXPECT_FALSE(deadlines_.is_idle());
  deadlines_.enter(0s, {ForNext, 1});
  EXPECT_EQ(deadlines_.earliest(), 300s);
  EXPECT_TRUE(deadlines_.is_idle());
}

TEST_F(HttpDeadlines, AReaderHasTimeAsLongAsItMoves) {
  deadlines_.sending(1s, Sending::Stuck);
  deadlines_.sending(5s, Sending::Stuck);
  EXPECT_EQ(deadlines_.earliest(), 21s);
  deadlines_.sending(6s, Sending::StuckButMoving);
  EXPECT_EQ(deadlines_.earliest(), 26s);
  deadlines_.sending(7s, Sending::Free);
  EXPECT_EQ(deadlines_.earliest(), Deadlines::never);
}

TEST_F(HttpDeadlines, TheEarliestCounts) {
  deadlines_.allow(0s, 10s);
  deadlines_.sending(0s, Sending::Stuck);
  EXPECT_EQ(deadlines_.earliest(), 10s);
  deadlines_.stop();
  EXPECT_EQ(deadlines_.earliest(), Deadlines::never);
}

}  // namespace
}  // namespace telltale::http
