// SPDX-License-Identifier: Apache-2.0
#include "report/tree/grower.h"

#include <gtest/gtest.h>

#include "report/tree/tree_for_test.h"

namespace telltale {
namespace {

std::string object(std::string_view api_version, std::string_view kind, std::string_view space,
                   std::string_view name, std::string_view metadata = "",
                   std::string_view spec = "") {
  const std::string place = space.empty() ? "" : format(R"("namespace":"{}",)", space);
  return format(R"({{"apiVersion":"{}","kind":"{}","metadata":{{{}"name":"{}"{}}},"spec":{{{}}}}})",
                api_version, kind, place, name, metadata, spec);
}

constexpr std::string_view hypershift_api = "hypershift.openshift.io/v1beta1";
constexpr std::string_view cluster_api = "cluster.x-k8s.io/v1beta1";
constexpr std::string_view hive_api = "hive.openshift.io/v1";
constexpr std::string_view in_pool =
    R"(,"annotations":{"hypershift.openshift.io/nodePool":"clusters/np"})";

std::string shapes_of(TestTree& test) {
  std::string all;
  for (const TreeNode& root : test.forest()) all += shape_of(root);
  return all;
}

TEST(Grower, PutsMachinesBelowTheNodePoolThatTheyBelongTo) {
  TestTree test;
  test.add_document(object(hypershift_api, "HostedCluster", "clusters", "hc"));
  test.add_document(
      object(hypershift_api, "NodePool", "clusters", "np", "", R"("clusterName":"hc")"));
  test.add_document(object(cluster_api, "MachineDeployment", "clusters-hc", "np", in_pool));
  test.add_document(object(cluster_api, "Machine", "clusters-hc", "m1", in_pool));
  EXPECT_EQ(shapes_of(test),
            "HostedCluster hc\n  NodePool np\n    MachineDeployment np\n    Machine m1\n");
}

TEST(Grower, ShowsAPoolWhoseHostedClusterNobodyHasSeen) {
  TestTree test;
  test.add_document(
      object(hypershift_api, "NodePool", "clusters", "np", "", R"("clusterName":"hc")"));
  EXPECT_EQ(shapes_of(test), "NodePool np\n");
}

TEST(Grower, ShowsTheClaimsAndTheClassOfAKarpenterPool) {
  TestTree test;
  test.add_document(object("karpenter.sh/v1", "NodePool", "", "np", "",
                           R"("template":{"spec":{"nodeClassRef":{"group":"karpenter.k8s.aws",)"
                           R"("kind":"EC2NodeClass","name":"default"}}})"));
  test.add_document(object("karpenter.sh/v1", "NodeClaim", "", "np-1",
                           R"(,"labels":{"karpenter.sh/nodepool":"np"})"));
  test.add_document(object("karpenter.k8s.aws/v1", "EC2NodeClass", "", "default"));
  EXPECT_EQ(shapes_of(test), "NodePool np\n  EC2NodeClass default\n  NodeClaim np-1\n");
}

TEST(Grower, ShowsWhatAClusterDeploymentIsInstalledBy) {
  TestTree test;
  test.add_document(object(hive_api, "ClusterDeployment", "ns", "cd", "",
                           R"("clusterInstallRef":{"group":"extensions.hive.openshift.io",)"
                           R"("kind":"AgentClusterInstall","version":"v1beta1","name":"aci"})"));
  test.add_document(
      object("extensions.hive.openshift.io/v1beta1", "AgentClusterInstall", "ns", "aci"));
  test.add_document(object(hive_api, "ClusterProvision", "ns", "cd-0", "",
                           R"("clusterDeploymentRef":{"name":"cd"})"));
  test.add_document(object(hive_api, "DNSZone", "ns", "cd-zone"));
  EXPECT_EQ(shapes_of(test),
            "ClusterDeployment cd\n  AgentClusterInstall aci\n  ClusterProvision cd-0\n"
            "  DNSZone cd-zone\n");
}

}  // namespace
}  // namespace telltale
