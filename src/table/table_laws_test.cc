// SPDX-License-Identifier: Apache-2.0
#include "table/table_laws.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "table/choices_for_test.h"
#include "table/snapshot_for_test.h"

namespace telltale {
namespace {

using namespace snapshot;
using enum Status;
using laws::set_to;
using laws::Told;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The failures that a jury reports, instead of failing here.
template <std::size_t N, class Ladder>
std::vector<std::string> verdict_on(const Table<Seen, N>& table, Ladder ladder) {
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    laws::LawChecker<Seen, Table<Seen, N>, Ladder, laws::MoveClock> jury(table, ladder, {});
    every_choice([&](Choices& choose) {
      Seen seen = calm;
      seen.now = choose.one_of({midnight, bedtime - Seconds(1), bedtime});
      seen.is_locked = choose.flag();
      seen.is_cold = choose.flag();
      jury.judge(seen);
    });
    jury.expect_every_row_decided();
  }
  std::vector<std::string> failures;
  for (int i = 0; i < results.size(); ++i) {
    failures.emplace_back(results.GetTestPartResult(i).message());
  }
  return failures;
}

// clang-format off
constexpr Table<Seen, 3> judged_table{"House", "Open", all_words, {
  {locked,    False, "Locked"},
  {late,      False, "Late"},
  {otherwise, True,  "Open"},
}};
// clang-format on

Told door_ladder(const Seen& seen) {
  if (seen.is_locked) return set_to(False, "Locked");
  return seen.now >= bedtime ? set_to(False, "Late") : set_to(True, "Open");
}

TEST(TableLaws, AreContentWithATableThatKeepsThem) {
  EXPECT_THAT(verdict_on(judged_table, door_ladder), IsEmpty());
}

TEST(TableLaws, NoticeALadderThatSaysOtherwise) {
  const auto failures = verdict_on(judged_table, [](const Seen& seen) {
    return seen.is_locked && seen.is_cold ? set_to(True, "Locked") : door_ladder(seen);
  });
  EXPECT_THAT(failures, Contains(HasSubstr("the ladder says otherwise")));
}

TEST(TableLaws, NoticeADifferentMessage) {
  const auto failures = verdict_on(judged_table, [](const Seen& seen) {
    return seen.is_locked ? set_to(False, "Locked", "by whom?") : door_ladder(seen);
  });
  EXPECT_THAT(failures, Contains(HasSubstr("the ladder says otherwise")));
}

TEST(TableLaws, NoticeARowThatNeverDecides) {
  // clang-format off
  static constexpr Table<Seen, 4> shadowed{"House", "Open", all_words, {
    {locked,         False, "Locked"},
    {locked && cold, False, "Locked"},
    {late,           False, "Late"},
    {otherwise,      True,  "Open"},
  }};
  // clang-format on
  EXPECT_THAT(verdict_on(shadowed, door_ladder),
              ElementsAre(HasSubstr("row 2 of House Open decides none of 12 snapshots")));
}

// clang-format off
// Turns at bedtime but does not say so, or says so too late or for nothing.
constexpr Guard<Seen> silently_late{"silently_late",
    "", "",
    late.ask};
constexpr Guard<Seen> late_too_late{"late_too_late",
    "", "",
    late.ask, {.at = [](const Seen&) { return bedtime + Seconds(2); }}};
constexpr Guard<Seen> wakes_for_nothing{"wakes_for_nothing",
    "", "",
    cold.ask, {.at = [](const Seen& seen) { return seen.now + Seconds(60); }}};
// clang-format on

TEST(TableLaws, NoticeATimeThatNobodyWakesFor) {
  static constexpr Table<Seen, 2> table{
      "House", "Open", all_words, {{silently_late, False, "Late"}, {otherwise, True, "Open"}}};
  EXPECT_THAT(verdict_on(table,
                         [](const Seen& seen) {
                           return seen.now >= bedtime ? set_to(False, "Late")
                                                      : set_to(True, "Open");
                         }),
              Contains(HasSubstr("without a wake time alone changes nothing")));
}

TEST(TableLaws, NoticeAWakeThatComesTooLate) {
  static constexpr Table<Seen, 2> table{
      "House", "Open", all_words, {{late_too_late, False, "Late"}, {otherwise, True, "Open"}}};
  EXPECT_THAT(verdict_on(table,
                         [](const Seen& seen) {
                           return seen.now >= bedtime ? set_to(False, "Late")
                                                      : set_to(True, "Open");
                         }),
              Contains(HasSubstr("nothing changes between now and the wake")));
}

TEST(TableLaws, NoticeAWakeForNothing) {
  static constexpr Table<Seen, 2> table{
      "House", "Open", all_words, {{wakes_for_nothing, False, "Cold"}, {otherwise, True, "Open"}}};
  EXPECT_THAT(verdict_on(table,
                         [](const Seen& seen) {
                           return seen.is_cold ? set_to(False, "Cold") : set_to(True, "Open");
                         }),
              Contains(HasSubstr("something turns at the wake")));
}

TEST(TableLaws, StopAfterAFewFailures) {
  const auto failures = verdict_on(judged_table, [](const Seen&) { return laws::keep(); });
  EXPECT_EQ(failures.size(), 3U);
}

TEST(Choices, MakeEveryCombinationOnce) {
  std::vector<std::string> made;
  every_choice([&](Choices& choose) {
    const char first = choose.one_of({'a', 'b'});
    made.push_back(std::string(1, first) + std::to_string(choose.below(3)));
  });
  EXPECT_THAT(made, ElementsAre("a0", "a1", "a2", "b0", "b1", "b2"));
}

TEST(Choices, MayDependOnEarlierOnes) {
  int made = 0;
  every_choice([&](Choices& choose) {
    if (choose.flag()) choose.below(5);
    ++made;
  });
  EXPECT_EQ(made, 6);
}

TEST(Choices, WithoutAnyChoiceThereIsOneCombination) {
  int made = 0;
  every_choice([&](Choices&) { ++made; });
  EXPECT_EQ(made, 1);
}

}  // namespace
}  // namespace telltale
