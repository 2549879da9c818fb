// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/policy.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>

#include "base/rng.h"
#include "base/text.h"
#include "json/parse.h"
#include "server/access/rbac/rbac_for_test.h"

namespace telltale::server {
namespace {

const PolicyRules get_and_list_pods{
    {.verbs = {"get", "list"}, .api_groups = {""}, .resources = {"pods"}}};

Attributes get_pod(std::string namespace_name) {
  return {.verb = "get", .resource = "pods", .namespace_name = std::move(namespace_name)};
}

TEST(AccessPolicy, RefusesWhatNothingAllows) {
  const Policy policy({});
  const Decision decision = policy.decide({.name = "bob"}, get_pod("default"));
  EXPECT_FALSE(decision.allowed);
  EXPECT_EQ(decision.reason, "");
}

TEST(AccessPolicy, LetsMastersDoAnythingWithoutARule) {
  const Policy policy({});
  const User admin{.name = "root", .groups = {"system:masters"}};
  const Decision decision = policy.decide(admin, {.verb = "delete", .path = "/anything"});
  EXPECT_TRUE(decision.allowed);
  EXPECT_EQ(decision.reason, "");
}

TEST(AccessPolicy, SaysWhichBindingAllowed) {
  const std::vector<json::Value> objects{role_for_test("", "reader", get_and_list_pods),
                                         binding_for_test("", "readers", "ClusterRole", "reader",
                                                          {{"User", "alice"}, {"Group", "devs"}})};
  const Policy policy(objects);
  const User bob{.name = "bob", .groups = {"devs"}};
  const Decision decision = policy.decide(bob, get_pod("any"));
  EXPECT_TRUE(decision.allowed);
  EXPECT_EQ(
      decision.reason,
      R"(RBAC: allowed by ClusterRoleBinding "readers" of ClusterRole "reader" to Group "devs")");
}

TEST(AccessPolicy, KeepsRoleBindingsWithinTheirNamespace) {
  const std::vector<json::Value> objects{
      role_for_test("", "reader", get_and_list_pods),
      binding_for_test("team", "readers", "ClusterRole", "reader", {{"User", "bob"}})};
  const Policy policy(objects);
  const Decision decision = policy.decide({.name = "bob"}, get_pod("team"));
  EXPECT_EQ(decision.reason,
            R"(RBAC: allowed by RoleBinding "readers/team" of ClusterRole "reader" to User "bob")");
  EXPECT_FALSE(policy.decide({.name = "bob"}, get_pod("other")).allowed);
  EXPECT_FALSE(policy.decide({.name = "bob"}, get_pod("")).allowed);
}

TEST(AccessPolicy, FindsRolesOnlyInTheNamespaceOfTheBinding) {
  const std::vector<json::Value> objects{
      role_for_test("one", "reader", get_and_list_pods),
      binding_for_test("one", "b", "Role", "reader", {{"User", "bob"}}),
      binding_for_test("two", "b", "Role", "reader", {{"User", "bob"}}),
      binding_for_test("", "b", "Role", "reader", {{"User", "bob"}})};
  const Policy policy(objects);
  EXPECT_TRUE(policy.decide({.name = "bob"}, get_pod("one")).allowed);
  EXPECT_FALSE(policy.decide({.name = "bob"}, get_pod("two")).allowed);
}

TEST(AccessPolicy, TellsOfRolesThatAreMissingOnlyWhenItRefuses) {
  const std::vector<json::Value> objects{
      binding_for_test("", "a", "ClusterRole", "gone", {{"User", "bob"}}),
      binding_for_test("", "b", "ClusterRole", "reader", {{"User", "bob"}}),
      binding_for_test("team", "c", "Role", "lost", {{"User", "bob"}}),
      role_for_test("", "reader", get_and_list_pods)};
  const Policy policy(objects);
  EXPECT_TRUE(policy.decide({.name = "bob"}, get_pod("team")).allowed);
  EXPECT_EQ(policy.decide({.name = "bob"}, {.verb = "create", .resource = "pods"}).reason,
            R"(RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found)");
  EXPECT_EQ(
      policy
          .decide({.name = "bob"}, {.verb = "create", .resource = "pods", .namespace_name = "team"})
          .reason,
      "RBAC: [clusterrole.rbac.authorization.k8s.io \"gone\" not found, "
      "role.rbac.authorization.k8s.io \"lost\" not found]");
}

TEST(AccessPolicy, KnowsServiceAccountsByTheirUserName) {
  const std::vector<json::Value> objects{
      role_for_test("", "reader", get_and_list_pods),
      binding_for_test("", "far", "ClusterRole", "reader", {{"ServiceAccount", "sa", "ns"}}),
      binding_for_test("home", "near", "ClusterRole", "reader", {{"ServiceAccount", "local"}}),
      binding_for_test("", "none", "ClusterRole", "reader", {{"ServiceAccount", "nowhere"}})};
  const Policy policy(objects);
  const Decision far = policy.decide({.name = "system:serviceaccount:ns:sa"}, get_pod("x"));
  EXPECT_EQ(far.reason,
            "RBAC: allowed by ClusterRoleBinding \"far\" of ClusterRole \"reader\" to "
            "ServiceAccount \"sa/ns\"");
  EXPECT_TRUE(policy.decide({.name = "system:serviceaccount:home:local"}, get_pod("home")).allowed);
  EXPECT_FALSE(policy.decide({.name = "system:serviceaccount::nowhere"}, get_pod("x")).allowed);
}

TEST(AccessPolicy, DoesNotTakeAUserForAGroup) {
  const std::vector<json::Value> objects{
      role_for_test("", "reader", get_and_list_pods),
      binding_for_test("", "b", "ClusterRole", "reader", {{"Group", "bob"}, {"Robot", "eve"}})};
  const Policy policy(objects);
  EXPECT_FALSE(policy.decide({.name = "bob"}, get_pod("x")).allowed);
  EXPECT_FALSE(policy.decide({.name = "eve", .groups = {"eve"}}, get_pod("x")).allowed);
}

TEST(AccessPolicy, CountsWhatAnAggregateAddsUp) {
  json::Value part = role_for_test("", "part", get_and_list_pods);
  part.as_object()["metadata"].as_object()["labels"] = json::ValueMap{{"to", "sum"}};
  json::Value sum = role_for_test("", "sum", {});
  sum.as_object()["aggregationRule"] =
      *json::parse(R"({"clusterRoleSelectors": [{"matchLabels": {"to": "sum"}}]})");
  const std::vector<json::Value> objects{
      sum, part, binding_for_test("", "b", "ClusterRole", "sum", {{"User", "bob"}})};
  EXPECT_TRUE(Policy(objects).decide({.name = "bob"}, get_pod("x")).allowed);
}

TEST(AccessPolicy, ListsTheRulesOfAUserInANamespace) {
  const PolicyRules writes{{.verbs = {"create"}, .api_groups = {""}, .resources = {"pods"}}};
  const std::vector<json::Value> objects{
      role_for_test("", "reader", get_and_list_pods), role_for_test("team", "writer", writes),
      binding_for_test("", "everywhere", "ClusterRole", "reader", {{"Group", "devs"}}),
      binding_for_test("team", "here", "Role", "writer", {{"User", "bob"}}),
      binding_for_test("team", "lost", "Role", "gone", {{"User", "bob"}})};
  const Policy policy(objects);
  const User bob{.name = "bob", .groups = {"devs"}};
  const HeldRules here = policy.rules_for(bob, "team");
  EXPECT_EQ(here.rules, (PolicyRules{get_and_list_pods[0], writes[0]}));
  EXPECT_EQ(here.error, R"(role.rbac.authorization.k8s.io "gone" not found)");
  EXPECT_EQ(policy.rules_for(bob, "other").rules, get_and_list_pods);
}

TEST(AccessPolicy, IsMadeOfObjectsOfAnyShape) {
  std::vector<json::Value> objects;
  for (const char* text :
       {"null", "7", R"({"kind": "ClusterRole"})", R"({"kind": "RoleBinding", "metadata": []})",
        R"({"kind": "ClusterRoleBinding", "subjects": {"a": 1}, "roleRef": "x"})",
        R"({"kind": "ClusterRoleBinding", "subjects": [null, {"kind": 3}, {"kind": "User"}]})",
        R"({"kind": "ClusterRole", "aggregationRule": {"clusterRoleSelectors": [3]}})"}) {
    objects.push_back(*json::parse(text));
  }
  EXPECT_FALSE(Policy(objects).decide({.name = "bob"}, get_pod("x")).allowed);
}

// The rules of RBAC once more, as plainly as they can be said: every binding is tried in turn.

bool naive_match(const json::Value& words, const std::string& word) {
  return std::ranges::any_of(words.as_array(), [&](const json::Value& item) {
    return item.as_string() == "*" || item.as_string() == word;
  });
}

bool naive_rule(const json::Value& rule, const Attributes& asked) {
  if (!naive_match(rule.at("verbs"), asked.verb)) return false;
  const json::ValueMap& map = rule.as_object();
  if (asked.resource.empty()) {
    if (!map.contains("nonResourceURLs")) return false;
    return std::ranges::any_of(map.at("nonResourceURLs").as_array(), [&](const json::Value& url) {
      const std::string pattern(url.as_string());
      if (!pattern.ends_with('*')) return pattern == asked.path;
      return asked.path.substr(0, pattern.size() - 1) == pattern.substr(0, pattern.size() - 1);
    });
  }
  if (!map.contains("resources") || !naive_match(map.at("apiGroups"), asked.group)) return false;
  bool resource = false;
  for (const json::Value& item : map.at("resources").as_array()) {
    const std::string said(item.as_string());
    const std::string whole =
        asked.resource + (asked.subresource.empty() ? "" : "/" + asked.subresource);
    const bool any = !asked.subresource.empty() && said == "*/" + asked.subresource;
    resource = resource || said == "*" || said == whole || any;
  }
  if (!resource) return false;
  if (!map.contains("resourceNames")) return true;
  return std::ranges::any_of(map.at("resourceNames").as_array(), [&](const json::Value& name) {
    return std::string(name.as_string()) == asked.name;
  });
}

bool naive_decide(const std::vector<json::Value>& objects, const User& user,
                  const Attributes& asked) {
  if (in_group(user, "system:masters")) return true;
  for (const json::Value& binding : objects) {
    const std::string kind(binding.at("kind").as_string());
    if (!kind.ends_with("Binding")) continue;
    const json::ValueMap& metadata = binding.at("metadata").as_object();
    const std::string home =
        metadata.contains("namespace") ? std::string(metadata.at("namespace").as_string()) : "";
    if (kind == "RoleBinding" && (home != asked.namespace_name || home.empty())) continue;
    const bool meant =
        std::ranges::any_of(binding.at("subjects").as_array(), [&](const json::Value& subject) {
          const std::string name(subject.at("name").as_string());
          if (subject.at("kind") == "User") return user.name == name;
          return subject.at("kind") == "Group" && in_group(user, name);
        });
    if (!meant) continue;
    for (const json::Value& role : objects) {
      const json::ValueMap& named = role.at("metadata").as_object();
      if (role.at("kind") != binding.at("roleRef").at("kind") ||
          named.at("name") != binding.at("roleRef").at("name")) {
        continue;
      }
      if (role.at("kind") == "Role" &&
          (kind != "RoleBinding" || named.at("namespace").as_string() != home)) {
        continue;
      }
      for (const json::Value& rule : role.at("rules").as_array()) {
        if (naive_rule(rule, asked)) return true;
      }
    }
  }
  return false;
}

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : rng_(seed) {}

  std::string pick(const std::vector<std::string>& words) {
    return words[rng_.below(words.size())];
  }
  std::vector<std::string> some(const std::vector<std::string>& words) {
    std::vector<std::string> picked;
    for (std::uint64_t left = 1 + rng_.below(2); left > 0; --left) picked.push_back(pick(words));
    return picked;
  }
  bool heads() { return rng_.below(2) == 0; }
  std::uint64_t below(std::uint64_t limit) { return rng_.below(limit); }

  PolicyRule rule() {
    PolicyRule made{.verbs = some({"get", "list", "create", "*"})};
    if (below(4) == 0) {
      made.non_resource_urls = some({"/a", "/a/*", "/b", "*"});
      return made;
    }
    made.api_groups = some({"", "g", "*"});
    made.resources = some({"x", "y", "x/status", "*/status", "*"});
    if (below(3) == 0) made.resource_names = some({"n", "m"});
    return made;
  }

  std::vector<json::Value> objects() {
    std::vector<json::Value> made;
    for (const char* home : {"", "one", "two"}) {
      for (const char* name : {"r", "s"}) {
        if (below(5) == 0) continue;
        made.push_back(role_for_test(home, name, {rule(), rule()}));
      }
    }
    for (std::uint64_t left = 1 + below(5); left > 0; --left) {
      const std::string home = pick({"", "one", "two"});
      made.push_back(binding_for_test(home, format("b{}", left), heads() ? "Role" : "ClusterRole",
                                      pick({"r", "s"}),
                                      {{pick({"User", "Group"}), pick({"bob", "eve", "devs"})}}));
    }
    return made;
  }

  User user() {
    User made{.name = pick({"bob", "eve", "devs"})};
    if (heads()) made.groups = some({"devs", "bob", "ops"});
    if (below(20) == 0) made.groups.emplace_back("system:masters");
    return made;
  }

  Attributes attributes() {
    Attributes made{.verb = pick({"get", "list", "create", "delete"})};
    if (below(4) == 0) {
      made.path = pick({"/a", "/a/b", "/b", "/c"});
      return made;
    }
    made.group = pick({"", "g", "h"});
    made.resource = pick({"x", "y", "z"});
    if (heads()) made.subresource = pick({"status", "scale"});
    made.namespace_name = pick({"", "one", "two"});
    if (heads()) made.name = pick({"n", "m", "o"});
    return made;
  }

 private:
  Rng rng_;
};

RC_GTEST_PROP(AccessPolicyProperty, DecidesAsTheRulesReadOneByOne, (std::uint64_t seed)) {
  Dice dice(seed);
  const std::vector<json::Value> objects = dice.objects();
  const Policy policy(objects);
  for (int round = 0; round < 60; ++round) {
    const User user = dice.user();
    const Attributes asked = dice.attributes();
    const Decision decision = policy.decide(user, asked);
    RC_ASSERT(decision.allowed == naive_decide(objects, user, asked));
    const bool held =
        std::ranges::any_of(policy.rules_for(user, asked.namespace_name).rules,
                            [&](const PolicyRule& rule) { return rule_allows(rule, asked); });
    RC_ASSERT(decision.allowed == (held || in_group(user, masters_group)));
  }
}

TEST(AccessPolicy, TheDiceOfThePropertyShowBothSides) {
  int allowed = 0;
  int refused = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Dice dice(seed);
    const std::vector<json::Value> objects = dice.objects();
    // One after the other: compilers differ in the order in which they look at arguments.
    const User user = dice.user();
    const Attributes asked = dice.attributes();
    (Policy(objects).decide(user, asked).allowed ? allowed : refused) += 1;
  }
  EXPECT_GT(allowed, 10);
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace telltale::server
