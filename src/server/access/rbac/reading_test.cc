// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/reading.h"

#include <gtest/gtest.h>

#include "json/parse.h"

namespace telltale::server {
namespace {

TEST(AccessReading, TakesWhatIsMissingOrOfAnotherTypeAsEmpty) {
  const json::Value object = *json::parse(R"({"a": "x", "b": 3, "c": ["p", 1, "q"], "d": null})");
  EXPECT_EQ(text_member(object, "a"), "x");
  EXPECT_EQ(text_member(object, "b"), "");
  EXPECT_EQ(text_member(object, "z"), "");
  EXPECT_EQ(texts_member(object, "c"), (std::vector<std::string>{"p", "q"}));
  EXPECT_TRUE(list_member(object, "a").empty());
  EXPECT_TRUE(has_member(object, "b"));
  EXPECT_FALSE(has_member(object, "d"));
  EXPECT_EQ(member_of(*json::parse("[1]"), "a"), nullptr);
}

TEST(AccessReading, QuotesAsGoDoes) {
  EXPECT_EQ(go_quoted("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(go_quoted("line\nend"), R"("line\nend")");
  EXPECT_EQ(go_quoted("\xff"), R"("\xff")");
  EXPECT_EQ(go_quoted(std::vector<std::string>{"a", "b"}), R"(["a" "b"])");
  EXPECT_EQ(go_quoted(std::vector<std::string>{}), "[]");
}

}  // namespace
}  // namespace telltale::server
