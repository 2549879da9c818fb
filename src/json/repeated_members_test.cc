// SPDX-License-Identifier: Apache-2.0
#include "json/repeated_members.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "base/text.h"
#include "json/print.h"
#include "json/random_value_for_test.h"

namespace telltale::json {
namespace {

std::string found(std::string_view text) { return join(repeated_members(text), " "); }

TEST(RepeatedMembers, AreToldByTheirPaths) {
  EXPECT_EQ(found(R"({"a":1,"a":2})"), "a");
  EXPECT_EQ(found(R"({"spec":{"size":1,"x":{},"size":2}})"), "spec.size");
  EXPECT_EQ(found(R"({"spec":{"items":[{"name":1},{"name":1,"name":2}]}})"), "spec.items[1].name");
  EXPECT_EQ(found(R"([[0,{"a":1,"a":2}]])"), "[0][1].a");
}

TEST(RepeatedMembers, AreToldOnceInTheOrderOfTheirSecondAppearance) {
  EXPECT_EQ(found(R"({"b":1,"a":1,"a":2,"b":3,"a":3})"), "a b");
}

TEST(RepeatedMembers, AreNotSeenInDifferentMaps) {
  EXPECT_EQ(found(R"({"a":{"x":1},"b":{"x":1},"c":[{"x":1},{"x":1}],"x":"x","y":"x"})"), "");
}

TEST(RepeatedMembers, AreFoundBehindEscapes) {
  EXPECT_EQ(found(R"({"a":1,"\u0061":2})"), "a");
  EXPECT_EQ(found(R"({"a\"b":"}","a\"b":"{"})"), "a\"b");
}

TEST(RepeatedMembers, AreFoundInLargeMaps) {
  std::string text = "{";
  for (int at = 0; at < 1000; ++at) text += format(R"("k{}":{},)", at, at);
  EXPECT_EQ(found(text + R"("last":1})"), "");
  EXPECT_EQ(found(text + R"("k7":1,"k999":2,"k7":3})"), "k7 k999");
}

TEST(RepeatedMembers, AreLimited) {
  std::string text = "{";
  for (int at = 0; at < 10; ++at) text += format(R"("k{}":1,"k{}":2,)", at, at);
  EXPECT_EQ(repeated_members(text, 3), (std::vector<std::string>{"k0", "k1", "k2"}));
  EXPECT_TRUE(repeated_members(text, 0).empty());
}

TEST(RepeatedMembers, OfBrokenTextAreThoseSeenUntilThen) {
  EXPECT_EQ(found(R"({"a":1,"a":2]"b":1,"b":2})"), "a");
  EXPECT_EQ(found(R"({"a":1,"a":2,"b)"), "a");
  EXPECT_EQ(found(R"({"a":1,"a":2,"b\)"), "a");
  for (const std::string_view text : {"", "}", "]", ",", "\"", "\"\\", "{\"a\"", "nonsense"}) {
    EXPECT_EQ(found(text), "") << text;
  }
  EXPECT_EQ(found(std::string(100'000, '[')), "");
}

RC_GTEST_PROP(RepeatedMembers, AreNotFoundInPrintedValues, (std::uint64_t seed)) {
  Rng rng(seed);
  RC_ASSERT(repeated_members(print(random_value(rng))).empty());
}

}  // namespace
}  // namespace telltale::json
