// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"

#include <array>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

// The published first numbers of SplitMix64 for this seed; a stored seed must mean the same
// forever.
TEST(Rng, GivesTheSameNumbersOnEveryMachine) {
  Rng rng(1234567);
  EXPECT_EQ(rng.next(), 6457827717110365317ULL);
  EXPECT_EQ(rng.next(), 3203168211198807973ULL);
  EXPECT_EQ(rng.next(), 9817491932198370423ULL);
}

TEST(Rng, GivesOtherNumbersForAnotherSeed) { EXPECT_NE(Rng(1).next(), Rng(2).next()); }

RC_GTEST_PROP(Rng, StaysBelowItsLimit, (std::uint64_t seed)) {
  const auto limit = *rc::gen::inRange<std::uint64_t>(1, std::numeric_limits<std::uint64_t>::max());
  Rng rng(seed);
  for (int draw = 0; draw < 10; ++draw) RC_ASSERT(rng.below(limit) < limit);
}

TEST(Rng, ReachesEveryNumberAboutEquallyOften) {
  std::array<int, 7> seen{};
  Rng rng(7);
  for (int draw = 0; draw < 70'000; ++draw) ++seen[rng.below(seen.size())];
  for (const int count : seen) {
    EXPECT_GT(count, 9'500);
    EXPECT_LT(count, 10'500);
  }
}

TEST(Rng, DrawsOneInAboutThatMany) {
  int hits = 0;
  Rng rng(3);
  for (int draw = 0; draw < 10'000; ++draw) hits += rng.one_in(10) ? 1 : 0;
  EXPECT_GT(hits, 900);
  EXPECT_LT(hits, 1'100);
  EXPECT_TRUE(rng.one_in(1));
}

TEST(RngDeathTest, RefusesToDrawBelowZero) {
  EXPECT_DEATH(Rng(1).below(0), "a random number is drawn below a positive limit");
}

}  // namespace
}  // namespace telltale
