// SPDX-License-Identifier: Apache-2.0
#include "report/status/capability.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/text.h"
#include "json/parse.h"

namespace telltale {
namespace {

json::Value value_of(std::string_view text) {
  auto value = json::parse(text);
  check(value.has_value(), "the test's JSON is JSON");
  return *value;
}

constexpr std::string_view map_list =
    R"({"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["type"],)"
    R"("items":{"type":"object","properties":{"type":{"type":"string"},)"
    R"("reason":{"type":"string"}}}})";

// One version whose status has these properties, with more members beside them.
Capability of_status(std::string_view properties, std::string_view more = "") {
  const auto capability = Capability::of(
      value_of(format(
          R"({{"spec":{{"versions":[{{"name":"v1","served":true,"subresources":{{"status":{{}}}},)"
          R"("schema":{{"openAPIV3Schema":{{"type":"object","properties":{{"status":)"
          R"({{"type":"object","properties":{{{}}}{}}}}}}}}}}}]}}}})",
          properties, more)),
      "v1");
  check(capability.has_value(), "the version is served");
  return *capability;
}

TEST(Capability, TellsMapsFromListsThatAreOneValue) {
  const auto form = [](std::string_view list) {
    return of_status(format(R"("conditions":{})", list)).list_form("status.conditions");
  };
  EXPECT_EQ(form(map_list), ListForm::Map);
  EXPECT_EQ(form(R"({"type":"array","items":{"type":"object"}})"), ListForm::Atomic);
  EXPECT_EQ(form(R"({"type":"array","x-kubernetes-list-type":"atomic"})"), ListForm::Atomic);
  EXPECT_EQ(form(R"({"type":"array","x-kubernetes-list-type":"set"})"), ListForm::Atomic);
  EXPECT_EQ(form(R"({"type":"array","x-kubernetes-list-type":"map",)"
                 R"("x-kubernetes-list-map-keys":["type","name"]})"),
            ListForm::Atomic);
  EXPECT_EQ(form(R"({"type":"object"})"), ListForm::Absent);
}

TEST(Capability, AListThatNobodyNamesIsOneValueWhereUnknownFieldsStay) {
  EXPECT_EQ(of_status("").list_form("status.conditions"), ListForm::Absent);
  EXPECT_EQ(of_status("", R"(,"x-kubernetes-preserve-unknown-fields":true)")
                .list_form("status.conditions"),
            ListForm::Atomic);
}

TEST(Capability, KeepsWhatTheSchemaNames) {
  const Capability capability = of_status(
      format(R"("replicas":{{"type":"integer"}},"v1beta2":{{"type":"object","properties":)"
             R"({{"conditions":{}}}}})",
             map_list));
  EXPECT_TRUE(capability.keeps("status"));
  EXPECT_TRUE(capability.keeps("status.replicas"));
  EXPECT_TRUE(capability.keeps("status.v1beta2.conditions"));
  EXPECT_TRUE(capability.keeps("status.v1beta2.conditions[].reason"));
  EXPECT_FALSE(capability.keeps("status.v1beta2.conditions[].severity"));
  EXPECT_FALSE(capability.keeps("status.v1beta2.readyReplicas"));
  EXPECT_FALSE(capability.keeps("status.failedLaunches"));
  EXPECT_FALSE(capability.keeps("status.replicas.more"));
  EXPECT_FALSE(capability.keeps("spec.replicas"));
  EXPECT_FALSE(capability.keeps(""));
}

// Unknown fields stay at the place that says so, and below what it does not name; what it names is
// pruned by its own schema again.
TEST(Capability, UnknownFieldsStayOnlyWhereTheSchemaSaysSo) {
  const Capability capability =
      of_status(R"("named":{"type":"object","properties":{"a":{"type":"string"}}},)"
                R"("words":{"type":"object","additionalProperties":{"type":"string"}})",
                R"(,"x-kubernetes-preserve-unknown-fields":true)");
  EXPECT_TRUE(capability.keeps("status.unheard.of"));
  EXPECT_TRUE(capability.keeps("status.named.a"));
  EXPECT_FALSE(capability.keeps("status.named.b"));
  EXPECT_TRUE(capability.keeps("status.words.any"));
}

TEST(Capability, AnOpenRootKeepsAStatusThatNobodyNames) {
  const auto capability = Capability::of(
      value_of(R"({"spec":{"versions":[{"name":"v1","served":true,"schema":{"openAPIV3Schema":)"
               R"({"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}})"),
      "v1");
  ASSERT_TRUE(capability);
  EXPECT_TRUE(capability->keeps("status.failedLaunches"));
  EXPECT_EQ(capability->list_form("status.conditions"), ListForm::Atomic);
  EXPECT_FALSE(capability->has_status());
}

TEST(Capability, SpeaksTheDialectThatTheDefinitionNames) {
  const std::string list =
      format(R"({{"type":"object","properties":{{"conditions":{}}}}})", map_list);
  const auto block = R"({"type":"object","properties":{"v1beta1":{"type":"object"}}})";
  EXPECT_EQ(of_status(format(R"("deprecated":{})", block)).dialect(), DialectName::Upstream);
  EXPECT_EQ(of_status(format(R"("v1beta2":{})", list)).dialect(), DialectName::Upstream);
  EXPECT_EQ(of_status(R"("backCompatibilty":{"type":"object"})").dialect(), DialectName::Proposal);
  EXPECT_EQ(
      of_status(format(R"("experimentalConditions":{},"v1beta2":{})", map_list, list)).dialect(),
      DialectName::Proposal);
  EXPECT_EQ(of_status(format(R"("conditions":{})", map_list)).dialect(), DialectName::Proposal);
  EXPECT_EQ(of_status("", R"(,"x-kubernetes-preserve-unknown-fields":true)").dialect(),
            DialectName::Proposal);
}

TEST(Capability, IsNotFoundForVersionsThatAreNotServed) {
  const auto definition = value_of(
      R"({"spec":{"versions":[{"name":"v1","served":false},{"name":"v2","served":true}]}})");
  EXPECT_EQ(Capability::of(definition, "v1").error().kind, Error::Kind::NotFound);
  EXPECT_EQ(Capability::of(definition, "v3").error().kind, Error::Kind::NotFound);
  const auto bare = Capability::of(definition, "v2");
  ASSERT_TRUE(bare);
  EXPECT_FALSE(bare->has_status());
  EXPECT_FALSE(bare->keeps("status.conditions"));
}

TEST(Capability, StrangeDefinitionsAreNoTrouble) {
  for (const std::string_view text :
       {"null", "[]", "7", R"({"spec":[]})", R"({"spec":{"versions":{}}})",
        R"({"spec":{"versions":[null,7,[]]}})",
        R"({"spec":{"versions":[{"name":7,"served":1}]}})"}) {
    EXPECT_FALSE(Capability::of(value_of(text), "v1")) << text;
  }
  const auto odd = Capability::of(
      value_of(R"({"spec":{"versions":[{"name":"v1","served":true,"subresources":[],"schema":)"
               R"({"openAPIV3Schema":{"properties":{"status":{"properties":[],"type":7,)"
               R"("items":true}}}}}]}})"),
      "v1");
  ASSERT_TRUE(odd);
  EXPECT_TRUE(odd->keeps("status"));
  EXPECT_FALSE(odd->keeps("status.conditions"));
}

TEST(Capability, ASchemaWithoutEndIsReadToALimit) {
  std::string properties = R"("a":{"type":"object"})";
  for (int i = 0; i < 40; ++i) {
    properties = format(R"("a":{{"type":"object","properties":{{{}}}}})", properties);
  }
  const Capability deep = of_status(properties);
  EXPECT_TRUE(deep.keeps("status.a.a.a"));
  std::string path = "status";
  for (int i = 0; i < 40; ++i) path += ".a";
  EXPECT_FALSE(deep.keeps(path));

  std::string wide = R"("z":{})";
  for (std::size_t i = 0; i < Capability::paths_max; ++i) {
    wide += format(R"(,"p{}":{{"type":"string"}})", i);
  }
  EXPECT_TRUE(of_status(wide).keeps("status.p7"));
  EXPECT_FALSE(of_status(wide).keeps(format("status.p{}", Capability::paths_max - 1)));
}

TEST(Capability, WithoutADefinitionItIsAsTheProjectsShipIt) {
  const Capability machine = Capability::customary("cluster.x-k8s.io", "Machine");
  EXPECT_TRUE(machine.has_status());
  EXPECT_EQ(machine.list_form("status.conditions"), ListForm::Map);
  EXPECT_EQ(machine.list_form("status.v1beta2.conditions"), ListForm::Map);
  EXPECT_EQ(machine.list_form("status.experimentalConditions"), ListForm::Absent);
  EXPECT_EQ(machine.dialect(), DialectName::Upstream);
  EXPECT_FALSE(machine.keeps("status.readyReplicas"));

  const Capability plane =
      Capability::customary("controlplane.cluster.x-k8s.io", "KubeadmControlPlane");
  EXPECT_TRUE(plane.keeps("status.readyReplicas"));
  EXPECT_FALSE(plane.keeps("status.backCompatibilty.phase"));
  const Capability cluster = Capability::customary("cluster.x-k8s.io", "Cluster");
  EXPECT_TRUE(cluster.keeps("status.controlPlane.desiredReplicas"));
  EXPECT_FALSE(cluster.keeps("status.controlPlane.unavailableReplicas"));

  EXPECT_EQ(Capability::customary("karpenter.sh", "NodePool").list_form("status.conditions"),
            ListForm::Atomic);
  EXPECT_FALSE(Capability::customary("karpenter.sh", "NodePool").keeps("status.failedLaunches"));
  for (const std::string_view group : {"hypershift.openshift.io", "hive.openshift.io"}) {
    const Capability atomic = Capability::customary(group, "NodePool");
    EXPECT_EQ(atomic.list_form("status.conditions"), ListForm::Atomic);
    EXPECT_TRUE(atomic.keeps("status.conditions[].severity"));
    EXPECT_EQ(atomic.dialect(), DialectName::Proposal);
  }
}

}  // namespace
}  // namespace telltale
