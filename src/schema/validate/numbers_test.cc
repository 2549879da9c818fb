// SPDX-License-Identifier: Apache-2.0
#include "schema/validate/numbers.h"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "schema/texts_for_test.h"

namespace telltale::schema {
namespace {

constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t uint64_max = std::numeric_limits<std::uint64_t>::max();

TEST(SchemaNumbers, CompareWithoutRounding) {
  EXPECT_TRUE(compare_numbers(9007199254740993, 9007199254740992.0) > 0);
  EXPECT_TRUE(compare_numbers(9007199254740992.0, 9007199254740993) < 0);
  EXPECT_TRUE(compare_numbers(int64_max, 9223372036854775808.0) < 0);
  EXPECT_TRUE(compare_numbers(uint64_max, int64_max) > 0);
  EXPECT_TRUE(compare_numbers(-1, uint64_max) < 0);
  EXPECT_TRUE(compare_numbers(-1, -0.5) < 0);
  EXPECT_TRUE(compare_numbers(-1, -1.5) > 0);
  EXPECT_TRUE(compare_numbers(1, 1.0) == 0);
  EXPECT_TRUE(compare_numbers(uint64_max, 1e300) < 0);
  EXPECT_TRUE(compare_numbers(0, -1e300) > 0);
}

TEST(SchemaNumbers, ADoubleWithoutAFractionIsWhole) {
  EXPECT_TRUE(is_whole(1.0));
  EXPECT_TRUE(is_whole(1e300));
  EXPECT_FALSE(is_whole(1.5));
  EXPECT_FALSE(is_whole("1"));
}

TEST(SchemaNumbers, FitTheirFormat) {
  EXPECT_TRUE(fits_integer(2147483647, "int32"));
  EXPECT_FALSE(fits_integer(2147483648, "int32"));
  EXPECT_TRUE(fits_integer(-2147483648, "int32"));
  EXPECT_FALSE(fits_integer(-2147483649, "int32"));
  EXPECT_TRUE(fits_integer(int64_max, "int64"));
  EXPECT_FALSE(fits_integer(uint64_max, "int64"));
  EXPECT_FALSE(fits_integer(1e19, ""));
  EXPECT_TRUE(fits_integer(uint64_max, "uint64"));
  EXPECT_FALSE(fits_integer(-1, "uint32"));
}

TEST(SchemaNumbers, MultiplesOfIntegersAreExact) {
  EXPECT_TRUE(is_multiple(9007199254740993, 3));
  EXPECT_FALSE(is_multiple(9007199254740993, 2));
  EXPECT_TRUE(is_multiple(-9, 3));
  EXPECT_TRUE(is_multiple(0.3, 0.1));
  EXPECT_FALSE(is_multiple(0.35, 0.1));
  EXPECT_TRUE(is_multiple(7, 3.5));
  EXPECT_TRUE(is_multiple(7, 0)) << "nothing is divided by zero";
  EXPECT_TRUE(is_multiple(7, -2));
}

TEST(SchemaNumbers, ValuesAreEqualWhateverHoldsThem) {
  EXPECT_TRUE(
      equal_values(value_of(R"({"a":1,"b":[1.0,null]})"), value_of(R"({"b":[1,null],"a":1.0})")));
  EXPECT_FALSE(equal_values(value_of(R"({"a":1})"), value_of(R"({"b":1})")));
  EXPECT_FALSE(equal_values(value_of(R"([1,2])"), value_of(R"([1])")));
  EXPECT_FALSE(equal_values(1, "1"));
  EXPECT_FALSE(equal_values(nullptr, false));
}

}  // namespace
}  // namespace telltale::schema
