// SPDX-License-Identifier: Apache-2.0
#include "table/guard.h"

#include <gtest/gtest.h>

#include "table/snapshot_for_test.h"

namespace telltale {
namespace {

using namespace snapshot;
using enum Answer;

TEST(Guard, AnswersAndDenies) {
  Seen seen = calm;
  EXPECT_EQ(locked.answer(seen), No);
  EXPECT_EQ((!locked).answer(seen), Yes);
  seen.is_locked = true;
  EXPECT_EQ(locked.answer(seen), Yes);
  EXPECT_EQ((!locked).answer(seen), No);
  EXPECT_EQ((!!locked).answer(seen), Yes);
}

TEST(Guard, SaysItselfInBothDirections) {
  EXPECT_EQ(locked.says(), "the door is locked");
  EXPECT_EQ((!locked).says(), "the door is not locked");
}

TEST(Guard, CannotBeAnsweredEitherWayWithoutWhatItIsAbout) {
  Seen seen = calm;
  seen.guests_counted = false;
  EXPECT_EQ(guests.answer(seen), NotCollected);
  EXPECT_EQ((!guests).answer(seen), NotCollected);
}

constexpr When<Seen> both = cold && guests;

TEST(When, HoldsWhenAllItsGuardsDo) {
  Seen seen = calm;
  EXPECT_EQ(both.answer(seen), No);
  seen.is_cold = true;
  EXPECT_EQ(both.answer(seen), No);
  seen.guest_count = 1;
  EXPECT_EQ(both.answer(seen), Yes);
}

TEST(When, AClearNoWinsOverWhatIsNotCollected) {
  Seen seen = calm;
  seen.guests_counted = false;
  EXPECT_EQ(both.answer(seen), No);
  constexpr When<Seen> other_way = guests && cold;
  EXPECT_EQ(other_way.answer(seen), No);
}

TEST(When, WhatIsNotCollectedWinsOverAYes) {
  Seen seen = calm;
  seen.is_cold = true;
  seen.guests_counted = false;
  EXPECT_EQ(both.answer(seen), NotCollected);
}

TEST(When, WithoutGuardsAlwaysHolds) { EXPECT_EQ(otherwise.answer(calm), Yes); }

TEST(When, TakesFourGuards) {
  constexpr When<Seen> four = locked && ringing && cold && guests;
  EXPECT_EQ(four.count, 4U);
  EXPECT_EQ(four.guards[3].name, "guests");
}

}  // namespace
}  // namespace telltale
