// SPDX-License-Identifier: Apache-2.0
#include "convert/value_path.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/print.h"

namespace telltale::convert {
namespace {

json::Value value(std::string_view text) { return *json::parse(text); }

TEST(ValuePath, FindsWhatLiesAtItsEnd) {
  const json::Value root = value(R"({"a": {"b": {"c": 5}}, "l": [1]})");
  EXPECT_EQ(*find(root, "a.b.c"), 5);
  EXPECT_EQ(find(root, ""), &root);
  EXPECT_EQ(find(root, "a.x"), nullptr);
  EXPECT_EQ(find(root, "a.b.c.d"), nullptr);
  EXPECT_EQ(find(root, "l.0"), nullptr);
}

TEST(ValuePath, TakingRemovesTheMapsItEmpties) {
  json::Value root = value(R"({"a": {"b": {"c": 5}, "d": 1}, "e": {"f": 2}})");
  EXPECT_EQ(*take(root.get_object(), "a.b.c"), 5);
  EXPECT_EQ(*take(root.get_object(), "e.f"), 2);
  EXPECT_EQ(take(root.get_object(), "e.f"), std::nullopt);
  EXPECT_EQ(json::print(root), R"({"a":{"d":1}})");
}

TEST(ValuePath, TakingNothingLeavesEmptyMapsAlone) {
  json::Value root = value(R"({"a": {"b": {}}})");
  EXPECT_EQ(take(root.get_object(), "a.b.c"), std::nullopt);
  EXPECT_EQ(json::print(root), R"({"a":{"b":{}}})");
}

TEST(ValuePath, PuttingMakesTheWayAndMergesMaps) {
  json::Value root = value(R"({"a": {"b": {"c": 5, "d": 1}}, "n": null})");
  json::Value fresh = value(R"({"c": 6, "e": 7})");
  EXPECT_TRUE(put(root.get_object(), "a.b", fresh));
  json::Value one(1);
  EXPECT_TRUE(put(root.get_object(), "x.y", one));
  json::Value two(2);
  EXPECT_TRUE(put(root.get_object(), "n.m", two));
  EXPECT_EQ(json::print(root), R"({"a":{"b":{"c":6,"d":1,"e":7}},"n":{"m":2},"x":{"y":1}})");
}

TEST(ValuePath, PuttingStopsAtWhatIsNoMap) {
  json::Value root = value(R"({"a": {"b": 5}})");
  json::Value one(1);
  EXPECT_FALSE(put(root.get_object(), "a.b.c", one));
  EXPECT_EQ(one, 1);
  EXPECT_EQ(json::print(root), R"({"a":{"b":5}})");
}

}  // namespace
}  // namespace telltale::convert
