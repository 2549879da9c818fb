// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/rule.h"

#include <gtest/gtest.h>

#include "json/parse.h"

namespace telltale::server {
namespace {

const PolicyRule pods{.verbs = {"get", "list"}, .api_groups = {""}, .resources = {"pods"}};

TEST(AccessRule, AllowsItsVerbsOnItsResourcesInItsGroups) {
  EXPECT_TRUE(rule_allows(pods, {.verb = "get", .resource = "pods", .name = "p"}));
  EXPECT_FALSE(rule_allows(pods, {.verb = "delete", .resource = "pods"}));
  EXPECT_FALSE(rule_allows(pods, {.verb = "get", .resource = "secrets"}));
  EXPECT_FALSE(rule_allows(pods, {.verb = "get", .group = "apps", .resource = "pods"}));
}

TEST(AccessRule, DoesNotReachSubresourcesUnlessNamed) {
  const Attributes status{.verb = "get", .resource = "pods", .subresource = "status"};
  EXPECT_FALSE(rule_allows(pods, status));
  PolicyRule rule = pods;
  for (const char* resource : {"pods/status", "*/status", "*"}) {
    rule.resources = {resource};
    EXPECT_TRUE(rule_allows(rule, status)) << resource;
  }
  for (const char* resource : {"nodes/status", "*/scale", "pods/*", "status"}) {
    rule.resources = {resource};
    EXPECT_FALSE(rule_allows(rule, status)) << resource;
  }
}

TEST(AccessRule, OfSubresourcesDoesNotReachTheResourceItself) {
  PolicyRule rule = pods;
  rule.resources = {"*/status", "pods/status"};
  EXPECT_FALSE(rule_allows(rule, {.verb = "get", .resource = "pods"}));
}

TEST(AccessRule, WithNamesNeedsOneOfThem) {
  PolicyRule rule = pods;
  rule.resource_names = {"a"};
  EXPECT_TRUE(rule_allows(rule, {.verb = "get", .resource = "pods", .name = "a"}));
  EXPECT_FALSE(rule_allows(rule, {.verb = "get", .resource = "pods", .name = "b"}));
  EXPECT_FALSE(rule_allows(rule, {.verb = "list", .resource = "pods"}));
}

TEST(AccessRule, TakesAStarAsAWordOnlyWhereItStandsInTheRule) {
  EXPECT_FALSE(rule_allows(pods, {.verb = "*", .group = "*", .resource = "*"}));
  const PolicyRule all{.verbs = {"*"}, .api_groups = {"*"}, .resources = {"*"}};
  EXPECT_TRUE(rule_allows(all, {.verb = "*", .group = "*", .resource = "*"}));
}

TEST(AccessRule, CoversPathsUpToAStar) {
  const PolicyRule rule{.verbs = {"get"}, .non_resource_urls = {"/healthz", "/apis/*"}};
  EXPECT_TRUE(rule_allows(rule, {.verb = "get", .path = "/healthz"}));
  EXPECT_TRUE(rule_allows(rule, {.verb = "get", .path = "/apis/apps"}));
  EXPECT_FALSE(rule_allows(rule, {.verb = "get", .path = "/apis"}));
  EXPECT_FALSE(rule_allows(rule, {.verb = "get", .path = "/healthz/ping"}));
  EXPECT_FALSE(rule_allows(rule, {.verb = "post", .path = "/healthz"}));
}

TEST(AccessRule, OfPathsSaysNothingAboutResources) {
  const PolicyRule paths{.verbs = {"*"}, .non_resource_urls = {"*"}};
  EXPECT_FALSE(rule_allows(paths, {.verb = "get", .resource = "pods"}));
  EXPECT_FALSE(rule_allows(paths, {.verb = "get"}));
  const PolicyRule all{.verbs = {"*"}, .api_groups = {"*"}, .resources = {"*"}};
  EXPECT_FALSE(rule_allows(all, {.verb = "get", .path = "/metrics"}));
  EXPECT_TRUE(rule_allows(all, {.verb = "get"}));
}

TEST(AccessRule, ReadsWhatItWrites) {
  const PolicyRules rules{
      {.verbs = {"get"}, .api_groups = {"", "apps"}, .resources = {"a"}, .resource_names = {"x"}},
      {.verbs = {"*"}, .non_resource_urls = {"/x/*"}}};
  const json::Value role = json::ValueMap{{"rules", to_json(rules)}};
  EXPECT_EQ(read_rules(role), rules);
}

TEST(AccessRule, OfAnyShapeIsReadWithoutHarm) {
  for (const char* text : {"null", "[]", R"({"rules": 7})", R"({"rules": {"a": 1}})"}) {
    EXPECT_TRUE(read_rules(*json::parse(text)).empty()) << text;
  }
  const PolicyRules odd =
      read_rules(*json::parse(R"({"rules": [1, {"verbs": ["get", 3, null]}]})"));
  ASSERT_EQ(odd.size(), 2U);
  EXPECT_EQ(odd[0], PolicyRule{});
  EXPECT_EQ(odd[1].verbs, std::vector<std::string>{"get"});
}

}  // namespace
}  // namespace telltale::server
