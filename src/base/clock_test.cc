// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

TEST(ManualClock, StandsStillUntilAdvanced) {
  ManualClock clock(Instant{Seconds{100}});
  EXPECT_EQ(clock.now(), Instant{Seconds{100}});
  EXPECT_EQ(clock.now(), Instant{Seconds{100}});
  const auto before = clock.elapsed();
  clock.advance(Seconds{5});
  EXPECT_EQ(clock.now(), Instant{Seconds{105}});
  EXPECT_EQ(clock.elapsed() - before, Seconds{5});
}

TEST(SystemClock, TellsATimeAfterThisWasWritten) {
  const SystemClock clock;
  EXPECT_GT(clock.now(), *parse_rfc3339("2025-01-01T00:00:00Z"));
}

TEST(SystemClock, NeverMeasuresBackwards) {
  const SystemClock clock;
  const auto before = clock.elapsed();
  EXPECT_GE(clock.elapsed(), before);
}

}  // namespace
}  // namespace telltale
