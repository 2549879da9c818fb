// SPDX-License-Identifier: Apache-2.0
#include "cli/manifests/manifests_rbac.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/manifests/manifests_rbac_rules.h"
#include "cli/test_world.h"
#include "json/parse.h"

namespace telltale::cli {
namespace {

using Strings = std::vector<std::string>;

std::string_view text_at(const json::Value& value, const char* pointer) {
  return value.at_pointer(pointer).as_string();
}

std::vector<json::Value> printed_documents(Strings more) {
  Strings words{"manifests", "rbac", "-o", "json"};
  words.insert(words.end(), more.begin(), more.end());
  Screen screen;
  EXPECT_EQ(screen.run(words), ExitCode::Fine) << screen.err.text;
  const Result<json::Value> read = json::parse(screen.out.text);
  EXPECT_TRUE(read) << screen.out.text;
  if (!read) return {};
  if (text_at(*read, "/kind") != "List") return {*read};
  const json::ValueList& items = read->at("items").as_array();
  return {items.begin(), items.end()};
}

Strings names_printed(Strings more) {
  Strings words{"manifests", "rbac", "-o", "name"};
  words.insert(words.end(), more.begin(), more.end());
  Screen screen;
  EXPECT_EQ(screen.run(words), ExitCode::Fine) << screen.err.text;
  Strings names;
  for (const std::string_view line : split(screen.out.text, '\n')) {
    if (!line.empty()) names.emplace_back(line);
  }
  return names;
}

bool names_contain(const Strings& names, std::string_view part) {
  return std::ranges::any_of(names, [&](const std::string& name) { return name.contains(part); });
}

const json::Value* find_document(const std::vector<json::Value>& documents, std::string_view kind,
                                 std::string_view name) {
  for (const json::Value& one : documents) {
    if (text_at(one, "/kind") == kind && text_at(one, "/metadata/name") == name) return &one;
  }
  return nullptr;
}

std::string refusal(Strings words) {
  Screen screen;
  words.insert(words.begin(), "manifests");
  EXPECT_EQ(screen.run(words), ExitCode::Usage) << screen.out.text;
  EXPECT_EQ(screen.out.text, "");
  return screen.err.text;
}

TEST(ManifestsRbac, BindsEveryRoleOfTelltaleToTheAccountItRunsAs) {
  const auto documents = printed_documents({});
  ASSERT_NE(find_document(documents, "Namespace", "telltale-system"), nullptr);
  ASSERT_NE(find_document(documents, "ServiceAccount", "telltale"), nullptr);
  for (const RbacRoleText& role : rbac_roles()) {
    const std::string name = format("telltale-{}", role.name);
    const bool wide = role.scope == RbacScope::Cluster;
    // More than most want to grant: only when asked for by name.
    if (role.role == RbacRole::LettingGo) {
      EXPECT_EQ(find_document(documents, "ClusterRole", name), nullptr);
      continue;
    }
    EXPECT_NE(find_document(documents, wide ? "ClusterRole" : "Role", name), nullptr) << name;
    const json::Value* binding =
        find_document(documents, wide ? "ClusterRoleBinding" : "RoleBinding", name);
    if (role.holder == RbacHolder::Somebody) {
      EXPECT_EQ(binding, nullptr) << name;
      continue;
    }
    ASSERT_NE(binding, nullptr) << name;
    EXPECT_EQ(text_at(*binding, "/roleRef/kind"), wide ? "ClusterRole" : "Role");
    EXPECT_EQ(text_at(*binding, "/roleRef/name"), name);
    EXPECT_EQ(text_at(*binding, "/subjects/0/name"), "telltale");
    EXPECT_EQ(text_at(*binding, "/subjects/0/namespace"), "telltale-system");
  }
}

TEST(ManifestsRbac, WhatIsNeededComesBeforeWhatNeedsIt) {
  const auto documents = printed_documents({});
  ASSERT_GT(documents.size(), 2U);
  EXPECT_EQ(text_at(documents[0], "/kind"), "Namespace");
  EXPECT_EQ(text_at(documents[1], "/kind"), "ServiceAccount");
  std::set<std::string> roles;
  for (const json::Value& one : documents) {
    const std::string name(text_at(one, "/metadata/name"));
    const std::string_view kind = text_at(one, "/kind");
    if (kind.ends_with("Role")) roles.insert(name);
    if (!kind.ends_with("Binding")) continue;
    EXPECT_TRUE(roles.contains(name)) << name;
  }
}

TEST(ManifestsRbac, ANamespaceOfSomebodyElseIsNotMadeAndSoNeverDeleted) {
  const auto documents = printed_documents({"--namespace", "capi-system"});
  for (const json::Value& one : documents) {
    EXPECT_NE(text_at(one, "/kind"), "Namespace");
    if (text_at(one, "/kind") == "Role" || text_at(one, "/kind") == "RoleBinding") {
      EXPECT_EQ(text_at(one, "/metadata/namespace"), "capi-system");
    }
    if (const json::Value* subjects = one.as_object().if_contains("subjects")) {
      EXPECT_EQ(text_at(*subjects, "/0/namespace"), "capi-system");
    }
  }
}

TEST(ManifestsRbac, OneRoleComesWithItsBindingAndNothingElse) {
  EXPECT_EQ(names_printed({"--role", "viewer"}),
            (Strings{"clusterrole.rbac.authorization.k8s.io/telltale-viewer",
                     "clusterrolebinding.rbac.authorization.k8s.io/telltale-viewer"}));
  EXPECT_EQ(names_printed({"--role", "memory"}),
            (Strings{"role.rbac.authorization.k8s.io/telltale-memory",
                     "rolebinding.rbac.authorization.k8s.io/telltale-memory"}));
  EXPECT_EQ(names_printed({"--role", "metrics-reader"}),
            (Strings{"clusterrole.rbac.authorization.k8s.io/telltale-metrics-reader"}));
}

TEST(ManifestsRbac, SeveralRolesComeInTheirOwnOrderOnce) {
  EXPECT_EQ(names_printed({"--role", "events,viewer", "--role", "events"}),
            names_printed({"--role=viewer", "--role=events"}));
}

TEST(ManifestsRbac, ARunThatDoesLessNeedsLess) {
  EXPECT_TRUE(names_contain(names_printed({}), "secrets"));
  EXPECT_FALSE(names_contain(names_printed({"--no-remote"}), "secrets"));
  EXPECT_TRUE(names_contain(names_printed({"--no-remote"}), "status-writer"));
  EXPECT_FALSE(names_contain(names_printed({"--no-events"}), "events"));
  const Strings looking_on = names_printed({"--write=none"});
  EXPECT_FALSE(names_contain(looking_on, "events"));
  EXPECT_FALSE(names_contain(looking_on, "status-writer"));
  EXPECT_TRUE(names_contain(looking_on, "viewer"));
}

TEST(ManifestsRbac, YamlSaysWhatEachRoleIsForAndTheSameAsJson) {
  Screen screen;
  EXPECT_EQ(screen.run({"manifests", "rbac"}), ExitCode::Fine);
  EXPECT_EQ(screen.out.text, rbac_yaml(rbac_documents({})));
  EXPECT_TRUE(screen.out.text.contains("# Writes conditions, and nothing outside of status.\n"))
      << screen.out.text;
  EXPECT_TRUE(screen.out.text.starts_with("apiVersion: v1\nkind: Namespace\n")) << screen.out.text;
  std::size_t documents = 1;
  for (const std::string_view line : split(screen.out.text, '\n')) {
    EXPECT_LE(line.size(), 100U) << line;
    documents += line == "---" ? 1U : 0U;
  }
  EXPECT_EQ(documents, printed_documents({}).size());
}

TEST(ManifestsRbac, TheListOfManifestsNamesIt) {
  Screen screen;
  EXPECT_EQ(screen.run({"manifests"}), ExitCode::Fine);
  EXPECT_TRUE(screen.out.text.contains("\nrbac ")) << screen.out.text;
}

TEST(ManifestsRbac, FlagsThatWouldChangeNothingAreRefused) {
  EXPECT_TRUE(refusal({"--role", "viewer"}).contains("manifests rbac"));
  EXPECT_TRUE(refusal({"crds", "--shards", "3"}).contains("only --name and -o"));
  EXPECT_TRUE(refusal({"rbac", "--name", "x"}).contains("manifests crds"));
  EXPECT_TRUE(refusal({"rbac", "--role", "viewer", "--no-remote"}).contains("leave some out"));
}

TEST(ManifestsRbac, WordsThatMakeNoSenseAreRefused) {
  EXPECT_TRUE(
      refusal({"rbac", "--role", "admin"}).contains("--role must be viewer, status-writer"));
  EXPECT_TRUE(refusal({"rbac", "--write", "some"}).contains("missing, all or none"));
  EXPECT_TRUE(refusal({"rbac", "--namespace", "Not_A_Name"}).contains("--namespace Not_A_Name: "));
  EXPECT_TRUE(refusal({"rbac", "--namespace", std::string(64, 'a')}).contains("--namespace"));
  EXPECT_TRUE(refusal({"rbac", "--shards", "1025"}).contains("at most 1024"));
  EXPECT_TRUE(refusal({"deployment"}).contains("did you mean crds or rbac?"));
  EXPECT_TRUE(refusal({"rback"}).contains("did you mean rbac?"));
}

}  // namespace
}  // namespace telltale::cli
