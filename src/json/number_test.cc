// SPDX-License-Identifier: Apache-2.0
#include "json/number.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace telltale::json {
namespace {

TEST(Number, ReadsIntegersOf64Bits) {
  EXPECT_EQ(read_number("0", 0)->as_int(), 0);
  EXPECT_EQ(read_number("-12", 5)->as_int(), -12);
  EXPECT_EQ(read_number("-12", 5)->offset(), 5U);
  EXPECT_EQ(read_number("9223372036854775807", 0)->as_int(),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(read_number("-9223372036854775808", 0)->as_int(),
            std::numeric_limits<std::int64_t>::min());
}

TEST(Number, ReadsLargerIntegersAsDoubles) {
  const auto number = read_number("9223372036854775808", 0);
  ASSERT_TRUE(number->is(Tree::Type::Double));
  EXPECT_EQ(number->as_double(), 9223372036854775808.0);
}

TEST(Number, ReadsFractionsAndExponents) {
  EXPECT_EQ(read_number("0.5", 0)->as_double(), 0.5);
  EXPECT_EQ(read_number("-1.25e+2", 0)->as_double(), -125.0);
  EXPECT_EQ(read_number("1E3", 0)->as_double(), 1000.0);
  EXPECT_TRUE(read_number("1E3", 0)->is(Tree::Type::Double));
}

TEST(Number, TakesTheTooSmallForZeroAndRefusesTheTooLarge) {
  EXPECT_EQ(read_number("1e-999", 0)->as_double(), 0.0);
  EXPECT_FALSE(read_number("1e999", 0));
  EXPECT_FALSE(read_number("-1e999", 0));
}

TEST(Number, RefusesWhatJsonDoesNotKnow) {
  for (const char* text : {"", "-", "01", "-01", "+1", ".5", "1.", "1e", "1e+", "1.e3", "0x10",
                           "1 ", "1a", "--1", "Infinity", "NaN", "1_000"}) {
    EXPECT_FALSE(read_number(text, 0)) << text;
  }
}

TEST(Number, ReadsVeryLongOnesWithoutTrouble) {
  EXPECT_FALSE(read_number(std::string(100'000, '9'), 0));
  EXPECT_TRUE(read_number("0." + std::string(100'000, '3'), 0));
}

}  // namespace
}  // namespace telltale::json
