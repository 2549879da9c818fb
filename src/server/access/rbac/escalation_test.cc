// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/escalation.h"

#include <gtest/gtest.h>

#include "json/parse.h"
#include "server/access/rbac/rbac_for_test.h"

namespace telltale::server {
namespace {

const PolicyRules read_pods{{.verbs = {"get"}, .api_groups = {""}, .resources = {"pods"}}};
const PolicyRules read_secrets{
    {.verbs = {"get", "list"}, .api_groups = {""}, .resources = {"secrets"}}};
const User bob{.name = "bob", .groups = {"devs", "system:authenticated"}};

// Bob may read pods everywhere, and whatever the extra rules say.
Policy policy_with(const PolicyRules& extra) {
  PolicyRules rules = read_pods;
  rules.insert(rules.end(), extra.begin(), extra.end());
  const std::vector<json::Value> objects{
      role_for_test("", "bobs", rules),
      binding_for_test("", "bobs", "ClusterRole", "bobs", {{"User", "bob"}}),
      role_for_test("", "secret-reader", read_secrets),
      role_for_test("team", "pod-reader", read_pods)};
  return Policy(objects);
}

PolicyRule allowed(std::string verb, std::string resource) {
  return {.verbs = {std::move(verb)},
          .api_groups = {"rbac.authorization.k8s.io"},
          .resources = {std::move(resource)}};
}

TEST(AccessEscalation, LetsPeopleGrantWhatTheyHave) {
  const Policy policy = policy_with({});
  EXPECT_FALSE(escalation(policy, bob, role_for_test("", "r", read_pods)));
  EXPECT_FALSE(escalation(policy, bob, role_for_test("team", "r", read_pods)));
  EXPECT_FALSE(escalation(policy, bob, role_for_test("", "r", {})));
}

TEST(AccessEscalation, NamesWhatTheyDoNotHave) {
  const auto error = escalation(policy_with({}), bob, role_for_test("", "r", read_secrets));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, 403);
  EXPECT_EQ(error->message,
            "clusterroles.rbac.authorization.k8s.io \"r\" is forbidden: user \"bob\" "
            "(groups=[\"devs\" \"system:authenticated\"]) is attempting to grant RBAC permissions "
            "not currently held:\n{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\" "
            "\"list\"]}");
  EXPECT_EQ(error->kind, "clusterroles");
}

TEST(AccessEscalation, LetsMastersAndThoseWhoMayEscalateGrantAnything) {
  const json::Value role = role_for_test("", "r", read_secrets);
  const User admin{.name = "root", .groups = {"system:masters"}};
  EXPECT_FALSE(escalation(policy_with({}), admin, role));
  EXPECT_FALSE(escalation(policy_with({allowed("escalate", "clusterroles")}), bob, role));
  EXPECT_TRUE(escalation(policy_with({allowed("escalate", "roles")}), bob, role));
}

TEST(AccessEscalation, CountsAPermissionForOneNameOnlyOnUpdate) {
  PolicyRule named = allowed("escalate", "clusterroles");
  named.resource_names = {"r"};
  const Policy policy = policy_with({named});
  const json::Value old = role_for_test("", "r", {});
  const json::Value role = role_for_test("", "r", read_secrets);
  EXPECT_TRUE(escalation(policy, bob, role));
  EXPECT_FALSE(escalation(policy, bob, role, &old));
}

TEST(AccessEscalation, LooksAtTheRoleThatABindingRefersTo) {
  const Policy policy = policy_with({});
  const auto bind = [&](std::string_view kind, std::string_view role) {
    return escalation(policy, bob, binding_for_test("team", "b", kind, role, {{"User", "eve"}}));
  };
  EXPECT_FALSE(bind("Role", "pod-reader"));
  const auto refused = bind("ClusterRole", "secret-reader");
  ASSERT_TRUE(refused);
  EXPECT_TRUE(refused->message.starts_with(
      "rolebindings.rbac.authorization.k8s.io \"b\" is forbidden: user \"bob\""));
  const auto missing = bind("ClusterRole", "gone");
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->code, 404);
  EXPECT_EQ(missing->message, R"(clusterrole.rbac.authorization.k8s.io "gone" not found)");
}

TEST(AccessEscalation, LetsThoseWhoMayBindARoleBindIt) {
  const json::Value binding =
      binding_for_test("", "b", "ClusterRole", "secret-reader", {{"User", "eve"}});
  PolicyRule named = allowed("bind", "clusterroles");
  named.resource_names = {"other"};
  EXPECT_TRUE(escalation(policy_with({named}), bob, binding));
  named.resource_names = {"secret-reader"};
  EXPECT_FALSE(escalation(policy_with({named}), bob, binding));
}

TEST(AccessEscalation, ReservesAggregationForThoseWhoMayDoEverything) {
  json::Value sum = role_for_test("", "sum", {});
  sum.as_object()["aggregationRule"] = *json::parse(R"({"clusterRoleSelectors": [{}]})");
  const auto error = escalation(policy_with({}), bob, sum);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message,
            "clusterroles.rbac.authorization.k8s.io \"sum\" is forbidden: must have cluster-admin "
            "privileges to use the aggregationRule");
  const PolicyRules everything{{.verbs = {"*"}, .api_groups = {"*"}, .resources = {"*"}},
                               {.verbs = {"*"}, .non_resource_urls = {"*"}}};
  EXPECT_FALSE(escalation(policy_with(everything), bob, sum));
}

TEST(AccessEscalation, DoesNotHinderTheGarbageCollector) {
  const Policy policy = policy_with({});
  json::Value old = role_for_test("", "r", read_secrets);
  json::Value bare = old;
  old.as_object()["metadata"].as_object()["finalizers"] = json::ValueList{"x"};
  EXPECT_FALSE(escalation(policy, bob, bare, &old));
  bare.as_object()["metadata"].as_object()["labels"] = json::ValueMap{{"a", "b"}};
  EXPECT_TRUE(escalation(policy, bob, bare, &old));
}

TEST(AccessEscalation, DoesNotConcernOtherKinds) {
  const json::Value other =
      *json::parse(R"({"apiVersion": "g/v1", "kind": "Role", "rules": [{}]})");
  EXPECT_FALSE(escalation(policy_with({}), bob, other));
  EXPECT_FALSE(escalation(policy_with({}), bob, json::Value()));
}

}  // namespace
}  // namespace telltale::server
