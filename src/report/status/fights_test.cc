// SPDX-License-Identifier: Apache-2.0
#include "report/status/fights.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

const Instant begin = *parse_rfc3339("2026-01-01T12:00:00Z");

Object fought_over() {
  Object object;
  object.key.kind = "Machine";
  object.uid = "u1";
  return object;
}

TEST(Fights, RestsTwiceAsLongEachTimeUpToTenMinutes) {
  const Object machine = fought_over();
  Fights fights;
  Instant now = begin;
  Seconds expected{0};
  for (int round = 0; round < 14; ++round) {
    fights.lost(machine, "Ready", now);
    EXPECT_EQ(fights.rests(machine, "Ready", now), expected != Seconds{}) << round;
    if (expected != Seconds{}) {
      EXPECT_EQ(fights.rest_ends(machine, now), now + expected);
      EXPECT_FALSE(fights.rests(machine, "Ready", now + expected));
    }
    now += expected;
    fights.wrote(machine, "Ready");
    expected =
        expected == Seconds{} ? Seconds(1) : std::min<Seconds>(Fights::longest, expected * 2);
  }
  EXPECT_EQ(expected, Fights::longest);
  EXPECT_EQ(fights.counts().at({"Machine", "Ready"}), 14U);
}

TEST(Fights, SeveralBlowsBeforeTheAnswerAreOne) {
  const Object machine = fought_over();
  Fights fights;
  for (int i = 0; i < 5; ++i) fights.lost(machine, "Ready", begin);
  EXPECT_FALSE(fights.rests(machine, "Ready", begin));
  fights.wrote(machine, "Ready");
  for (int i = 0; i < 5; ++i) fights.lost(machine, "Ready", begin);
  EXPECT_EQ(fights.rest_ends(machine, begin), begin + Seconds(1));
  EXPECT_FALSE(fights.rests(machine, "Paused", begin));
}

TEST(Fights, WhoeverKeepsQuietBeginsAnew) {
  const Object machine = fought_over();
  Fights fights;
  fights.lost(machine, "Ready", begin);
  fights.wrote(machine, "Ready");
  const Instant later = begin + Fights::over_after + Seconds(1);
  fights.lost(machine, "Ready", later);
  EXPECT_FALSE(fights.rests(machine, "Ready", later));
}

}  // namespace
}  // namespace telltale
