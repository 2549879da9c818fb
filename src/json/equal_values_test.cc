// SPDX-License-Identifier: Apache-2.0
#include "json/equal_values.h"

#include <string_view>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/random_value_for_test.h"

namespace telltale::json {
namespace {

bool equal(std::string_view one, std::string_view other) {
  return equal_values(*parse(one), *parse(other)) && equal_values(*parse(other), *parse(one));
}

TEST(EqualValues, TakeNumbersByValue) {
  EXPECT_TRUE(equal("1", "1.0"));
  EXPECT_TRUE(equal("[-2,{\"a\":1e2}]", "[-2.0,{\"a\":100}]"));
  EXPECT_TRUE(equal("18446744073709551615", "18446744073709551615"));
  EXPECT_FALSE(equal("1", "1.5"));
  EXPECT_FALSE(equal("-1", "18446744073709551615"));
}

TEST(EqualValues, TellKindsOrderAndSizeApart) {
  EXPECT_TRUE(equal(R"({"a":1,"b":2})", R"({"b":2,"a":1})"));
  EXPECT_FALSE(equal("[1,2]", "[2,1]"));
  EXPECT_FALSE(equal("[1]", "[1,1]"));
  EXPECT_FALSE(equal(R"({"a":1})", R"({"a":1,"b":null})"));
  EXPECT_FALSE(equal("null", "false"));
  EXPECT_FALSE(equal("{}", "[]"));
  EXPECT_FALSE(equal("\"1\"", "1"));
}

RC_GTEST_PROP(EqualValues, HoldForAValueAndItsCopy, (std::uint64_t seed)) {
  Rng rng(seed);
  const Value value = random_value(rng);
  RC_ASSERT(equal_values(value, Value(value)));
  RC_ASSERT(equal_values(value, *parse(print(value))));
}

}  // namespace
}  // namespace telltale::json
