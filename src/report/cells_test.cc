// SPDX-License-Identifier: Apache-2.0
#include "report/cells.h"

#include <array>

#include <gtest/gtest.h>

#include "base/noon_for_test.h"

namespace telltale {
namespace {

using json::Member;
using json::Tree;

TEST(Cell, IsBlankForWhatIsMissingOrNull) {
  for (const ColumnType type :
       {ColumnType::String, ColumnType::Integer, ColumnType::Boolean, ColumnType::Date}) {
    EXPECT_EQ(cell_text(type, Tree(), noon), "");
    EXPECT_EQ(cell_text(type, Tree::null(0), noon), "");
  }
}

TEST(Cell, OfAnIntegerTakesWholeNumbersAndFractions) {
  EXPECT_EQ(cell_text(ColumnType::Integer, Tree::integer(0, 0), noon), "0");
  EXPECT_EQ(cell_text(ColumnType::Integer, Tree::integer(-7, 0), noon), "-7");
  EXPECT_EQ(cell_text(ColumnType::Integer, Tree::number(3.9, 0), noon), "3");
  EXPECT_EQ(cell_text(ColumnType::Integer, Tree::number(1e300, 0), noon), "");
  EXPECT_EQ(cell_text(ColumnType::Integer, Tree::string("3", 0), noon), "");
}

TEST(Cell, OfADateIsAnAgeAsKubectlPrintsIt) {
  const auto age = [](std::string_view text) {
    return cell_text(ColumnType::Date, Tree::string(text, 0), noon);
  };
  EXPECT_EQ(age("2026-01-01T11:56:48Z"), "3m12s");
  EXPECT_EQ(age("2025-12-20T12:00:00Z"), "12d");
  EXPECT_EQ(age("2026-01-01T13:00:00Z"), "0s");
  EXPECT_EQ(age("yesterday"), "<invalid>");
  EXPECT_EQ(cell_text(ColumnType::Date, Tree::integer(5, 0), noon), "");
}

TEST(Cell, OfABooleanTakesNothingElse) {
  EXPECT_EQ(cell_text(ColumnType::Boolean, Tree::boolean(true, 0), noon), "true");
  EXPECT_EQ(cell_text(ColumnType::Boolean, Tree::boolean(false, 0), noon), "false");
  EXPECT_EQ(cell_text(ColumnType::Boolean, Tree::string("true", 0), noon), "");
}

TEST(Cell, OfAStringTakesEverything) {
  EXPECT_EQ(cell_text(ColumnType::String, Tree::string("True", 0), noon), "True");
  EXPECT_EQ(cell_text(ColumnType::String, Tree::integer(40, 0), noon), "40");
  EXPECT_EQ(cell_text(ColumnType::String, Tree::boolean(true, 0), noon), "true");
}

TEST(ValueText, IsJsonWithSortedNamesForListsAndMaps) {
  const std::array<Member, 2> members{{{"b", Tree::string("say \"hi\"", 0)}, {"a", Tree::null(0)}}};
  const std::array<Tree, 3> items{Tree::map(members, 0), Tree::number(0.5, 0),
                                  Tree::boolean(true, 0)};
  EXPECT_EQ(value_text(Tree::list(items, 0)), R"([{"a":null,"b":"say \"hi\""},0.5,true])");
  EXPECT_EQ(value_text(Tree::list({}, 0)), "[]");
  EXPECT_EQ(value_text(Tree::map({}, 0)), "{}");
}

}  // namespace
}  // namespace telltale
