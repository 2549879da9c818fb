// SPDX-License-Identifier: Apache-2.0
#include "kube/resource.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace telltale {
namespace {

constexpr std::string_view cluster_api = "cluster.x-k8s.io";
constexpr std::string_view cl[] = {"cl"};
constexpr std::string_view ma[] = {"ma"};
constexpr std::string_view ms[] = {"ms"};
constexpr std::string_view md[] = {"md"};
constexpr std::string_view mp[] = {"mp"};
constexpr std::string_view kcp[] = {"kcp"};
constexpr std::string_view np[] = {"np", "nps"};
constexpr std::string_view cd[] = {"cd"};

// As the kinds' records have them (catalog/kinds_test.cc), and the others.
Result<ResourceName> resolve(std::string_view typed) {
  std::vector<KnownKind> kinds = {
      {cluster_api, "Cluster", "clusters", cl},
      {cluster_api, "Machine", "machines", ma},
      {cluster_api, "MachineSet", "machinesets", ms},
      {cluster_api, "MachineDeployment", "machinedeployments", md},
      {cluster_api, "MachinePool", "machinepools", mp},
      {"controlplane.cluster.x-k8s.io", "KubeadmControlPlane", "kubeadmcontrolplanes", kcp},
      {"hypershift.openshift.io", "NodePool", "nodepools", np},
      {"karpenter.sh", "NodePool", "nodepools", np},
      {"hive.openshift.io", "ClusterDeployment", "clusterdeployments", cd},
  };
  kinds.insert(kinds.end(), other_known_kinds().begin(), other_known_kinds().end());
  // What is found points into constants, so it may outlive the list.
  return resolve_resource(typed, kinds);
}

TEST(Resource, KnowsEveryWayToNameAMachine) {
  for (const char* typed : {"machine", "machines", "Machine", "MACHINES", "ma",
                            "machine.cluster.x-k8s.io", "ma.cluster.x-k8s.io"}) {
    const auto name = resolve(typed);
    ASSERT_TRUE(name) << typed;
    EXPECT_EQ(name->group, "cluster.x-k8s.io") << typed;
    EXPECT_EQ(name->kind, "Machine") << typed;
    EXPECT_EQ(name->plural, "machines") << typed;
    EXPECT_EQ(name->version, "") << typed;
  }
}

TEST(Resource, TakesAVersionBetweenNameAndGroup) {
  EXPECT_EQ(*resolve("machines.v1beta2.cluster.x-k8s.io"),
            (ResourceName{"cluster.x-k8s.io", "Machine", "machines", "v1beta2", true}));
  EXPECT_EQ(*resolve("nodes.v1"), (ResourceName{"", "Node", "nodes", "v1", true}));
  EXPECT_EQ(*resolve("nodes.v1."), (ResourceName{"", "Node", "nodes", "v1", true}));
}

TEST(Resource, KnowsTheShortNames) {
  const std::pair<std::string_view, std::string_view> expected[] = {{"cl", "Cluster"},
                                                                    {"ma", "Machine"},
                                                                    {"ms", "MachineSet"},
                                                                    {"md", "MachineDeployment"},
                                                                    {"mp", "MachinePool"},
                                                                    {"mhc", "MachineHealthCheck"},
                                                                    {"kcp", "KubeadmControlPlane"},
                                                                    {"no", "Node"}};
  for (const auto& [typed, kind] : expected) EXPECT_EQ(resolve(typed)->kind, kind);
  EXPECT_EQ(resolve("kcp")->group, "controlplane.cluster.x-k8s.io");
}

TEST(Resource, OffersWhatIsNearToAnUnknownName) {
  EXPECT_EQ(resolve("mashines").error(),
            (Error{Error::Kind::NotFound,
                   "there is no resource \"mashines\"; did you mean machines, Machine?"}));
  EXPECT_EQ(resolve("zebras").error().detail, "there is no resource \"zebras\"");
  EXPECT_FALSE(resolve(""));
  EXPECT_FALSE(resolve("."));
}

TEST(Resource, OffersTheRightGroupForAWrongOne) {
  EXPECT_EQ(resolve("machines.example.com").error().detail,
            "there is no resource \"machines.example.com\"; did you mean "
            "machines.cluster.x-k8s.io?");
  EXPECT_EQ(resolve("nodes.example.com").error().detail,
            "there is no resource \"nodes.example.com\"; did you mean nodes?");
}

TEST(Resource, TakesTheFirstOfKindsThatShareAName) {
  const KnownKind kinds[] = {{"one", "Thing", "things", {}}, {"two", "Thing", "things", {}}};
  EXPECT_EQ(resolve_resource("things", kinds)->group, "one");
  EXPECT_EQ(resolve_resource("things.two", kinds)->group, "two");
}

TEST(Resource, TellsWhetherTheGroupWasTyped) {
  EXPECT_FALSE(resolve("nodepools")->group_typed);
  EXPECT_EQ(resolve("np")->group, "hypershift.openshift.io");
  EXPECT_TRUE(resolve("nodepools.karpenter.sh")->group_typed);
  EXPECT_EQ(resolve("nodepool.v1.karpenter.sh")->group, "karpenter.sh");
  EXPECT_EQ(resolve("cd")->kind, "ClusterDeployment");
}

}  // namespace
}  // namespace telltale
