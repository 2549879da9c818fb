// SPDX-License-Identifier: Apache-2.0
#include "json/print.h"

#include <limits>

#include <gtest/gtest.h>

#include "json/parse.h"

namespace telltale::json {
namespace {

TEST(Print, SortsMembersAndLeavesNoSpace) {
  const Value value = {{"b", {1, true, nullptr}}, {"a", {{"d", "x"}, {"c", "y"}}}};
  EXPECT_EQ(print(value), R"({"a":{"c":"y","d":"x"},"b":[1,true,null]})");
}

TEST(Print, EscapesWhatStringsMustNotHold) {
  EXPECT_EQ(print(Value("a\"b\\c\n\x01\xC3\xA4/")), "\"a\\\"b\\\\c\\n\\u0001\xC3\xA4/\"");
  const Value value = {{"\"", 1}};
  EXPECT_EQ(print(value), R"({"\"":1})");
}

TEST(Print, NeverLetsADoubleLookLikeAnInteger) {
  EXPECT_EQ(print(Value(1.0)), "1.0");
  EXPECT_EQ(print(Value(0.1)), "0.1");
  EXPECT_EQ(print(Value(-1e300)), "-1e+300");
  EXPECT_EQ(print(Value(1)), "1");
}

TEST(PrintDeathTest, RefusesInfinity) {
  EXPECT_DEATH(print(Value(std::numeric_limits<double>::infinity())), "infinity");
}

TEST(PrintPretty, IndentsByTwoSpacesAndKeepsEmptyOnesShort) {
  const Value value = {{"list", {1, ValueMap()}}, {"empty", ValueList()}};
  EXPECT_EQ(print_pretty(value),
            "{\n"
            "  \"empty\": [],\n"
            "  \"list\": [\n"
            "    1,\n"
            "    {}\n"
            "  ]\n"
            "}");
}

}  // namespace
}  // namespace telltale::json
