// SPDX-License-Identifier: Apache-2.0
#include "json/patch/pointer.h"

#include <string_view>

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/print.h"

namespace telltale::json {
namespace {

TEST(JsonPointer, IsSplitAndUnescaped) {
  EXPECT_EQ(*parse_pointer(""), Pointer{});
  EXPECT_EQ(*parse_pointer("/"), Pointer{""});
  EXPECT_EQ(*parse_pointer("/a~1b/m~0n/~01"), (Pointer{"a/b", "m~n", "~1"}));
  for (const std::string_view text : {"a", "#/a", "/~", "/~2", "/a~"}) {
    EXPECT_FALSE(parse_pointer(text).has_value()) << text;
  }
}

TEST(JsonPointer, CountsItemsWithoutLeadingZerosOrSigns) {
  EXPECT_EQ(parse_index("0"), 0U);
  EXPECT_EQ(parse_index("17"), 17U);
  for (const std::string_view text :
       {"", "-", "-1", "+1", "01", "1.0", "1e1", " 1", "99999999999999999999999"}) {
    EXPECT_FALSE(parse_index(text).has_value()) << text;
  }
}

TEST(JsonPointer, FindsChildren) {
  Value value = *parse(R"({"a":[1,{"b":2}],"0":3})");
  EXPECT_EQ(print(*child_at(value, "0")), "3");
  Value& list = *child_at(value, "a");
  EXPECT_EQ(print(*child_at(list, "1")), R"({"b":2})");
  EXPECT_EQ(child_at(list, "2"), nullptr);
  EXPECT_EQ(child_at(list, "-"), nullptr);
  EXPECT_EQ(child_at(*child_at(list, "0"), "0"), nullptr);
}

}  // namespace
}  // namespace telltale::json
