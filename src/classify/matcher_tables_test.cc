// SPDX-License-Identifier: Apache-2.0
#include "classify/matcher_tables.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

TEST(MatcherTables, AreReadyForThePatternsOfToday) {
  EXPECT_TRUE(same_tables(ready_tables(), MadeTables(pattern_groups()).tables()));
}

TEST(MatcherTables, DifferWhereThePatternsDo) {
  static constexpr Pattern one[] = {{"one", Role::QuotaCode, Shape::Phrase, "over [a-z]+ quota"}};
  static constexpr Pattern two[] = {{"two", Role::QuotaCode, Shape::Phrase, "over [a-z]+ limit"}};
  static constexpr PatternGroup of_one[] = {{{}, one}};
  static constexpr PatternGroup of_two[] = {{{}, two}};
  EXPECT_FALSE(same_tables(MadeTables(of_one).tables(), MadeTables(of_two).tables()));
}

TEST(MatcherTables, SayWhatAnExpressionWaitsFor) {
  static constexpr Pattern patterns[] = {
      {"x", Role::QuotaCode, Shape::Phrase, "fixed|over [a-z]+ quota|above [a-z]+ quota"}};
  static constexpr PatternGroup groups[] = {{{}, patterns}};
  const MadeTables made(groups);
  const MatcherTables tables = made.tables();
  ASSERT_EQ(tables.expressions.size(), 2);
  EXPECT_EQ(tables.expressions[0],
            (ExpressionRow{.order = 0, .begin = 6, .end = 23, .clauses = 2}));
  EXPECT_EQ(tables.words.size(), 5);  // "fixed", "over ", "above ", " quota", and the end.
  EXPECT_EQ(tables.uses.size(), 1);
  // "over " and " quota", "above " and the same " quota".
  EXPECT_EQ(tables.clause_firsts.size(), 4);
  EXPECT_EQ(tables.clause_expressions.size(), 4);
}

}  // namespace
}  // namespace telltale
