// SPDX-License-Identifier: Apache-2.0
#include "client/token_bucket.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale::client {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

TEST(ClientTokenBucket, GivesTheBurstAtOnceAndThenOneTokenAtATime) {
  TokenBucket bucket(10, 3);
  EXPECT_EQ(bucket.take(5s), 0ns);
  EXPECT_EQ(bucket.take(5s), 0ns);
  EXPECT_EQ(bucket.take(5s), 0ns);
  EXPECT_EQ(bucket.take(5s), 100ms);
  EXPECT_EQ(bucket.take(5s + 40ms), 60ms);
  EXPECT_EQ(bucket.take(5s + 100ms), 0ns);
  EXPECT_GT(bucket.take(5s + 100ms), 0ns);
}

TEST(ClientTokenBucket, NeverHoldsMoreThanTheBurst) {
  TokenBucket bucket(1000, 2);
  EXPECT_EQ(bucket.take(0s), 0ns);
  EXPECT_EQ(bucket.take(1h), 0ns);
  EXPECT_EQ(bucket.take(1h), 0ns);
  EXPECT_GT(bucket.take(1h), 0ns);
}

TEST(ClientTokenBucket, AskingHowLongTakesNothing) {
  TokenBucket bucket(1, 1);
  EXPECT_EQ(bucket.wait(0s), 0ns);
  EXPECT_EQ(bucket.wait(0s), 0ns);
  EXPECT_EQ(bucket.take(0s), 0ns);
  EXPECT_EQ(bucket.wait(0s), 1s);
}

TEST(ClientTokenBucket, WithoutAPositiveRateThereIsNoLimit) {
  for (const double qps : {0.0, -1.0}) {
    TokenBucket bucket(qps, 1);
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(bucket.take(0s), 0ns);
  }
}

TEST(ClientTokenBucket, ABurstOfZeroStillLetsOneThrough) {
  TokenBucket bucket(1, 0);
  EXPECT_EQ(bucket.take(0s), 0ns);
  EXPECT_EQ(bucket.take(0s), 1s);
}

TEST(ClientTokenBucket, TimeThatStepsBackIsTimeThatStandsStill) {
  TokenBucket bucket(1, 1);
  EXPECT_EQ(bucket.take(10s), 0ns);
  EXPECT_EQ(bucket.take(2s), 1s);
  EXPECT_EQ(bucket.take(11s), 0ns);
}

TEST(ClientTokenBucket, ATinyRateIsNotWaitedForForEver) {
  TokenBucket bucket(1e-12, 1);
  EXPECT_EQ(bucket.take(0s), 0ns);
  EXPECT_EQ(bucket.take(0s), 1h);
}

// However the asking is spread, no stretch of time gives more than burst plus rate.
RC_GTEST_PROP(ClientTokenBucket, NeverGivesMoreThanWasAgreed, ()) {
  const auto burst = *rc::gen::inRange<std::uint32_t>(1, 20);
  const auto qps = *rc::gen::inRange(1, 500);
  const auto steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 50));
  TokenBucket bucket(qps, burst);
  nanoseconds now = 0ns;
  double given = 0;
  for (const int step : steps) {
    now += std::chrono::milliseconds(step);
    if (bucket.take(now) == 0ns) ++given;
    const double seconds = std::chrono::duration<double>(now).count();
    RC_ASSERT(given <= burst + seconds * qps + 1e-6);
  }
}

RC_GTEST_PROP(ClientTokenBucket, WhoWaitsAsLongAsToldGetsAToken, ()) {
  const auto qps = *rc::gen::inRange(1, 5000);
  TokenBucket bucket(qps, 1);
  nanoseconds now = 0ns;
  for (int i = 0; i < 50; ++i) {
    now += bucket.wait(now);
    RC_ASSERT(bucket.take(now) == 0ns);
  }
}

}  // namespace
}  // namespace telltale::client
