// SPDX-License-Identifier: Apache-2.0
#include "dump/lines.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace telltale::dump {
namespace {

TEST(Lines, AreCountedAsTheSlowWayCountsThem) {
  EXPECT_TRUE(rc::check("any text", [](const std::string& noise) {
    std::string text = noise + "\n\n" + noise;
    RC_ASSERT(count_newlines(text) ==
              static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
  }));
  EXPECT_EQ(count_newlines(""), 0U);
  EXPECT_EQ(count_newlines("\n\x8A\x0B\n\n\n\n\n\n\n\n"), 9U);
}

TEST(LineCursor, AnswersInAnyOrderBehindWhatIsSettled) {
  LineCursor cursor("a\nb\nc\nd\n");
  EXPECT_EQ(cursor.newlines_before(6), 3U);
  EXPECT_EQ(cursor.newlines_before(2), 1U);
  cursor.settle(4);
  EXPECT_EQ(cursor.newlines_before(4), 2U);
  EXPECT_EQ(cursor.newlines_before(100), 4U);
  EXPECT_EQ(cursor.newlines_before(5), 2U);
}

TEST(LineMap, GivesTheLineOfTheLastMarkBeforeAPlace) {
  LineMap map;
  EXPECT_EQ(map.line_at(7), 0U);
  map.add(0, 3);
  map.add(5, 3);
  map.add(10, 8);
  EXPECT_EQ(map.line_at(9), 3U);
  EXPECT_EQ(map.line_at(10), 8U);
  map.cut(10);
  EXPECT_EQ(map.line_at(10), 3U);
}

}  // namespace
}  // namespace telltale::dump
