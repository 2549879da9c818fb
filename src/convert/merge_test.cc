// SPDX-License-Identifier: Apache-2.0
#include "convert/merge.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/print.h"

namespace telltale::convert {
namespace {

std::string merged(std::string_view base, std::string_view ours, std::string_view remembered) {
  const json::Value values[] = {*json::parse(base), *json::parse(ours), *json::parse(remembered)};
  const auto result = merge({&values[0], &values[1], &values[2]});
  return result ? json::print(*result) : "nothing";
}

TEST(Merge, BringsBackWhatWasLostOnTheWay) {
  EXPECT_EQ(merged(R"({"a": 1})", R"({"a": 1})", R"({"a": 1, "b": false})"),
            R"({"a":1,"b":false})");
  EXPECT_EQ(merged(R"({"a": 1})", R"({"a": 2})", R"({"a": 1, "b": false})"),
            R"({"a":2,"b":false})");
}

TEST(Merge, LetsEveryEditStand) {
  EXPECT_EQ(merged(R"({"a": 1})", R"({"a": 2})", R"({"a": 3})"), R"({"a":2})");
  EXPECT_EQ(merged(R"({"a": 1, "b": 1})", R"({"b": 1})", R"({"a": 1, "b": 1})"), R"({"b":1})");
  EXPECT_EQ(merged(R"({"a": 1})", R"({"a": 1, "c": 9})", R"({"a": 5})"), R"({"a":5,"c":9})");
}

TEST(Merge, MatchesItemsByName) {
  EXPECT_EQ(merged(R"([{"name": "a", "r": 1}, {"name": "b", "r": 1}])",
                   R"([{"name": "b", "r": 7}, {"name": "a", "r": 1}, {"name": "c"}])",
                   R"([{"name": "a", "r": 1, "x": 1}, {"name": "b", "r": 1, "x": 2}])"),
            R"([{"name":"b","r":7,"x":2},{"name":"a","r":1,"x":1},{"name":"c"}])");
}

TEST(Merge, TakesAListWithoutNamesAsOneValue) {
  EXPECT_EQ(merged("[1, 2]", "[2, 1]", "[1, 2, 3]"), "[2,1]");
  EXPECT_EQ(merged("[1, 2]", "[1, 2]", "[1, 2, 3]"), "[1,2,3]");
  EXPECT_EQ(merged(R"([{"name": "a"}])", R"([{"name": "a"}, {"name": "a"}])",
                   R"([{"name": "a", "x": 1}])"),
            R"([{"name":"a"},{"name":"a"}])");
}

}  // namespace
}  // namespace telltale::convert
