// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit/audit_policy.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/temp_folder_for_test.h"
#include "base/text.h"

namespace telltale::server {
namespace {

constexpr std::string_view policy_head = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";

AuditPolicy policy_of(std::string_view rest) {
  auto policy = read_audit_policy(std::string(policy_head) + std::string(rest), "p.yaml");
  EXPECT_TRUE(policy.has_value()) << policy.error().detail;
  return policy ? std::move(*policy) : AuditPolicy();
}

std::string error_of(std::string_view text) {
  const auto policy = read_audit_policy(text, "p.yaml");
  return policy ? "fine" : policy.error().detail;
}

// "get pods/log a/x" and "get /version"; "-" in front of the name: of no namespace.
Attributes wanted_for(std::string_view verb, std::string_view what, std::string_view where = "") {
  Attributes wanted{.verb = std::string(verb), .version = "v1"};
  if (what.starts_with('/')) {
    wanted.path = what;
    return wanted;
  }
  const std::size_t slash = what.find('/');
  std::string_view resource = what.substr(0, slash);
  if (slash != std::string_view::npos) wanted.subresource = what.substr(slash + 1);
  if (const std::size_t dot = resource.find('.'); dot != std::string_view::npos) {
    wanted.group = resource.substr(dot + 1);
    resource = resource.substr(0, dot);
  }
  wanted.resource = resource;
  const std::size_t end = where.find('/');
  wanted.namespace_name = where.substr(0, end);
  if (end != std::string_view::npos) wanted.name = where.substr(end + 1);
  return wanted;
}

struct PolicyCase {
  std::string_view rule;  // the members of one rule of level Request
  std::string_view verb;
  std::string_view what;
  std::string_view where;
  bool fits;
};

class AuditPolicyTable : public testing::TestWithParam<PolicyCase> {};

TEST_P(AuditPolicyTable, FitsAsKubernetesSays) {
  const PolicyCase& one = GetParam();
  const AuditPolicy policy = policy_of(format("rules: [{{level: Request, {}}}]", one.rule));
  const User user{.name = "bob", .groups = {"devs", "system:authenticated"}};
  const AuditRuling ruling = policy.decide(user, wanted_for(one.verb, one.what, one.where));
  EXPECT_EQ(ruling.level, one.fits ? AuditLevel::Request : AuditLevel::None)
      << one.rule << " | " << one.verb << " " << one.what << " " << one.where;
}

INSTANTIATE_TEST_SUITE_P(
    Access, AuditPolicyTable,
    testing::Values(
        PolicyCase{"verbs: []", "get", "pods", "a/x", true},
        PolicyCase{"verbs: []", "get", "/version", "", true},
        PolicyCase{"users: [bob]", "get", "pods", "a/x", true},
        PolicyCase{"users: [eve]", "get", "pods", "a/x", false},
        PolicyCase{"users: [eve, bob]", "get", "/version", "", true},
        PolicyCase{"userGroups: [devs]", "get", "pods", "a/x", true},
        PolicyCase{"userGroups: [ops]", "get", "pods", "a/x", false},
        PolicyCase{"users: [bob], userGroups: [ops]", "get", "pods", "a/x", false},
        PolicyCase{"verbs: [get, list]", "list", "pods", "a", true},
        PolicyCase{"verbs: [get, list]", "watch", "pods", "a", false},
        PolicyCase{"verbs: ['*']", "get", "pods", "a/x", false},
        PolicyCase{"namespaces: [a]", "get", "pods", "a/x", true},
        PolicyCase{"namespaces: [a]", "get", "pods", "b/x", false},
        PolicyCase{"namespaces: [a]", "get", "/version", "", false},
        PolicyCase{"namespaces: ['']", "get", "nodes", "/x", true},
        PolicyCase{"namespaces: ['']", "get", "pods", "a/x", false},
        PolicyCase{"resources: [{}]", "get", "pods", "a/x", true},
        PolicyCase{"resources: [{}]", "get", "pods/log", "a/x", true},
        PolicyCase{"resources: [{}]", "get", "deployments.apps", "a/x", false},
        PolicyCase{"resources: [{}]", "get", "/version", "", false},
        PolicyCase{"resources: [{group: apps}]", "get", "deployments.apps", "a/x", true},
        PolicyCase{"resources: [{group: ''}, {group: apps}]", "get", "pods", "a/x", true},
        PolicyCase{"resources: [{resources: [pods]}]", "get", "pods", "a/x", true},
        PolicyCase{"resources: [{resources: [pods]}]", "get", "pods/log", "a/x", false},
        PolicyCase{"resources: [{resources: [pods]}]", "get", "pods.apps", "a/x", false},
        PolicyCase{"resources: [{resources: [pods/log]}]", "get", "pods/log", "a/x", true},
        PolicyCase{"resources: [{resources: [pods/log]}]", "get", "pods", "a/x", false},
        PolicyCase{"resources: [{resources: [pods/log]}]", "get", "pods/exec", "a/x", false},
        PolicyCase{"resources: [{resources: ['pods/*']}]", "get", "pods/exec", "a/x", true},
        PolicyCase{"resources: [{resources: ['pods/*']}]", "get", "pods", "a/x", true},
        PolicyCase{"resources: [{resources: ['pods/*']}]", "get", "nodes/status", "a/x", false},
        PolicyCase{"resources: [{resources: ['*/status']}]", "patch", "nodes/status", "/x", true},
        PolicyCase{"resources: [{resources: ['*/status']}]", "patch", "nodes", "/x", false},
        PolicyCase{"resources: [{resources: ['*/status']}]", "patch", "nodes/scale", "/x", false},
        PolicyCase{"resources: [{resources: ['*']}]", "get", "pods/log", "a/x", true},
        PolicyCase{"resources: [{resources: [pods], resourceNames: [x]}]", "get", "pods", "a/x",
                   true},
        PolicyCase{"resources: [{resources: [pods], resourceNames: [z]}]", "get", "pods", "a/x",
                   false},
        PolicyCase{"resources: [{resources: [pods], resourceNames: [z]}]", "list", "pods", "a",
                   false},
        PolicyCase{"namespaces: [b], resources: [{resources: [pods]}]", "get", "pods", "a/x",
                   false},
        PolicyCase{"nonResourceURLs: [/version]", "get", "/version", "", true},
        PolicyCase{"nonResourceURLs: [/version]", "get", "/versions", "", false},
        PolicyCase{"nonResourceURLs: ['/healthz*']", "get", "/healthz/etcd", "", true},
        PolicyCase{"nonResourceURLs: ['/healthz/*']", "get", "/healthz", "", false},
        PolicyCase{"nonResourceURLs: ['*']", "get", "/", "", true},
        PolicyCase{"nonResourceURLs: ['*']", "get", "pods", "a/x", false}));

TEST(AccessAuditPolicy, TheFirstRuleThatFitsDecides) {
  const AuditPolicy policy = policy_of(
      "rules:\n"
      "- {level: None, users: [probe]}\n"
      "- {level: RequestResponse, resources: [{resources: [secrets]}]}\n"
      "- {level: Metadata}\n");
  const auto level = [&](std::string_view user, std::string_view what) {
    return policy.decide({.name = std::string(user)}, wanted_for("get", what, "a/x")).level;
  };
  EXPECT_EQ(level("probe", "secrets"), AuditLevel::None);
  EXPECT_EQ(level("bob", "secrets"), AuditLevel::RequestResponse);
  EXPECT_EQ(level("bob", "pods"), AuditLevel::Metadata);
}

TEST(AccessAuditPolicy, StagesAreLeftOutByThePolicyAndByTheRule) {
  const AuditPolicy policy = policy_of(
      "omitStages: [RequestReceived]\nomitManagedFields: true\n"
      "rules:\n"
      "- {level: Metadata, users: [a], omitStages: [Panic]}\n"
      "- {level: Request, users: [b], omitManagedFields: false}\n");
  const AuditRuling a = policy.decide({.name = "a"}, {.verb = "get"});
  EXPECT_FALSE(a.records(AuditStage::RequestReceived));
  EXPECT_FALSE(a.records(AuditStage::Panic));
  EXPECT_TRUE(a.records(AuditStage::ResponseComplete));
  EXPECT_TRUE(a.omit_managed_fields);
  const AuditRuling b = policy.decide({.name = "b"}, {.verb = "get"});
  EXPECT_TRUE(b.records(AuditStage::Panic));
  EXPECT_FALSE(b.omit_managed_fields);
  EXPECT_FALSE(policy.decide({.name = "c"}, {.verb = "get"}).records(AuditStage::Panic));
}

TEST(AccessAuditPolicy, WithoutAFileEverythingIsToldOnceWithoutBodies) {
  const AuditRuling ruling = AuditPolicy().decide({}, wanted_for("create", "secrets", "a"));
  EXPECT_EQ(ruling.level, AuditLevel::Metadata);
  EXPECT_FALSE(ruling.records(AuditStage::RequestReceived));
  EXPECT_TRUE(ruling.records(AuditStage::ResponseStarted));
  EXPECT_TRUE(ruling.records(AuditStage::ResponseComplete));
}

TEST(AccessAuditPolicy, ErrorsNameFileAndLine) {
  const auto with = [](std::string_view rest) {
    return error_of(std::string(policy_head) + std::string(rest));
  };
  EXPECT_EQ(error_of(""), "p.yaml:1: the file is empty");
  EXPECT_EQ(error_of("# nothing\n"), "p.yaml:1: the file is empty");
  EXPECT_EQ(error_of("kind: Policy\nrules: [{level: None}]"),
            "p.yaml:1: apiVersion must be audit.k8s.io/v1");
  EXPECT_EQ(error_of("apiVersion: audit.k8s.io/v1\nkind: Pol\nrules: [{level: None}]"),
            "p.yaml:2: kind must be Policy");
  EXPECT_EQ(error_of("- a"), "p.yaml:1: expected a Policy, found a list");
  EXPECT_EQ(with("rules: []"), "p.yaml:3: a Policy needs at least one rule");
  EXPECT_EQ(with(""), "p.yaml:1: a Policy needs at least one rule");
  EXPECT_EQ(with("rules:\n- level: Meta\n"),
            "p.yaml:4: unknown level \"Meta\"; there are None, Metadata, Request and "
            "RequestResponse");
  EXPECT_EQ(with("rules:\n- users: [a]\n"), "p.yaml:4: a rule needs a level");
  EXPECT_EQ(with("rules:\n- level: None\n  user: [a]\n"),
            "p.yaml:5: a rule has no field \"user\"; there are level, users, userGroups, verbs, "
            "resources, namespaces, nonResourceURLs, omitStages, omitManagedFields");
  EXPECT_EQ(with("rules:\n- level: None\n  users: a\n"),
            "p.yaml:5: users must be a list of strings, found a string");
  EXPECT_EQ(with("rules:\n- level: None\n  users:\n  - a\n  - 1\n"),
            "p.yaml:7: users must hold strings");
  EXPECT_EQ(with("rules:\n- level: None\n  omitStages: [Received]\n"),
            "p.yaml:5: unknown stage \"Received\"; there are RequestReceived, ResponseStarted, "
            "ResponseComplete and Panic");
  EXPECT_EQ(with("rules:\n- level: None\n  nonResourceURLs: [/a]\n  namespaces: [b]\n"),
            "p.yaml:5: a rule is about resources and namespaces or about nonResourceURLs, not "
            "both");
  EXPECT_EQ(with("rules:\n- level: None\n  nonResourceURLs: [a]\n"),
            "p.yaml:5: \"a\" must begin with / or be *");
  EXPECT_EQ(with("rules:\n- level: None\n  nonResourceURLs: ['/a*b']\n"),
            "p.yaml:5: in \"/a*b\" only the last character may be *");
  EXPECT_EQ(with("rules:\n- level: None\n  resources:\n  - group: apps/v1\n"),
            "p.yaml:6: \"apps/v1\" is not the name of an API group (without its version)");
  EXPECT_EQ(with("rules:\n- level: None\n  resources:\n  - resourceNames: [x]\n"),
            "p.yaml:6: resourceNames need resources beside them");
  EXPECT_EQ(with("rules:\n- level: None\nomitManagedFields: 3\n"),
            "p.yaml:5: omitManagedFields must be true or false");
  EXPECT_EQ(with("rules:\n- level: None\n  users: [a\n").substr(0, 7), "p.yaml:");
  EXPECT_NE(with("rules:\n- level: None\nrules:\n- level: None\n").find("p.yaml:5: "),
            std::string::npos)
      << "what stands twice means one of them";
}

TEST(AccessAuditPolicy, APolicyIsBounded) {
  std::string rules = std::string(policy_head) + "rules:\n";
  for (std::size_t i = 0; i <= AuditPolicy::rules_max; ++i) rules += "- level: None\n";
  EXPECT_NE(error_of(rules).find("more than 256 rules"), std::string::npos);
  std::string words = std::string(policy_head) + "rules:\n- level: None\n  users:\n";
  for (std::size_t i = 0; i <= AuditPolicy::words_max; ++i) words += "  - a\n";
  EXPECT_NE(error_of(words).find("more than 4096 words"), std::string::npos);
}

TEST(AccessAuditPolicy, AFileIsReadAndNamed) {
  const TempFolder folder;
  const std::string path = folder.path("policy.yaml");
  EXPECT_EQ(load_audit_policy(path).error().detail, "cannot read the audit policy " + path);
  std::ofstream(path) << policy_head << "rules:\n- level: None\n";
  EXPECT_TRUE(load_audit_policy(path).has_value());
  std::ofstream(path, std::ios::app) << "  verbs: 3\n";
  EXPECT_EQ(load_audit_policy(path).error().detail,
            path + ":5: verbs must be a list of strings, found a number");
  std::ofstream(path) << std::string(AuditPolicy::file_bytes_max + 1, '#');
  EXPECT_NE(load_audit_policy(path).error().detail.find("larger than 1 MiB"), std::string::npos);
}

}  // namespace
}  // namespace telltale::server
