// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/bootstrap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "server/access/credentials/credentials.h"
#include "server/access/rbac/aggregation.h"
#include "server/access/rbac/policy.h"
#include "server/access/rbac/reading.h"
#include "server/crds/telltale_crds.h"

namespace telltale::server {
namespace {

const std::vector<std::string> groups{"",
                                      "apiextensions.k8s.io",
                                      "cluster.x-k8s.io",
                                      "coordination.k8s.io",
                                      "events.k8s.io",
                                      "rbac.authorization.k8s.io",
                                      "telltale.dev"};

User user(std::string_view name) {
  return {.name = std::string(name), .groups = {"system:authenticated"}};
}

class AccessBootstrap : public ::testing::Test {
 protected:
  bool may(const User& who, const Attributes& what) const {
    return policy_.decide(who, what).allowed;
  }
  const std::vector<json::Value> objects_ = bootstrap_rbac(groups);
  const Policy policy_{objects_};
};

TEST_F(AccessBootstrap, LetsNobodyInParticularSeeOnlyHealthAndVersion) {
  const User anonymous{.name = "system:anonymous", .groups = {"system:unauthenticated"}};
  for (const char* path : {"/healthz", "/livez", "/readyz", "/version"}) {
    EXPECT_TRUE(may(anonymous, {.verb = "get", .path = path})) << path;
  }
  for (const char* path : {"/", "/api", "/apis", "/metrics", "/openapi/v3", "/healthz/etcd"}) {
    EXPECT_FALSE(may(anonymous, {.verb = "get", .path = path})) << path;
  }
  EXPECT_FALSE(may(anonymous, {.verb = "list", .resource = "namespaces"}));
}

TEST_F(AccessBootstrap, LetsEverybodyKnownDiscoverAndAskAboutThemselves) {
  const User bob = user("bob");
  for (const char* path : {"/api", "/api/v1", "/apis/cluster.x-k8s.io/v1beta2", "/openapi/v2"}) {
    EXPECT_TRUE(may(bob, {.verb = "get", .path = path})) << path;
  }
  EXPECT_TRUE(may(
      bob,
      {.verb = "create", .group = "authorization.k8s.io", .resource = "selfsubjectaccessreviews"}));
  EXPECT_TRUE(may(
      bob, {.verb = "create", .group = "authentication.k8s.io", .resource = "selfsubjectreviews"}));
  EXPECT_FALSE(
      may(bob,
          {.verb = "create", .group = "authorization.k8s.io", .resource = "subjectaccessreviews"}));
  EXPECT_FALSE(may(bob, {.verb = "get", .resource = "pods", .namespace_name = "default"}));
}

TEST_F(AccessBootstrap, LetsTheViewerReadEverythingButSecrets) {
  const User viewer = user(viewer_user);
  for (const char* verb : {"get", "list", "watch"}) {
    EXPECT_TRUE(may(viewer, {.verb = verb, .resource = "configmaps", .namespace_name = "a"}));
    EXPECT_TRUE(may(viewer, {.verb = verb, .resource = "nodes"}));
    EXPECT_TRUE(may(viewer, {.verb = verb,
                             .group = "cluster.x-k8s.io",
                             .resource = "machines",
                             .subresource = "status"}));
    EXPECT_TRUE(may(
        viewer, {.verb = verb, .group = "rbac.authorization.k8s.io", .resource = "clusterroles"}));
    EXPECT_FALSE(may(viewer, {.verb = verb, .resource = "secrets", .namespace_name = "a"}));
  }
  for (const char* verb : {"create", "update", "patch", "delete", "deletecollection"}) {
    EXPECT_FALSE(may(viewer, {.verb = verb, .group = "cluster.x-k8s.io", .resource = "machines"}));
  }
  EXPECT_TRUE(may(viewer, {.verb = "get", .path = "/metrics"}));
}

TEST_F(AccessBootstrap, LetsTheStatusWriterWriteStatusEventsAndLeasesOnly) {
  const User writer = user(status_writer_user);
  const auto writes = [&](const char* verb, const char* group, const char* resource,
                          const char* subresource, const char* home) {
    return may(writer, {.verb = verb,
                        .group = group,
                        .resource = resource,
                        .subresource = subresource,
                        .namespace_name = home});
  };
  EXPECT_TRUE(writes("patch", "cluster.x-k8s.io", "machines", "status", "a"));
  EXPECT_TRUE(writes("update", "cluster.x-k8s.io", "machines", "status", "a"));
  EXPECT_TRUE(writes("create", "", "events", "", "a"));
  EXPECT_TRUE(writes("patch", "events.k8s.io", "events", "", "a"));
  EXPECT_TRUE(writes("update", "coordination.k8s.io", "leases", "", "a"));
  EXPECT_TRUE(writes("create", "", "configmaps", "", "kube-system"));
  EXPECT_FALSE(writes("create", "", "configmaps", "", "a"));
  EXPECT_FALSE(writes("patch", "cluster.x-k8s.io", "machines", "", "a"));
  EXPECT_FALSE(writes("delete", "cluster.x-k8s.io", "machines", "", "a"));
  EXPECT_FALSE(writes("get", "", "secrets", "", "kube-system"));
  EXPECT_FALSE(writes("create", "rbac.authorization.k8s.io", "clusterroles", "", ""));
}

TEST_F(AccessBootstrap, HasRolesForPeopleThatGrowFromViewToAdmin) {
  const auto role = [&](std::string_view name) {
    return *policy_.rules_of({"ClusterRole", std::string(name)}, "");
  };
  const auto allows = [&](std::string_view name, const Attributes& what) {
    const PolicyRules rules = role(name);
    return std::ranges::any_of(rules,
                               [&](const PolicyRule& one) { return rule_allows(one, what); });
  };
  const Attributes see{.verb = "list", .group = "cluster.x-k8s.io", .resource = "machines"};
  const Attributes change{.verb = "patch", .group = "cluster.x-k8s.io", .resource = "machines"};
  const Attributes secret{.verb = "get", .resource = "secrets"};
  const Attributes grant{
      .verb = "create", .group = "rbac.authorization.k8s.io", .resource = "rolebindings"};
  const Attributes define{
      .verb = "create", .group = "apiextensions.k8s.io", .resource = "customresourcedefinitions"};
  EXPECT_TRUE(allows("view", see));
  EXPECT_FALSE(allows("view", change) || allows("view", secret) || allows("view", grant));
  EXPECT_TRUE(allows("edit", see) && allows("edit", change) && allows("edit", secret));
  EXPECT_FALSE(allows("edit", grant));
  EXPECT_TRUE(allows("admin", see) && allows("admin", change) && allows("admin", grant));
  EXPECT_FALSE(allows("admin", define));
  EXPECT_TRUE(allows("cluster-admin", define));
}

// Through it everything in a logical cluster can be read, Secrets included.
constexpr std::array<std::string_view, 8> all_verbs_of_a_door{
    "get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"};

TEST_F(AccessBootstrap, OpensLogicalClustersToThoseOnlyWhoMayReadTheirKubeconfigs) {
  const auto door = [](std::string_view verb) {
    return Attributes{.verb = std::string(verb),
                      .group = "telltale.dev",
                      .resource = "logicalclusters",
                      .subresource = "proxy",
                      .namespace_name = "a",
                      .name = "c1"};
  };
  const auto opens = [&](std::string_view role, std::string_view verb) {
    const PolicyRules rules = *policy_.rules_of({"ClusterRole", std::string(role)}, "");
    return std::ranges::any_of(rules,
                               [&](const PolicyRule& one) { return rule_allows(one, door(verb)); });
  };
  for (const std::string_view verb : all_verbs_of_a_door) {
    EXPECT_FALSE(may(user(viewer_user), door(verb))) << verb;
    EXPECT_FALSE(may(user(status_writer_user), door(verb))) << verb;
    EXPECT_FALSE(opens("view", verb)) << verb;
    const bool method = verb != "list" && verb != "watch";
    EXPECT_TRUE(!method || (opens("edit", verb) && opens("admin", verb))) << verb;
  }
}

TEST_F(AccessBootstrap, ShowsReadersAllElseOfTelltalesOwnGroup) {
  for (const TelltaleCrd& definition : telltale_crds()) {
    if (text_member(member_or_null(definition.object, "spec"), "group") != "telltale.dev") continue;
    const json::Value& spec = definition.object.at("spec");
    const std::string plural = text_member(spec.at("names"), "plural");
    const bool has_status = member_or_null(spec.at("versions").at(0), "subresources").is_object();
    for (const std::string_view part : {"", "status"}) {
      if (!part.empty() && !has_status) continue;
      EXPECT_TRUE(may(user(viewer_user), {.verb = "get",
                                          .group = "telltale.dev",
                                          .resource = plural,
                                          .subresource = std::string(part),
                                          .namespace_name = "a"}))
          << plural << part;
    }
  }
}

TEST_F(AccessBootstrap, TakesTheWayIntoLogicalClustersBackFromReadersOfEarlierVersions) {
  for (const json::Value& wanted : objects_) {
    const std::string name = text_member(wanted.at("metadata"), "name");
    const bool reads = name == "telltale:viewer" || name == "telltale:status-writer" ||
                       name == "system:aggregate-to-view";
    if (!reads || text_member(wanted, "kind") != "ClusterRole") continue;
    json::Value existing = wanted;
    existing.as_object()["rules"] = to_json(
        PolicyRules{{.verbs = {"get", "list", "watch"},
                     .api_groups = {"cluster.x-k8s.io", "telltale.dev"},
                     .resources = {"*"}},
                    {.verbs = {"get"}, .api_groups = {"mine.example.com"}, .resources = {"*"}}});
    const auto updated = brought_up_to(existing, wanted);
    ASSERT_TRUE(updated) << name;
    const PolicyRules rules = read_rules(*updated);
    const auto allows = [&](const Attributes& asked) {
      return std::ranges::any_of(rules,
                                 [&](const PolicyRule& rule) { return rule_allows(rule, asked); });
    };
    Attributes asked{.verb = "get", .group = "telltale.dev", .resource = "logicalclusters"};
    EXPECT_TRUE(allows(asked)) << name;
    asked.subresource = "proxy";
    EXPECT_FALSE(allows(asked)) << name;
    EXPECT_TRUE(allows({.verb = "get", .group = "mine.example.com", .resource = "x"})) << name;
    EXPECT_FALSE(brought_up_to(*updated, wanted)) << name;
  }
}

TEST_F(AccessBootstrap, WritesDownWhatItsSumsAddUpTo) {
  EXPECT_TRUE(stale_aggregates(objects_).empty());
}

TEST_F(AccessBootstrap, NamesEveryObjectOnceAndNoRuleWithoutVerbs) {
  std::set<std::string> keys;
  for (const json::Value& object : objects_) {
    const json::Value& metadata = object.at("metadata");
    const std::string key = text_member(object, "kind") + "/" + text_member(metadata, "name");
    EXPECT_TRUE(keys.insert(key).second) << key;
    for (const PolicyRule& rule : read_rules(object)) {
      EXPECT_FALSE(rule.verbs.empty()) << key;
      EXPECT_NE(rule.resources.empty(), rule.non_resource_urls.empty()) << key;
      EXPECT_EQ(rule.resources.empty(), rule.api_groups.empty()) << key;
    }
  }
  EXPECT_TRUE(keys.contains("ClusterRole/cluster-admin"));
  EXPECT_TRUE(keys.contains("ClusterRoleBinding/system:discovery"));
}

TEST(AccessBootstrapWithoutGroups, LeavesOutRulesAboutNoGroup) {
  for (const json::Value& object : bootstrap_rbac({})) {
    for (const PolicyRule& rule : read_rules(object)) {
      EXPECT_FALSE(rule.api_groups.empty() && rule.non_resource_urls.empty());
    }
  }
}

TEST_F(AccessBootstrap, GivesExistingObjectsWhatTheyLackAndTakesNothing) {
  for (const json::Value& wanted : objects_) {
    EXPECT_FALSE(brought_up_to(wanted, wanted)) << text_member(wanted.at("metadata"), "name");
  }
  const auto find = [&](std::string_view kind, std::string_view name) {
    return *std::ranges::find_if(objects_, [&](const json::Value& object) {
      return text_member(object, "kind") == kind &&
             text_member(object.at("metadata"), "name") == name;
    });
  };
  const json::Value wanted = find("ClusterRole", "system:public-info-viewer");
  const PolicyRule own{.verbs = {"get"}, .non_resource_urls = {"/mine"}};
  json::Value existing = wanted;
  existing.as_object()["rules"] = to_json(PolicyRules{own});
  const auto updated = brought_up_to(existing, wanted);
  ASSERT_TRUE(updated);
  const PolicyRules rules = read_rules(*updated);
  EXPECT_EQ(rules.front(), own);
  EXPECT_GT(rules.size(), 1U);
  EXPECT_FALSE(brought_up_to(*updated, wanted));

  existing.as_object()["metadata"].as_object()["annotations"] =
      json::ValueMap{{"rbac.authorization.kubernetes.io/autoupdate", "false"}};
  EXPECT_FALSE(brought_up_to(existing, wanted));

  json::Value binding = find("ClusterRoleBinding", "system:public-info-viewer");
  const json::Value whole = binding;
  binding.as_object().erase("subjects");
  EXPECT_EQ(brought_up_to(binding, whole)->at("subjects"), whole.at("subjects"));
}

}  // namespace
}  // namespace telltale::server
