// SPDX-License-Identifier: Apache-2.0
#include "client/watch/watch_values.h"

#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale::client {
namespace {

using Values = std::vector<std::string>;

Values cut(const std::vector<std::string>& pieces, std::size_t value_bytes_max = 1000) {
  WatchValues values(value_bytes_max);
  Values found;
  for (const std::string& piece : pieces) {
    values.add(piece);
    while (const auto value = values.next()) found.emplace_back(*value);
  }
  found.push_back("rest " + std::string(values.rest()));
  if (values.too_long()) found.emplace_back("too long");
  return found;
}

TEST(ClientWatchValues, CutsWhereMapsEnd) {
  EXPECT_EQ(cut({"{}\n{\"a\":1}\n{\"b"}), (Values{"{}", "{\"a\":1}", "rest {\"b"}));
  EXPECT_EQ(cut({"{}{} {}"}), (Values{"{}", "{}", "{}", "rest "}));
}

TEST(ClientWatchValues, AnEventMaySpanLines) {
  EXPECT_EQ(cut({"{\n  \"type\": \"ADDED\",\n  \"object\": {\n    \"a\": [1, 2]\n  }\n}\n{}\n"}),
            (Values{"{\n  \"type\": \"ADDED\",\n  \"object\": {\n    \"a\": [1, 2]\n  }\n}", "{}",
                    "rest "}));
}

TEST(ClientWatchValues, BracketsInTextEndNothing) {
  EXPECT_EQ(cut({R"({"a":"}{","b":"\"}"})"}), (Values{R"({"a":"}{","b":"\"}"})", "rest "}));
}

TEST(ClientWatchValues, PutsTogetherWhatCameInPieces) {
  EXPECT_EQ(cut({"{", "\"a", "\\", "\"", "}\"", "", "}", "\n{}"}),
            (Values{R"({"a\"}"})", "{}", "rest "}));
}

TEST(ClientWatchValues, WhatIsNoMapIsGivenAsTheLineItIs) {
  EXPECT_EQ(cut({"<html>\n \r\n{}"}), (Values{"<html>", "{}", "rest "}));
  EXPECT_EQ(cut({"[1,\n2]\n"}), (Values{"[1,", "2]", "rest "}));
  EXPECT_EQ(cut({"half a l"}), (Values{"rest half a l"}));
}

TEST(ClientWatchValues, AMapThatIsBrokenIsGivenAsFarAsItGoes) {
  EXPECT_EQ(cut({"{\"a\":]\n{}"}), (Values{"{\"a\":]", "{}", "rest "}));
}

TEST(ClientWatchValues, AValueBeyondTheLimitEndsEverything) {
  EXPECT_EQ(cut({"{}\n{\"a\":1}\n{}\n"}, 5), (Values{"{}", "rest ", "too long"}));
  EXPECT_EQ(cut({"{\"a", "\":1", "}\n{}\n"}, 5), (Values{"rest ", "too long"}));
  EXPECT_EQ(cut({"{\"\":{", "}}\n"}, 8), (Values{"{\"\":{}}", "rest "}));
}

TEST(ClientWatchValues, ManyShortValuesAreNoLongOne) {
  EXPECT_EQ(cut({"{}\n{}\n{}\n", "{", "}\n"}, 3), (Values{"{}", "{}", "{}", "{}", "rest "}));
}

// However the bytes are cut on the way, the values are the same.
RC_GTEST_PROP(ClientWatchValues, AnyCutGivesTheSameValues, ()) {
  const auto text = *rc::gen::container<std::string>(
      rc::gen::element('{', '}', '[', ']', '"', '\\', 'a', '\n', ' '));
  const auto sizes =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 5));
  std::vector<std::string> pieces;
  std::string_view left = text;
  for (const std::size_t size : sizes) {
    pieces.emplace_back(left.substr(0, size));
    left.remove_prefix(std::min(size, left.size()));
  }
  pieces.emplace_back(left);
  RC_ASSERT(cut(pieces, 8) == cut({text}, 8));
}

}  // namespace
}  // namespace telltale::client
