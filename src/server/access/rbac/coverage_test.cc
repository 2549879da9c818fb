// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/coverage.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "base/rng.h"
#include "base/text.h"

namespace telltale::server {
namespace {

TEST(AccessCoverage, HoldsWhenEachPartIsInSomeRule) {
  const PolicyRules held{{.verbs = {"get"}, .api_groups = {""}, .resources = {"pods"}},
                         {.verbs = {"list"}, .api_groups = {"*"}, .resources = {"*"}}};
  const PolicyRules wanted{{.verbs = {"get", "list"}, .api_groups = {""}, .resources = {"pods"}}};
  EXPECT_EQ(missing_rights(held, wanted), PolicyRules{});
}

TEST(AccessCoverage, NamesWhatIsMissingWithItsVerbsTogether) {
  const PolicyRules held{{.verbs = {"get"}, .api_groups = {""}, .resources = {"pods"}}};
  const PolicyRules wanted{
      {.verbs = {"get", "list", "watch"}, .api_groups = {""}, .resources = {"pods", "nodes"}}};
  const auto missing = missing_rights(held, wanted);
  ASSERT_TRUE(missing);
  ASSERT_EQ(missing->size(), 2U);
  EXPECT_EQ(compact_text((*missing)[0]),
            R"({APIGroups:[""], Resources:["nodes"], Verbs:["get" "list" "watch"]})");
  EXPECT_EQ(compact_text((*missing)[1]),
            R"({APIGroups:[""], Resources:["pods"], Verbs:["list" "watch"]})");
}

TEST(AccessCoverage, OfOneNameIsNotOfAll) {
  const PolicyRule all{.verbs = {"get"}, .api_groups = {""}, .resources = {"pods"}};
  PolicyRule one = all;
  one.resource_names = {"a"};
  EXPECT_EQ(missing_rights(PolicyRules{all}, PolicyRules{one}), PolicyRules{});
  EXPECT_EQ(missing_rights(PolicyRules{one}, PolicyRules{all}), PolicyRules{all});
}

TEST(AccessCoverage, OfSubresourcesAndPathsFollowsTheirStars) {
  const PolicyRules held{{.verbs = {"*"}, .api_groups = {"*"}, .resources = {"*/status"}},
                         {.verbs = {"get"}, .non_resource_urls = {"/apis/*"}}};
  const auto missing = [&](const PolicyRule& wanted) {
    return !missing_rights(held, PolicyRules{wanted})->empty();
  };
  EXPECT_FALSE(missing({.verbs = {"get"}, .api_groups = {"g"}, .resources = {"x/status"}}));
  EXPECT_TRUE(missing({.verbs = {"get"}, .api_groups = {"g"}, .resources = {"x"}}));
  EXPECT_FALSE(missing({.verbs = {"get"}, .non_resource_urls = {"/apis/a/*"}}));
  EXPECT_TRUE(missing({.verbs = {"get"}, .non_resource_urls = {"*"}}));
}

TEST(AccessCoverage, GivesUpOnTooManyCombinationsUnlessOneRuleHoldsThemAll) {
  PolicyRule huge;
  for (int index = 0; index < 1000; ++index) {
    huge.verbs.push_back(format("v{}", index));
    huge.api_groups.push_back(format("g{}", index));
    huge.resources.push_back(format("r{}", index));
    huge.resource_names.push_back(format("n{}", index));
  }
  EXPECT_FALSE(missing_rights({}, PolicyRules{huge}));
  const PolicyRules all{{.verbs = {"*"}, .api_groups = {"*"}, .resources = {"*"}}};
  EXPECT_EQ(missing_rights(all, PolicyRules{huge}), PolicyRules{});
}

PolicyRule random_rule(Rng& rng) {
  const auto some = [&](const std::vector<std::string>& words) {
    std::vector<std::string> picked;
    for (std::uint64_t left = 1 + rng.below(2); left > 0; --left) {
      picked.push_back(words[rng.below(words.size())]);
    }
    return picked;
  };
  PolicyRule rule{.verbs = some({"get", "list", "*"})};
  if (rng.below(4) == 0) {
    rule.non_resource_urls = some({"/a", "/a/*", "*"});
    return rule;
  }
  rule.api_groups = some({"", "g", "*"});
  rule.resources = some({"x", "x/status", "*/status", "*"});
  if (rng.below(3) == 0) rule.resource_names = some({"n", "m"});
  return rule;
}

std::vector<Attributes> small_world() {
  std::vector<Attributes> all;
  for (const char* verb : {"get", "list", "other"}) {
    for (const char* path : {"/a", "/a/b", "/c"}) all.push_back({.verb = verb, .path = path});
    for (const char* group : {"", "g", "h"}) {
      for (const char* resource : {"x", "y"}) {
        for (const char* subresource : {"", "status", "scale"}) {
          for (const char* name : {"", "n", "o"}) {
            all.push_back({.verb = verb,
                           .group = group,
                           .resource = resource,
                           .subresource = subresource,
                           .name = name});
          }
        }
      }
    }
  }
  return all;
}

bool any_allows(const PolicyRules& rules, const Attributes& asked) {
  return std::ranges::any_of(rules,
                             [&](const PolicyRule& rule) { return rule_allows(rule, asked); });
}

RC_GTEST_PROP(AccessCoverageProperty, NobodyGetsMoreThanTheOneWhoGrants, (std::uint64_t seed)) {
  Rng rng(seed);
  const PolicyRules held{random_rule(rng), random_rule(rng)};
  const PolicyRules wanted{random_rule(rng)};
  const std::optional<PolicyRules> missing = missing_rights(held, wanted);
  RC_ASSERT(missing.has_value());
  PolicyRules together = held;
  together.insert(together.end(), missing->begin(), missing->end());
  for (const Attributes& asked : small_world()) {
    // What is missing is wanted, and with it nothing is missing any more.
    if (any_allows(wanted, asked)) RC_ASSERT(any_allows(together, asked));
    if (any_allows(*missing, asked)) RC_ASSERT(any_allows(wanted, asked));
  }
  RC_ASSERT(missing_rights(together, wanted) == PolicyRules{});
}

}  // namespace
}  // namespace telltale::server
