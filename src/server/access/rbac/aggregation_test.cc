// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/aggregation.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/parse.h"
#include "server/access/rbac/rbac_for_test.h"

namespace telltale::server {
namespace {

PolicyRule rule(const std::string& resource) {
  return {.verbs = {"get"}, .api_groups = {""}, .resources = {resource}};
}

json::Value labelled(json::Value role, std::string_view label, std::string_view value = "true") {
  role.as_object()["metadata"].as_object()["labels"] = json::ValueMap{{label, value}};
  return role;
}

json::Value sum(std::string_view name, std::string_view selectors) {
  json::Value role = role_for_test("", name, {rule("stale")});
  role.as_object()["aggregationRule"] =
      json::ValueMap{{"clusterRoleSelectors", *json::parse(selectors)}};
  return role;
}

TEST(AccessAggregation, AddsUpSelectedRolesByNameWithoutRepeating) {
  const std::vector<json::Value> objects{
      sum("all", R"([{"matchLabels": {"in": "true"}}])"),
      labelled(role_for_test("", "b", {rule("two"), rule("one")}), "in"),
      labelled(role_for_test("", "a", {rule("one")}), "in"),
      labelled(role_for_test("", "c", {rule("three")}), "in", "false"),
      labelled(role_for_test("ns", "d", {rule("four")}), "in")};
  EXPECT_EQ(effective_rules(objects[0], objects), (PolicyRules{rule("one"), rule("two")}));
  EXPECT_EQ(effective_rules(objects[1], objects), (PolicyRules{rule("two"), rule("one")}));
}

TEST(AccessAggregation, AddsUpSumsOfSumsAndSurvivesCircles) {
  const std::vector<json::Value> objects{
      labelled(sum("one", R"([{"matchLabels": {"to-one": "true"}}])"), "to-two"),
      labelled(sum("two", R"([{"matchLabels": {"to-two": "true"}}])"), "to-one"),
      labelled(role_for_test("", "leaf", {rule("x")}), "to-two")};
  EXPECT_EQ(effective_rules(objects[0], objects), PolicyRules{rule("x")});
  EXPECT_EQ(effective_rules(objects[1], objects), PolicyRules{rule("x")});
}

TEST(AccessAggregation, FollowsLongChains) {
  std::vector<json::Value> objects;
  constexpr int length = 300;
  for (int step = 0; step < length; ++step) {
    const std::string next = format(R"([{{"matchLabels": {{"step": "{}"}}}}])", step + 1);
    objects.push_back(labelled(sum(format("r{}", step), next), "step", format("{}", step)));
  }
  objects.push_back(labelled(role_for_test("", "end", {rule("x")}), "step", format("{}", length)));
  EXPECT_EQ(effective_rules(objects[0], objects), PolicyRules{rule("x")});
}

TEST(AccessAggregation, ReadsExpressionsAndIgnoresWhatIsNone) {
  const auto selected = [](std::string_view selectors) {
    const std::vector<json::Value> objects{
        sum("all", selectors), labelled(role_for_test("", "a", {rule("one")}), "in", "x"),
        role_for_test("", "b", {rule("two")})};
    return effective_rules(objects[0], objects);
  };
  EXPECT_EQ(selected(R"([{"matchExpressions": [{"key": "in", "operator": "Exists"}]}])"),
            PolicyRules{rule("one")});
  EXPECT_EQ(selected(R"([{"matchExpressions": [{"key": "in", "operator": "DoesNotExist"}]}])"),
            PolicyRules{rule("two")});
  EXPECT_EQ(
      selected(R"([{"matchExpressions": [{"key": "in", "operator": "In", "values": ["x"]}]}])"),
      PolicyRules{rule("one")});
  EXPECT_EQ(
      selected(R"([{"matchExpressions": [{"key": "in", "operator": "NotIn", "values": ["x"]}]}])"),
      PolicyRules{rule("two")});
  EXPECT_EQ(selected("[{}]"), (PolicyRules{rule("one"), rule("two")}));
  EXPECT_TRUE(selected(R"([{"matchExpressions": [{"key": "in", "operator": "Near"}]}])").empty());
  EXPECT_TRUE(selected(R"([{"matchLabels": {"in": 3}}])").empty());
  EXPECT_TRUE(selected("[]").empty());
}

TEST(AccessAggregation, TellsWhichSumsAreOutOfDate) {
  std::vector<json::Value> objects{sum("all", R"([{"matchLabels": {"in": "true"}}])"),
                                   labelled(role_for_test("", "a", {rule("one")}), "in")};
  const std::vector<json::Value> stale = stale_aggregates(objects);
  ASSERT_EQ(stale.size(), 1U);
  EXPECT_EQ(read_rules(stale[0]), PolicyRules{rule("one")});
  objects[0] = stale[0];
  EXPECT_TRUE(stale_aggregates(objects).empty());
}

}  // namespace
}  // namespace telltale::server
