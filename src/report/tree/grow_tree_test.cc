// SPDX-License-Identifier: Apache-2.0
#include "report/tree/grow_tree.h"

#include <chrono>

#include <gtest/gtest.h>

#include "report/tree/tree_for_test.h"

namespace telltale {
namespace {

const TreeNode* find(const TreeNode& node, std::string_view name) {
  if (node.key.name == name) return &node;
  for (const TreeNode& child : node.children) {
    if (const TreeNode* found = find(child, name)) return found;
  }
  return nullptr;
}

TestTree with_cluster(std::string_view spec = "") {
  TestTree test;
  test.add("Cluster", "c1", "", spec);
  return test;
}

constexpr std::string_view control_plane_ref =
    R"("controlPlaneRef":{"apiGroup":"controlplane.cluster.x-k8s.io",)"
    R"("kind":"KubeadmControlPlane","name":"cp"})";

TEST(GrowTree, LeadsFromTheClusterDownToTheNode) {
  TestTree test = with_cluster(control_plane_ref);
  test.add("KubeadmControlPlane", "cp");
  test.add_machine("cp-1", "KubeadmControlPlane/cp", "n1");
  test.add("MachineDeployment", "md-0");
  test.add("MachineSet", "ms-0", "MachineDeployment/md-0");
  test.add_machine("m1", "MachineSet/ms-0", "n2");
  test.add_node("n1");
  test.add_node("n2");
  const std::vector<TreeNode> forest = test.forest();
  ASSERT_EQ(forest.size(), 1);
  EXPECT_EQ(find(forest[0], "cp")->role, TreeRole::ControlPlane);
  EXPECT_EQ(find(forest[0], "cp")->children[0].key.name, "cp-1");
  EXPECT_EQ(find(forest[0], "cp-1")->children.back().key.name, "n1");
  EXPECT_EQ(find(forest[0], "md-0")->children[0].key.name, "m1");
  EXPECT_EQ(find(forest[0], "m1")->children.back().role, TreeRole::Node);
}

TEST(GrowTree, ShowsWhoWatchesOverTheMachines) {
  TestTree test = with_cluster();
  test.add("MachineHealthCheck", "mhc", "", R"("selector":{"matchLabels":{}})",
           R"(,"status":{"conditions":[{"type":"RemediationAllowed","status":"False",)"
           R"("reason":"TooManyUnhealthy","message":"2 of 2","lastTransitionTime":)"
           R"("2026-01-01T08:00:00Z"}]})");
  test.add_machine("m1", "");
  test.add_machine("m2", "");
  const std::vector<TreeNode> forest = test.forest();
  const TreeNode* check = find(forest[0], "mhc");
  ASSERT_NE(check, nullptr);
  ASSERT_NE(check->root, nullptr);
  EXPECT_EQ(check->root->reason, "TooManyUnhealthy");
  EXPECT_EQ(check->tally.desired, 2);
  EXPECT_EQ(check->tally.ready, 0);
  EXPECT_EQ(check->worst, Verdict::Working);
}

TEST(GrowTree, ShowsTheSetsOfARolloutAndOtherwiseOnlyOnDemand) {
  TestTree test = with_cluster();
  test.add("MachineDeployment", "md-0");
  test.add("MachineSet", "new", "MachineDeployment/md-0");
  test.add_machine("m1", "MachineSet/new");
  EXPECT_EQ(shape_of(test.tree("MachineDeployment", "md-0")),
            "MachineDeployment md-0\n  Machine m1\n");
  test.options.sets = GrowOptions::Sets::All;
  EXPECT_EQ(shape_of(test.tree("MachineDeployment", "md-0")),
            "MachineDeployment md-0\n  MachineSet new\n    Machine m1\n");
  test.options.sets = GrowOptions::Sets::WhereTheyMatter;
  test.add("MachineSet", "old", "MachineDeployment/md-0");
  test.add_machine("m2", "MachineSet/old");
  const TreeNode rolling = test.tree("MachineDeployment", "md-0");
  ASSERT_EQ(rolling.children.size(), 2);
  EXPECT_EQ(find(rolling, "old")->children[0].key.name, "m2");
}

TEST(GrowTree, PutsWhatStandsAloneBelowTheWorkers) {
  TestTree test = with_cluster();
  test.add("MachinePool", "pool");
  test.add_machine("pooled", "MachinePool/pool");
  test.add("MachineSet", "alone");
  test.add_machine("owned", "MachineSet/alone");
  test.add_machine("lonely", "");
  const TreeNode tree = test.tree("Cluster", "c1");
  ASSERT_EQ(tree.children.size(), 1);
  EXPECT_EQ(tree.children[0].role, TreeRole::Workers);
  EXPECT_EQ(tree.children[0].children.size(), 3);
  EXPECT_EQ(find(tree, "pool")->children[0].key.name, "pooled");
  EXPECT_EQ(find(tree, "alone")->children[0].key.name, "owned");
  EXPECT_NE(find(tree, "lonely"), nullptr);
}

TEST(GrowTree, ShowsOwnersNobodyHasSeenAsNodesOfTheirOwn) {
  TestTree test = with_cluster();
  test.add_machine("m1", "MachineSet/gone");
  test.add_machine("m2", "MachineSet/gone");
  EXPECT_EQ(shape_of(test.tree("Cluster", "c1")),
            "Cluster c1\n  Other\n    MachineSet gone (NotCollected)\n      Machine m1\n"
            "      Machine m2\n");
  test.add("MachineSet", "seen");
  const TreeNode tree = test.tree("Cluster", "c1");
  EXPECT_EQ(find(tree, "gone")->state, TreeState::Absent);
}

TEST(GrowTree, PutsMachinesBelowAControlPlaneThatWasNotCollected) {
  TestTree test = with_cluster(control_plane_ref);
  test.add_machine("cp-1", "KubeadmControlPlane/cp");
  EXPECT_EQ(shape_of(test.tree("Cluster", "c1")),
            "Cluster c1\n  KubeadmControlPlane cp (NotCollected)\n    Machine cp-1\n");
}

TEST(GrowTree, KeepsStandaloneControlPlaneMachinesApartFromWorkers) {
  TestTree test = with_cluster();
  test.add_document(
      R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{"namespace":)"
      R"("default","name":"cp-1","labels":{"cluster.x-k8s.io/control-plane":""}},)"
      R"("spec":{"clusterName":"c1"}})");
  EXPECT_EQ(shape_of(test.tree("Cluster", "c1")), "Cluster c1\n  ControlPlane\n    Machine cp-1\n");
}

TEST(GrowTree, ShowsWhatAMachineStandsOnWhereItIsInTrouble) {
  constexpr std::string_view spec =
      R"("infrastructureRef":{"apiGroup":"infrastructure.cluster.x-k8s.io",)"
      R"("kind":"DockerMachine","name":"d1"})";
  TestTree test = with_cluster();
  test.add("Machine", "m1", "", spec);
  EXPECT_EQ(shape_of(test.tree("Machine", "m1")),
            "Machine m1\n  DockerMachine d1 (NotCollected)\n");
  test.add("DockerMachine", "other");
  EXPECT_EQ(shape_of(test.tree("Machine", "m1")), "Machine m1\n  DockerMachine d1 (Absent)\n");
  test.add_document(
      R"({"apiVersion":"infrastructure.cluster.x-k8s.io/v1beta2","kind":"DockerMachine",)"
      R"("metadata":{"namespace":"default","name":"d1"},"status":{"ready":true,"conditions":)"
      R"([{"type":"Ready","status":"True","reason":"Ready","message":"",)"
      R"("lastTransitionTime":"2026-01-01T08:00:00Z"}]}})");
  EXPECT_EQ(shape_of(test.tree("Machine", "m1")), "Machine m1\n");
  test.options.references = GrowOptions::References::All;
  EXPECT_EQ(shape_of(test.tree("Machine", "m1")), "Machine m1\n  DockerMachine d1\n");
}

TEST(GrowTree, SaysThatAReferenceCannotBeRead) {
  constexpr std::string_view spec =
      R"("infrastructureRef":{"apiGroup":"infrastructure.cluster.x-k8s.io",)"
      R"("kind":"DockerMachine","name":"d1"})";
  TestTree test = with_cluster();
  test.add("Machine", "m1", "", spec);
  test.add_document(
      R"({"apiVersion":"infrastructure.cluster.x-k8s.io/v1beta2","kind":"DockerMachine",)"
      R"("metadata":{"namespace":"default","name":"d1"},"status":"broken"})");
  const TreeNode tree = test.tree("Machine", "m1");
  ASSERT_EQ(tree.children.size(), 1);
  EXPECT_EQ(tree.children[0].state, TreeState::Unreadable);
  EXPECT_FALSE(tree.children[0].why.empty());
}

TEST(GrowTree, EndsWhereOwnersRunInCircles) {
  TestTree test = with_cluster();
  test.add("MachineSet", "a", "MachineSet/b");
  test.add("MachineSet", "b", "MachineSet/a");
  test.add("MachineDeployment", "d", "MachineSet/a");
  test.add_machine("m1", "Machine/m2");
  test.add_machine("m2", "Machine/m1");
  test.add_machine("self", "Machine/self");
  const TreeNode tree = test.tree("Cluster", "c1");
  for (const std::string_view name : {"a", "b", "d", "m1", "m2", "self"}) {
    EXPECT_NE(find(tree, name), nullptr) << name;
  }
}

TEST(GrowTree, ShowsTheWorstFirstAndThenByName) {
  TestTree test = with_cluster();
  test.add("MachineSet", "ms-0");
  const auto machine = [](std::string_view ready) {
    return format(
        R"(,"status":{{"conditions":[{{"type":"Paused","status":"True","reason":"Paused"}},)"
        R"({{"type":"Ready","status":"{}","reason":"R","message":"",)"
        R"("lastTransitionTime":"2026-01-01T08:00:00Z"}}]}})",
        ready);
  };
  test.add("Machine", "b", "MachineSet/ms-0", "", machine("True"));
  test.add("Machine", "a", "MachineSet/ms-0", "", machine("True"));
  test.add("Machine", "c", "MachineSet/ms-0", "", machine("False"));
  const TreeNode tree = test.tree("MachineSet", "ms-0");
  ASSERT_EQ(tree.children.size(), 3);
  for (std::size_t i = 1; i < tree.children.size(); ++i) {
    const auto rank = [](const TreeNode& node) {
      return std::tuple(order_of(node.worst), node.key.name);
    };
    EXPECT_LT(rank(tree.children[i - 1]), rank(tree.children[i]));
  }
  EXPECT_EQ(order_of(tree.worst),
            std::min(order_of(tree.judged->verdict), order_of(tree.children.front().worst)));
}

TEST(GrowTree, CountsMachinesWhereNobodyElseDoes) {
  TestTree test = with_cluster();
  test.add_machine("m1", "");
  test.add_machine("m2", "");
  const TreeNode tree = test.tree("Cluster", "c1");
  const TreeNode& workers = tree.children.front();
  EXPECT_EQ(workers.tally.desired, 2);
  EXPECT_EQ(workers.tally.ready, 0);
}

TEST(GrowTree, PutsObjectsOfAClusterNobodyCollectedBelowANodeThatSaysSo) {
  TestTree test;
  test.add_machine("m1", "");
  const std::vector<TreeNode> forest = test.forest();
  ASSERT_EQ(forest.size(), 1);
  EXPECT_EQ(shape_of(forest[0]), "Cluster c1 (NotCollected)\n  Workers\n    Machine m1\n");
}

TEST(GrowTree, PutsObjectsThatNameNoClusterAtTheEnd) {
  TestTree test = with_cluster();
  test.add_document(
      R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{"namespace":)"
      R"("default","name":"stray"},"spec":{}})");
  const std::vector<TreeNode> forest = test.forest();
  ASSERT_EQ(forest.size(), 2);
  EXPECT_EQ(shape_of(forest[1]), "Other\n  Workers\n    Machine stray\n");
}

TEST(GrowTree, FiltersClustersWithoutMakingOrphansOfWhatIsTheirs) {
  TestTree test = with_cluster();
  test.add_machine("m1", "");
  EXPECT_EQ(test.forest({.namespace_name = "default", .selector = {}}).size(), 1);
  EXPECT_TRUE(test.forest({.namespace_name = "elsewhere", .selector = {}}).empty());
}

TEST(GrowTree, GrowsManyThousandMachinesAtOnce) {
  TestTree test = with_cluster();
  test.add("MachineSet", "ms-0");
  constexpr int many = 20000;
  for (int i = 0; i < many; ++i) test.add_machine(format("m{:05}", i), "MachineSet/ms-0");
  const TreeNode tree = test.tree("Cluster", "c1");
  EXPECT_EQ(find(tree, "ms-0")->children.size(), many);
  EXPECT_EQ(tree.tally.desired, many);
}

}  // namespace
}  // namespace telltale
