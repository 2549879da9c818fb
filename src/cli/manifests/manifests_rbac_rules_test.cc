// SPDX-License-Identifier: Apache-2.0
#include "cli/manifests/manifests_rbac_rules.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/kinds.h"
#include "cli/source/find_object.h"
#include "live/watch_list.h"
#include "schema/members.h"
#include "server/crds/telltale_crds.h"

namespace telltale::cli {
namespace {

std::vector<RbacRule> rules_of(RbacRole role, const RbacOptions& options = {}) {
  return RbacRules().of(role, options);
}

bool holds(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// As an API server decides: some rule has the verb, the group, the resource and the name.
struct Request {
  std::string_view verb;
  std::string_view group;
  std::string_view resource;
  std::string_view name = {};
};

bool allows(const std::vector<RbacRule>& rules, const Request& request) {
  return std::ranges::any_of(rules, [&](const RbacRule& rule) {
    return holds(rule.verbs, request.verb) && holds(rule.groups, request.group) &&
           holds(rule.resources, request.resource) &&
           (rule.names.empty() || holds(rule.names, request.name));
  });
}

struct Definition {
  std::string group;
  std::string kind;
  std::string plural;
};

std::vector<Definition> definitions() {
  std::vector<Definition> found;
  for (const server::TelltaleCrd& crd : server::telltale_crds()) {
    const json::ValueMap& spec = crd.object.at("spec").as_object();
    const json::ValueMap& names = spec.at("names").as_object();
    found.push_back({schema::text_of(spec, "group"), schema::text_of(names, "kind"),
                     schema::text_of(names, "plural")});
  }
  return found;
}

TEST(ManifestsRbacRules, ReadsWhatIsWatchedAndNothingElse) {
  const auto rules = rules_of(RbacRole::Viewer);
  for (const Definition& one : definitions()) {
    for (const std::string_view verb : {"get", "list", "watch"}) {
      EXPECT_EQ(allows(rules, {verb, one.group, one.plural}), live::is_watched(one.group, one.kind))
          << verb << " " << one.plural << " " << one.group;
    }
  }
  EXPECT_TRUE(allows(rules, {"get", "cluster.x-k8s.io", "machines"}));
  EXPECT_TRUE(allows(rules, {"watch", "kubevirt.io", "virtualmachineinstances"}));
  EXPECT_TRUE(allows(rules, {"list", "agent-install.openshift.io", "agents"}));
  EXPECT_FALSE(allows(rules, {"list", "kubevirt.io", "kubevirts"}));
  for (const std::string_view resource : {"secrets", "pods", "configmaps", "nodes"}) {
    EXPECT_FALSE(allows(rules, {"get", "", resource})) << resource;
  }
}

TEST(ManifestsRbacRules, ReadsEventsAsTheyAreWatched) {
  const auto rules = rules_of(RbacRole::Viewer);
  EXPECT_TRUE(allows(rules, {"list", "", "events"}));
  EXPECT_TRUE(allows(rules, {"watch", "", "events"}));
  EXPECT_FALSE(allows(rules, {"get", "", "events"}));
}

TEST(ManifestsRbacRules, ReadsTheDefinitionsOfJudgedKindsByName) {
  const auto rules = rules_of(RbacRole::Viewer);
  const auto reads = [&](const std::string& name) {
    return allows(rules, {"get", "apiextensions.k8s.io", "customresourcedefinitions", name});
  };
  for (const Definition& one : definitions()) {
    const std::string name = format("{}.{}", one.plural, one.group);
    EXPECT_EQ(reads(name), is_judged(one.group, one.kind)) << name;
  }
  // Whether its definition is here or somebody else brings it.
  for (const Kind* kind : judged_kinds()) {
    EXPECT_TRUE(reads(format("{}.{}", kind->plural, kind->group))) << kind->kind;
  }
  EXPECT_FALSE(allows(rules, {"list", "apiextensions.k8s.io", "customresourcedefinitions"}));
}

TEST(ManifestsRbacRules, WritesTheStatusOfJudgedKindsAndNothingElse) {
  const auto rules = rules_of(RbacRole::StatusWriter);
  for (const Definition& one : definitions()) {
    const std::string status = format("{}/status", one.plural);
    EXPECT_EQ(allows(rules, {"patch", one.group, status}), is_judged(one.group, one.kind))
        << status;
    EXPECT_FALSE(allows(rules, {"patch", one.group, one.plural})) << one.plural;
    EXPECT_FALSE(allows(rules, {"update", one.group, status})) << status;
  }
}

TEST(ManifestsRbacRules, ReadsSecretsOnlyOneAtATime) {
  const auto rules = rules_of(RbacRole::Secrets);
  EXPECT_TRUE(allows(rules, {"get", "", "secrets", "prod-kubeconfig"}));
  EXPECT_FALSE(allows(rules, {"list", "", "secrets"}));
  EXPECT_FALSE(allows(rules, {"watch", "", "secrets"}));
}

TEST(ManifestsRbacRules, ALeaderHasOneLease) {
  const auto rules = rules_of(RbacRole::Leases);
  const auto may = [&](std::string_view verb, std::string_view name) {
    return allows(rules, {verb, "coordination.k8s.io", "leases", name});
  };
  EXPECT_TRUE(may("create", ""));
  EXPECT_TRUE(may("get", "telltale-leader"));
  EXPECT_TRUE(may("update", "telltale-leader"));
  EXPECT_TRUE(may("get", "telltale-writer"));
  EXPECT_TRUE(may("update", "telltale-writer"));
  EXPECT_FALSE(may("update", "another"));
  EXPECT_FALSE(may("list", ""));
  EXPECT_FALSE(may("delete", "telltale-leader"));
}

TEST(ManifestsRbacRules, WhoeverOnlyLooksOnHoldsNoLeaseOfWriters) {
  const auto rules = rules_of(RbacRole::Leases, {.write = WritePolicy::None});
  EXPECT_FALSE(allows(rules, {"update", "coordination.k8s.io", "leases", "telltale-writer"}));
}

// Not part of what is printed without being asked for.
TEST(ManifestsRbacRules, LettingGoIsAPatchOfJudgedObjects) {
  const auto rules = rules_of(RbacRole::LettingGo);
  for (const Definition& one : definitions()) {
    EXPECT_EQ(allows(rules, {"patch", one.group, one.plural}), is_judged(one.group, one.kind))
        << one.plural;
  }
}

TEST(ManifestsRbacRules, ShardsHaveLeasesThatNobodyCanNameBeforehand) {
  const auto rules = rules_of(RbacRole::Leases, {.shards = 16});
  for (const std::string_view verb : {"create", "list", "update", "delete"}) {
    EXPECT_TRUE(allows(rules, {verb, "coordination.k8s.io", "leases", "telltale-member-x"}))
        << verb;
  }
  EXPECT_TRUE(allows(rules, {"get", "coordination.k8s.io", "leases", "telltale-writer"}));
  EXPECT_FALSE(allows(rules, {"get", "coordination.k8s.io", "leases", "telltale-member-x"}));
  EXPECT_FALSE(allows(rules, {"watch", "coordination.k8s.io", "leases"}));
}

TEST(ManifestsRbacRules, MemoryIsOneConfigMapPerShardByName) {
  const auto may = [](std::size_t shards, std::string_view verb, std::string_view name) {
    return allows(rules_of(RbacRole::Memory, {.shards = shards}), {verb, "", "configmaps", name});
  };
  EXPECT_TRUE(may(0, "create", ""));
  EXPECT_TRUE(may(0, "get", "telltale-memory-00"));
  EXPECT_TRUE(may(0, "patch", "telltale-memory-00"));
  EXPECT_TRUE(may(0, "patch", "telltale-address"));
  EXPECT_FALSE(may(0, "patch", "telltale-memory-01"));
  EXPECT_TRUE(may(16, "patch", "telltale-memory-15"));
  EXPECT_FALSE(may(16, "patch", "telltale-memory-16"));
  EXPECT_TRUE(may(0, "patch", "telltale-writers"));
  EXPECT_FALSE(may(0, "delete", "telltale-memory-00"));
  EXPECT_FALSE(may(0, "list", ""));
}

TEST(ManifestsRbacRules, WhoeverOnlyLooksOnReadsMemoryAndLeavesIt) {
  const auto rules = rules_of(RbacRole::Memory, {.write = WritePolicy::None});
  EXPECT_TRUE(allows(rules, {"get", "", "configmaps", "telltale-memory-00"}));
  EXPECT_FALSE(allows(rules, {"patch", "", "configmaps", "telltale-memory-00"}));
  EXPECT_FALSE(allows(rules, {"patch", "", "configmaps", "telltale-address"}));
  const auto viewer = rules_of(RbacRole::Viewer, {});
  EXPECT_TRUE(allows(viewer, {"get", "", "configmaps", "telltale-address"}));
  EXPECT_FALSE(allows(viewer, {"get", "", "configmaps", "telltale-memory-00"}));
  EXPECT_FALSE(allows(viewer, {"list", "", "configmaps", ""}));
  EXPECT_FALSE(allows(rules, {"create", "", "configmaps"}));
}

TEST(ManifestsRbacRules, ThereIsNoStarAndNoRuleWithoutAVerb) {
  const RbacRules all;
  for (const RbacRoleText& role : rbac_roles()) {
    const auto rules = all.of(role.role, {.shards = 3});
    EXPECT_FALSE(rules.empty()) << role.name;
    for (const RbacRule& rule : rules) {
      EXPECT_FALSE(rule.verbs.empty()) << role.name;
      // Of what is no resource there is a path, of the others a group and a resource.
      EXPECT_NE(rule.paths.empty(), rule.resources.empty()) << role.name;
      EXPECT_EQ(rule.groups.empty(), rule.resources.empty()) << role.name;
      for (const std::vector<std::string>& words :
           {rule.groups, rule.resources, rule.names, rule.verbs, rule.paths}) {
        for (const std::string& word : words) EXPECT_FALSE(word.contains('*')) << word;
        EXPECT_EQ(std::set<std::string>(words.begin(), words.end()).size(), words.size());
      }
    }
  }
}

// A verb that has no name yet is never allowed by a rule with names: it would allow nothing.
TEST(ManifestsRbacRules, NamesStandOnlyWhereTheyCanBeTold) {
  const RbacRules all;
  for (const RbacRoleText& role : rbac_roles()) {
    for (const RbacRule& rule : all.of(role.role, {})) {
      if (rule.names.empty()) continue;
      for (const std::string_view verb : {"create", "list", "watch", "deletecollection"}) {
        EXPECT_FALSE(holds(rule.verbs, verb)) << role.name << " " << verb;
      }
    }
  }
}

TEST(ManifestsRbacRules, OnlyClusterRolesSpeakOfPaths) {
  const RbacRules all;
  for (const RbacRoleText& role : rbac_roles()) {
    for (const RbacRule& rule : all.of(role.role, {})) {
      if (rule.paths.empty()) continue;
      EXPECT_EQ(role.scope, RbacScope::Cluster) << role.name;
    }
  }
}

TEST(ManifestsRbacRules, AsJsonARuleHasOnlyWhatItSays) {
  EXPECT_EQ(to_json({.verbs = {"get"}, .paths = {"/metrics"}}),
            (json::Value{{"nonResourceURLs", {"/metrics"}}, {"verbs", {"get"}}}));
  EXPECT_EQ(to_json({.groups = {""}, .resources = {"secrets"}, .verbs = {"get"}}),
            (json::Value{{"apiGroups", {""}}, {"resources", {"secrets"}}, {"verbs", {"get"}}}));
}

}  // namespace
}  // namespace telltale::cli
