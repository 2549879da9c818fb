// SPDX-License-Identifier: Apache-2.0
#include "cli/tree/tree_label.h"

#include <gtest/gtest.h>

namespace telltale::cli {
namespace {

TreeRow row_of_group(std::vector<std::string> names, std::size_t total) {
  TreeRow row{.kind = "Machines", .short_kind = "Machines", .names = std::move(names)};
  row.names_total = total;
  return row;
}

TEST(WithoutMiddle, KeepsBothEndsAndTheWidth) {
  EXPECT_EQ(without_middle("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(without_middle("abcdefghij", 7), "abc…hij");
  EXPECT_EQ(without_middle("abcdefghij", 1), "…");
  EXPECT_EQ(without_middle("abcdefghij", 0), "");
}

TEST(WithoutMiddle, NeverPartsAMarkFromItsCharacter) {
  EXPECT_EQ(without_middle("e\u0301e\u0301e\u0301e\u0301e\u0301", 3), "e\u0301…e\u0301");
  EXPECT_EQ(without_middle("日本語日本語", 6), "日…語");
}

TEST(FittedLabel, ShowsAsManyNamesAsFitAndSaysHowManyDoNot) {
  const TreeRow row = row_of_group({"md-a", "md-b", "other"}, 5);
  EXPECT_EQ(fitted_label(row, Kinds::Whole, 80), "Machines md-a, -b, other, … (2 more)");
  EXPECT_EQ(fitted_label(row, Kinds::Whole, 30), "Machines md-a, -b, … (3 more)");
  EXPECT_EQ(fitted_label(row, Kinds::Whole, 18), "Machines md-a, …");
}

TEST(FittedLabel, GivesUpTheVersionBeforeTheName) {
  TreeRow row = row_of_group({"md-gpu"}, 1);
  row.version = "v1.33.0";
  row.suffix = "paused";
  EXPECT_EQ(fitted_label(row, Kinds::Whole, 40), "Machines md-gpu v1.33.0 paused");
  EXPECT_EQ(fitted_label(row, Kinds::Whole, 25), "Machines md-gpu paused");
  EXPECT_EQ(fitted_label(row, Kinds::Whole, 15), "Machines md-gpu");
}

TEST(WholeLabel, SpellsNamesOutAndCountsTheRest) {
  EXPECT_EQ(whole_label(row_of_group({"md-a", "md-b", "md-c", "md-d"}, 4), Kinds::Whole),
            "Machines md-a, md-b, md-c, … (1 more)");
}

}  // namespace
}  // namespace telltale::cli
