// SPDX-License-Identifier: Apache-2.0
#include "report/tree/tree_node.h"

#include <gtest/gtest.h>

#include "report/tree/tree_for_test.h"

namespace telltale {
namespace {

TreeNode named(std::string_view name, Verdict worst, TreeRole role = TreeRole::Object) {
  TreeNode node{.role = role};
  node.key.kind = "Machine";
  node.key.name = name;
  node.worst = worst;
  return node;
}

TEST(TreeNodes, AreSortedByVerdictThenRoleThenName) {
  std::vector<TreeNode> nodes{named("b", Verdict::Healthy),
                              named("a", Verdict::Healthy),
                              named("c", Verdict::Healthy, TreeRole::ControlPlane),
                              named("d", Verdict::Working),
                              named("e", Verdict::Stuck),
                              named("f", Verdict::Unknown)};
  sort_nodes(nodes);
  std::string order;
  for (const TreeNode& node : nodes) order += node.key.name;
  EXPECT_EQ(order, "efdcab");
}

TEST(TreeNodes, AreAsBadAsTheWorstBelowThem) {
  TreeNode parent{.role = TreeRole::Workers};
  parent.children = {named("a", Verdict::Healthy), named("b", Verdict::Stuck)};
  finish(parent);
  EXPECT_EQ(parent.worst, Verdict::Stuck);
  EXPECT_EQ(parent.children.front().key.name, "b");
}

TEST(TreeNodes, SumUpWhatTheyDoNotCountThemselves) {
  TreeNode parent{.role = TreeRole::Workers};
  parent.children = {named("a", Verdict::Healthy), named("b", Verdict::Healthy)};
  parent.children[0].tally = {.desired = 2, .ready = 1};
  parent.children[1].tally = {.desired = 3, .ready = 3};
  finish(parent);
  EXPECT_EQ(parent.tally, (TreeTally{.desired = 5, .ready = 4}));
}

TEST(TreeNodes, ReadTheOldConditionsWhereThereAreNoNewOnes) {
  TestTree test;
  test.add_document(
      R"({"apiVersion":"controlplane.cluster.x-k8s.io/v1beta1","kind":"OtherControlPlane",)"
      R"("metadata":{"namespace":"default","name":"cp"},"status":{"conditions":)"
      R"([{"type":"Ready","status":"False","severity":"Warning","reason":"Scaling",)"
      R"("lastTransitionTime":"2026-01-01T08:00:00Z"}]}})");
  const TreeNode node = test.tree("OtherControlPlane", "cp");
  ASSERT_NE(node.root, nullptr);
  EXPECT_EQ(node.root->reason, "Scaling");
}

}  // namespace
}  // namespace telltale
