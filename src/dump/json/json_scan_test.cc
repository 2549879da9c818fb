// SPDX-License-Identifier: Apache-2.0
#include "dump/json/json_scan.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace telltale::dump {
namespace {

using Outcome = ValueScanner::Outcome;
using testing::ElementsAre;

// Where the value at the front of `text` ends, when it comes in pieces of the given size.
std::optional<std::size_t> end_in_pieces(std::string_view text, std::size_t piece) {
  ValueScanner scanner;
  for (std::size_t begin = 0; begin < text.size(); begin += piece) {
    std::size_t at = 0;
    const Outcome outcome = scanner.scan(text.substr(begin, piece), at);
    if (outcome == Outcome::Done) return begin + at;
    if (outcome == Outcome::Broken) return std::nullopt;
  }
  return scanner.complete_at_end() ? std::optional(text.size()) : std::nullopt;
}

TEST(ValueScanner, FindsTheEndHoweverTheTextIsCut) {
  const std::string rest = ", {\"next\": 1}";
  for (const std::string value :
       {R"({"a":[1,{"b":"}"}],"c":"\"]\\"})", R"("a \\\" , \\")", R"([[],{},"[",[""]])", "12.5e3",
        "true", R"({"\\":"\\\\"})", "{}"}) {
    for (std::size_t piece = 1; piece <= value.size() + rest.size(); ++piece) {
      EXPECT_EQ(end_in_pieces(value + rest, piece), value.size()) << value << " by " << piece;
    }
  }
}

TEST(ValueScanner, KnowsWhichBracketWasExpected) {
  ValueScanner scanner;
  std::size_t at = 0;
  EXPECT_EQ(scanner.scan(R"({"a": [1, {"b": 2]})", at), Outcome::Broken);
  EXPECT_EQ(at, 17U);
  EXPECT_EQ(scanner.expected(), '}');
}

TEST(ValueScanner, CountsBracketsDeeperThanItCanTellApart) {
  const std::string deep = std::string(1000, '[') + std::string(1000, ']');
  EXPECT_EQ(end_in_pieces(deep, 7), deep.size());
  EXPECT_EQ(end_in_pieces(deep.substr(1), 7), deep.size() - 2);
}

TEST(ValueScanner, CallsWhatDoesNotEndIncomplete) {
  for (const char* text : {"{", "[1", "\"a", R"("a\")", R"({"a": "})"}) {
    EXPECT_EQ(end_in_pieces(text, 3), std::nullopt) << text;
  }
  EXPECT_EQ(end_in_pieces("123", 2), 3U);
}

TEST(Outline, SeesOnlyTheTopLevel) {
  const auto found = outline(R"( {"spec": {"kind": "No", "items": []}, "kind" : "MachineList",
      "items": [ {"kind":"Machine"} ], "metadata": {}, "apiVersion": "v1"} )");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_map);
  EXPECT_EQ(found->kind, "MachineList");
  EXPECT_EQ(found->api_version, "v1");
  EXPECT_TRUE(found->has_metadata);
  EXPECT_EQ(found->items, R"([ {"kind":"Machine"} ])");
  EXPECT_TRUE(found->is_list());
}

TEST(Outline, IsModestAboutOtherValues) {
  EXPECT_FALSE(outline("[1, 2]")->is_map);
  EXPECT_FALSE(outline("12")->is_map);
  EXPECT_EQ(outline(R"({"kind": 7, "metadata": []})")->kind, "");
  EXPECT_FALSE(outline(R"({"kind": 7, "metadata": []})")->has_metadata);
  EXPECT_EQ(outline(""), std::nullopt);
  EXPECT_EQ(outline("{"), std::nullopt);
  EXPECT_EQ(outline(R"({"a" 1})"), std::nullopt);
  EXPECT_EQ(outline(R"({"a":})"), std::nullopt);
  EXPECT_EQ(outline(R"({a: 1})"), std::nullopt);
}

TEST(ItemCursor, GivesEachItemOnce) {
  ItemCursor items(R"([1, "two" ,{"three":[3]},null])");
  std::vector<std::string_view> found;
  while (const auto item = items.next()) found.push_back(*item);
  EXPECT_THAT(found, ElementsAre("1", "\"two\"", R"({"three":[3]})", "null"));
}

TEST(ItemCursor, StopsWhereTheListIsBroken) {
  ItemCursor items("[1, }, 2]");
  EXPECT_EQ(items.next(), "1");
  EXPECT_EQ(items.next(), std::nullopt);
  EXPECT_EQ(ItemCursor("[]").next(), std::nullopt);
  EXPECT_EQ(ItemCursor("[").next(), std::nullopt);
}

}  // namespace
}  // namespace telltale::dump
