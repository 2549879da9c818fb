// SPDX-License-Identifier: Apache-2.0
#include "catalog/kinds.h"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/world_for_test.h"
#include "json/tree/padded_text.h"
#include "kube/read_object.h"

namespace telltale {
namespace {

using testing::ElementsAre;

class SmallReader {
 public:
  explicit SmallReader(std::span<const MoreFields> more) : reader_(fields_to_read(more), arena_) {}

  Object read(std::string_view api_version, std::string_view kind) {
    const std::string document = format(
        R"({{"apiVersion": "{}", "kind": "{}",
             "metadata": {{"name": "a", "labels": {{"b": "c"}}}},
             "spec": {{"clusterName": "c1", "extra": 1, "other": 2}},
             "status": {{"ready": true, "addresses": [], "phase": "Running"}}}})",
        api_version, kind);
    std::vector<ObjectError> object_errors;
    return reader_.read(json::PaddedCopy(document).padded(), {}, object_errors).value();
  }

 private:
  Arena arena_;
  ObjectReader reader_;
};

constexpr std::string_view core = "cluster.x-k8s.io/v1beta2";
constexpr std::string_view docker = "infrastructure.cluster.x-k8s.io/v1beta2";

TEST(FieldsToRead, AreJudgingsWhenNobodyWantsMore) {
  SmallReader reading({});
  const Object machine = reading.read(core, "Machine");
  EXPECT_TRUE(machine.body["spec"]["clusterName"]);
  EXPECT_FALSE(machine.body["status"]["addresses"]);
  EXPECT_FALSE(machine.body["status"]["phase"]);
  const Object provider = reading.read(docker, "DockerMachine");
  EXPECT_TRUE(provider.body["status"]["ready"]);
  EXPECT_TRUE(provider.labels.empty());
}

TEST(FieldsToRead, HoldWhatIsWantedOfOneKind) {
  const std::array<MoreFields, 2> more{
      {{"cluster.x-k8s.io", "Machine", {"status.addresses", "spec.extra"}},
       {"infrastructure.cluster.x-k8s.io", "DockerMachine", {"spec.other"}}}};
  SmallReader reading(more);
  const Object machine = reading.read(core, "Machine");
  EXPECT_TRUE(machine.body["spec"]["clusterName"]);
  EXPECT_TRUE(machine.body["status"]["addresses"]);
  EXPECT_TRUE(machine.body["spec"]["extra"]);
  EXPECT_FALSE(machine.body["spec"]["other"]);
  const Object provider = reading.read(docker, "DockerMachine");
  EXPECT_TRUE(provider.body["spec"]["other"]);
  EXPECT_TRUE(provider.body["status"]["ready"]);
  EXPECT_EQ(provider.labels.size(), 1U);
  EXPECT_FALSE(reading.read(docker, "DockerCluster").body["spec"]["other"]);
}

TEST(FieldsToRead, OfAKindInAnotherGroupAreNotTouched) {
  const std::array<MoreFields, 1> more{{{"cluster.x-k8s.io", "Machine", {"spec.extra"}}}};
  SmallReader reading(more);
  EXPECT_FALSE(reading.read("machine.openshift.io/v1", "Machine").body["spec"]["extra"]);
}

TEST(FieldsToRead, HoldWhatIsWantedOfEveryKind) {
  const std::array<MoreFields, 1> more{{{"", "", {"spec.extra"}}}};
  SmallReader reading(more);
  for (const std::string_view kind : {"Machine", "MachineSet", "Anything"}) {
    EXPECT_TRUE(reading.read(core, kind).body["spec"]["extra"]) << kind;
    EXPECT_EQ(reading.read(core, kind).labels.size(), 1U) << kind;
  }
}

TEST(FieldsToRead, KeepTheOldFailuresOfMachinesInANodePoolAlone) {
  const auto machine = [](std::string_view annotation) {
    return format(R"({{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
      "metadata": {{"name": "a", "annotations": {{"{}": "clusters/np"}}}},
      "status": {{"deprecated": {{"v1beta1": {{"failureMessage": "no", "conditions": [
        {{"type": "Ready", "status": "False", "reason": "A", "message": ""}}]}}}}}}}})",
                  annotation);
  };
  Arena arena;
  ObjectReader reader(fields_to_read(), arena);
  std::vector<ObjectError> object_errors;
  const auto read = [&](const std::string& text) {
    return reader.read(json::PaddedCopy(text).padded(), {}, object_errors).value();
  };
  const Object pooled = read(machine("hypershift.openshift.io/nodePool"));
  EXPECT_EQ(pooled.body["status"]["deprecated"]["v1beta1"]["failureMessage"].as_string(""), "no");
  EXPECT_NE(pooled.conditions_at("status.deprecated.v1beta1.conditions"), nullptr);
  const Object other = read(machine("example.com/note"));
  EXPECT_FALSE(other.body["status"]["deprecated"]);
  EXPECT_EQ(other.conditions_at("status.deprecated.v1beta1.conditions"), nullptr);
}

TEST(ListRules, OfClusterApiIsTheApisOwn) {
  const ListRules list_rules = list_rules_of({"cluster.x-k8s.io", "Machine", "default", "m1", {}});
  EXPECT_EQ(list_rules.conditions_max, 32U);
  EXPECT_TRUE(list_rules.tells_generation);
  EXPECT_TRUE(list_rules.message_is_news);
}

TEST(ListRules, OfPoolsTakesLongListsAndNoMessageAlone) {
  for (const std::string_view group : {"hypershift.openshift.io", "karpenter.sh"}) {
    const ListRules list_rules = list_rules_of({group, "NodePool", "", "np", {}});
    EXPECT_EQ(list_rules.conditions_max, 100U);
    EXPECT_TRUE(list_rules.tells_generation);
    EXPECT_FALSE(list_rules.message_is_news);
  }
}

TEST(ListRules, OfHiveHasNoFieldForTheGeneration) {
  const ListRules list_rules =
      list_rules_of({"hive.openshift.io", "ClusterDeployment", "ns", "cd", {}});
  EXPECT_FALSE(list_rules.tells_generation);
  EXPECT_TRUE(list_rules.message_is_news);
}

TEST(Kinds, TellAWorldWhatBelongsToPoolsAndDeploymentsAcrossNamespaces) {
  const auto of = [](std::string_view api_version, std::string_view kind, std::string_view name,
                     std::string_view metadata, std::string_view spec) {
    return format(R"({{"apiVersion": "{}", "kind": "{}", "metadata": {{"name": "{}"{}}},
      "spec": {{{}}}}})",
                  api_version, kind, name, metadata, spec);
  };
  const auto in = [](std::string_view space, std::string_view rest = "") {
    return format(R"(, "namespace": "{}"{})", space, rest);
  };
  const std::string_view in_pool =
      R"(, "annotations": {"hypershift.openshift.io/nodePool": "ns/np"})";
  const std::string_view hive = "hive.openshift.io/v1";
  const World world = world_of({
      of("hypershift.openshift.io/v1beta1", "NodePool", "np", in("ns"), ""),
      of("cluster.x-k8s.io/v1beta1", "Machine", "m1", in("ns-hc", in_pool), ""),
      of("cluster.x-k8s.io/v1beta1", "Machine", "m2",
         in("ns-hc", R"(, "annotations": {"hypershift.openshift.io/nodePool": "np"})"), ""),
      of("karpenter.sh/v1", "NodePool", "np", "", ""),
      of("karpenter.sh/v1", "NodeClaim", "np-x", R"(, "labels": {"karpenter.sh/nodepool": "np"})",
         ""),
      of(hive, "ClusterDeployment", "cd", in("ns"), ""),
      of(hive, "ClusterProvision", "cd-0", in("ns"), R"("clusterDeploymentRef": {"name": "cd"})"),
      of(hive, "ClusterProvision", "cd-1", in("other"),
         R"("clusterDeploymentRef": {"name": "cd"})"),
  });
  const auto belonging = [&](const Key& key) {
    std::vector<std::string_view> names;
    for (const std::uint32_t index : world.belonging_to(*world.find(key).object)) {
      names.push_back(world.objects()[index].key.name);
    }
    return names;
  };
  EXPECT_THAT(belonging({"hypershift.openshift.io", "NodePool", "ns", "np", {}}),
              ElementsAre("m1"));
  EXPECT_THAT(belonging({"karpenter.sh", "NodePool", "", "np", {}}), ElementsAre("np-x"));
  EXPECT_THAT(belonging({"hive.openshift.io", "ClusterDeployment", "ns", "cd", {}}),
              ElementsAre("cd-0"));
}

}  // namespace
}  // namespace telltale
