// SPDX-License-Identifier: Apache-2.0
#include "table/table.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "table/snapshot_for_test.h"

namespace telltale {
namespace {

using namespace snapshot;
using enum Act;
using enum Status;

// clang-format off
constexpr Table<Seen, 4> door_table{"House", "Open", all_words, {
  {locked,        False,   "Locked",  "Locked by {owner}"},
  {ringing,       Keep,    "Somebody is at the door"},
  {late && !cold, False,   "Late",    "It is late{remark?}"},
  {otherwise,     True,    "Open"},
}};
// clang-format on

constexpr std::string_view door_reason(const Seen& seen) {
  return door_table.decide(seen).row->reason;
}

// The whole of deciding works while compiling.
static_assert(door_reason(calm) == "Open");
static_assert(door_reason({.now = midnight, .is_locked = true}) == "Locked");
static_assert(door_table.decide(calm).wake == bedtime);
static_assert(door_table.decide({.now = midnight, .is_ringing = true}).row->act == Keep);

TEST(Table, TheFirstRowThatHoldsDecides) {
  Seen seen = calm;
  seen.now = bedtime;
  EXPECT_EQ(door_reason(seen), "Late");
  seen.is_ringing = true;
  EXPECT_EQ(door_table.decide(seen).row, &door_table.rows[1]);
  seen.is_locked = true;
  EXPECT_EQ(door_reason(seen), "Locked");
}

TEST(Table, KeepIsAVerdictAndNotAWayThrough) {
  Seen seen = calm;
  seen.now = bedtime;
  seen.is_ringing = true;
  EXPECT_EQ(door_table.decide(seen).row->act, Keep);
}

TEST(Table, WakesAtTheInstantOfAGuardThatWasAsked) {
  EXPECT_EQ(door_table.decide(calm).wake, bedtime);
}

TEST(Table, DoesNotWakeForRowsBelowTheOneThatDecides) {
  Seen seen = calm;
  seen.is_locked = true;
  EXPECT_FALSE(is_set(door_table.decide(seen).wake));
}

TEST(Table, DoesNotWakeForTheInstantThatIsNow) {
  Seen seen = calm;
  seen.now = bedtime;
  EXPECT_FALSE(is_set(door_table.decide(seen).wake));
}

// clang-format off
constexpr Table<Seen, 3> times_table{"House", "Quiet", all_words, {
  {late,         True,  "Late"},
  {early,        True,  "Early"},
  {otherwise,    False, "Loud"},
}};
constexpr Table<Seen, 2> behind_table{"House", "Quiet", all_words, {
  {cold && late, True,  "Late"},
  {otherwise,    False, "Loud"},
}};
// clang-format on

TEST(Table, WakesAtTheEarliestOfSeveralInstants) {
  EXPECT_LT(daybreak, bedtime);
  EXPECT_EQ(times_table.decide(calm).wake, daybreak);
  Seen seen = calm;
  seen.now = daybreak;
  EXPECT_EQ(times_table.decide(seen).wake, bedtime);
}

TEST(Table, DoesNotWakeForAGuardBehindAClearNo) {
  EXPECT_FALSE(is_set(behind_table.decide(calm).wake));
  Seen seen = calm;
  seen.is_cold = true;
  EXPECT_EQ(behind_table.decide(seen).wake, bedtime);
}

// clang-format off
constexpr Table<Seen, 3> guest_table{"House", "Guests", all_words, {
  {cold && guests,     False, "Cold"},
  {guests_late,        True,  "Late"},
  {otherwise,          True,  "Fine"},
}};
// clang-format on

TEST(Table, ConcludesNothingFromWhatWasNotCollected) {
  Seen seen = calm;
  seen.guests_counted = false;
  seen.is_cold = true;
  const Decision<Seen> decision = guest_table.decide(seen);
  EXPECT_EQ(decision.row, nullptr);
  ASSERT_NE(decision.not_collected, nullptr);
  EXPECT_EQ(decision.not_collected->name, "guests");
}

TEST(Table, AClearNoSettlesARowWhateverElseIsNotCollected) {
  Seen seen = calm;
  seen.guests_counted = false;
  // Not cold: the first row is answered. The second is not.
  EXPECT_EQ(guest_table.decide(seen).not_collected->name, "guests_late");
}

TEST(Table, DoesNotWakeForAQuestionThatCannotBeAnswered) {
  Seen seen = calm;
  EXPECT_EQ(guest_table.decide(seen).wake, bedtime);
  seen.guests_counted = false;
  EXPECT_FALSE(is_set(guest_table.decide(seen).wake));
}

TEST(Table, JoinsSharedRowsInTheirOrder) {
  static constexpr std::array<Row<Seen>, 1> upper{{{locked, False, "Locked"}}};
  static constexpr std::array<Row<Seen>, 2> lower{
      {{cold, False, "Cold"}, {otherwise, True, "Open"}}};
  static constexpr Table<Seen, 3> joined{concat(upper, lower), "House", "Open", all_words};
  EXPECT_EQ(joined.rows[0].reason, "Locked");
  EXPECT_EQ(joined.rows[1].reason, "Cold");
  EXPECT_EQ(joined.rows[2].reason, "Open");
  EXPECT_EQ(joined.decide(calm).row->reason, "Open");
}

TEST(Reasons, FitThePatternOfTheApi) {
  for (const std::string_view good : {"A", "Ready", "a_b", "A1", "Is:A,B_2", "NotReady_"}) {
    EXPECT_TRUE(fits_reason_pattern(good)) << good;
  }
  for (const std::string_view bad : {"", "1A", "_A", "Not Ready", "A:", "A,", "A-B", "Ä"}) {
    EXPECT_FALSE(fits_reason_pattern(bad)) << bad;
  }
  EXPECT_TRUE(fits_reason_pattern(std::string(1024, 'a')));
  EXPECT_FALSE(fits_reason_pattern(std::string(1025, 'a')));
}

}  // namespace
}  // namespace telltale
