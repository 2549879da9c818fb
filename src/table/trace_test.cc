// SPDX-License-Identifier: Apache-2.0
#include "table/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "table/snapshot_for_test.h"

namespace telltale {
namespace {

using namespace snapshot;
using enum Act;
using enum Status;
using ::testing::ElementsAre;

// clang-format off
constexpr Table<Seen, 5> traced_table{"House", "Open", all_words, {
  {locked && !cold,  False,   "Locked"},
  {guests && cold,   False,   "Cold"},
  {cold && guests,   Keep,    "Somebody will heat"},
  {late,             False,   "Late"},
  {otherwise,        True,    "Open"},
}};
// clang-format on

TEST(Trace, AsksUntilARowDecides) {
  Seen seen = calm;
  seen.now = bedtime;
  const Trace trace = trace_of(traced_table, seen);
  ASSERT_EQ(trace.rows.size(), 4U);
  EXPECT_EQ(trace.rows_total, 5U);
  EXPECT_EQ(trace.rows[0].answer, Answer::No);
  EXPECT_EQ(trace.rows[3].answer, Answer::Yes);
  EXPECT_EQ(trace.rows[3].asked, "it is bedtime");
}

TEST(Trace, StopsWhereAnAnswerIsMissing) {
  Seen seen = calm;
  seen.is_cold = true;
  seen.guests_counted = false;
  const Trace trace = trace_of(traced_table, seen);
  ASSERT_EQ(trace.rows.size(), 2U);
  EXPECT_EQ(trace.rows[1].answer, Answer::NotCollected);
  EXPECT_EQ(trace.rows[1].evidence, "nobody counted; 3 C");
}

TEST(Trace, SaysAllGuardsOfARowButShowsOnlyWhatWasLookedAt) {
  const Trace trace = trace_of(traced_table, calm);
  EXPECT_EQ(trace.rows[0].asked, "the door is locked and it is not cold");
  EXPECT_EQ(trace.rows[0].evidence, "key out");
}

TEST(Trace, SaysWhatHoldsInsteadWhereARowDoesNot) {
  Seen seen = calm;
  EXPECT_EQ(trace_of(traced_table, seen).rows[0].denied, "the door is not locked");
  seen.is_locked = true;
  seen.is_cold = true;
  EXPECT_EQ(trace_of(traced_table, seen).rows[0].denied, "it is cold");
}

TEST(Trace, SaysTheSameEvidenceOnce) {
  static constexpr Table<Seen, 2> table{
      "House", "Open", all_words, {{!cold && !cold, True, "Warm"}, {otherwise, False, "Cold"}}};
  EXPECT_EQ(trace_of(table, calm).rows[0].evidence, "21 C");
}

TEST(Trace, TheLastRowIsCalledOtherwise) {
  EXPECT_EQ(trace_of(traced_table, calm).rows.back().asked, "otherwise");
}

TEST(RowNumbers, AKeepRowSharesTheNumberAboveIt) {
  EXPECT_THAT(row_numbers(traced_table), ElementsAre("1", "2", "2b", "3", "4"));
  EXPECT_EQ(trace_of(traced_table, calm).rows[2].number, "2b");
}

TEST(RowNumbers, AKeepRowOnTopHasItsOwn) {
  static constexpr Table<Seen, 2> table{
      "House", "Open", all_words, {{cold, Keep, ""}, {otherwise, True, "A"}}};
  EXPECT_THAT(row_numbers(table), ElementsAre("1", "2"));
}

}  // namespace
}  // namespace telltale
