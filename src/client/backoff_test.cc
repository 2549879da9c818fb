// SPDX-License-Identifier: Apache-2.0
#include "client/backoff.h"

#include <set>

#include <gtest/gtest.h>

namespace telltale::client {
namespace {

using namespace std::chrono_literals;

TEST(ClientBackoff, DoublesUpToItsLimit) {
  Backoff backoff(800ms, 30s, 7);
  const std::chrono::milliseconds floors[] = {800ms, 1600ms, 3200ms, 6400ms, 12800ms, 15s, 15s};
  const std::chrono::milliseconds ceilings[] = {1600ms, 3200ms, 6400ms, 12800ms, 25600ms, 30s, 30s};
  for (std::size_t i = 0; i < std::size(floors); ++i) {
    const auto delay = backoff.next();
    EXPECT_GE(delay, floors[i]) << i;
    EXPECT_LE(delay, ceilings[i]) << i;
  }
}

TEST(ClientBackoff, BeginsAnewWhenSomethingWorked) {
  Backoff backoff(100ms, 30s, 7);
  for (int i = 0; i < 20; ++i) (void)backoff.next();
  backoff.reset();
  EXPECT_LE(backoff.next(), 200ms);
}

TEST(ClientBackoff, ThoseWhoFailTogetherDoNotComeBackTogether) {
  std::set<std::chrono::milliseconds> delays;
  for (std::uint64_t seed = 0; seed < 100; ++seed) delays.insert(Backoff(800ms, 30s, seed).next());
  EXPECT_GT(delays.size(), 80U);
}

TEST(ClientBackoff, TheSameSeedWaitsTheSame) {
  EXPECT_EQ(Backoff(800ms, 30s, 3).next(), Backoff(800ms, 30s, 3).next());
}

TEST(ClientBackoff, SenselessLimitsStillGiveADelay) {
  Backoff backoff(-5ms, 0ms, 1);
  for (int i = 0; i < 100; ++i) {
    const auto delay = backoff.next();
    EXPECT_GE(delay, 0ms);
    EXPECT_LE(delay, 1ms);
  }
  Backoff giant(std::chrono::milliseconds::max(), std::chrono::milliseconds::max(), 1);
  EXPECT_LE(giant.next(), 24h);
}

}  // namespace
}  // namespace telltale::client
