// SPDX-License-Identifier: Apache-2.0
#include "json/tree/position.h"

#include <gtest/gtest.h>

namespace telltale::json {
namespace {

TEST(Position, CountsLinesAndColumnsFromOne) {
  EXPECT_EQ(position_of("ab\ncd", 0), (Position{1, 1}));
  EXPECT_EQ(position_of("ab\ncd", 2), (Position{1, 3}));
  EXPECT_EQ(position_of("ab\ncd", 3), (Position{2, 1}));
  EXPECT_EQ(position_of("ab\ncd", 4), (Position{2, 2}));
}

TEST(Position, TakesOffsetsBehindTheTextForItsEnd) {
  EXPECT_EQ(position_of("ab\n", 99), (Position{2, 1}));
  EXPECT_EQ(position_of("", 7), (Position{1, 1}));
}

}  // namespace
}  // namespace telltale::json
