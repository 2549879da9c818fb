// SPDX-License-Identifier: Apache-2.0
#include "observe/coverage.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

constexpr std::string_view group = "cluster.x-k8s.io";
const Home edge{"default", "edge"};

TEST(Coverage, CoversAKindInEveryNamespaceOnceItWasListed) {
  Coverage coverage;
  EXPECT_FALSE(coverage.covers({group, "Machine", "a", "m1", {}}));
  coverage.add(group, "Machine");
  EXPECT_TRUE(coverage.covers({group, "Machine", "a", "m1", {}}));
  EXPECT_TRUE(coverage.covers({group, "Machine", "b", "", {}}));
  EXPECT_FALSE(coverage.covers({group, "MachineSet", "a", "m1", {}}));
  EXPECT_FALSE(coverage.covers({"", "Machine", "a", "m1", {}}));
}

TEST(Coverage, OfTheManagementClusterSaysNothingAboutAWorkloadCluster) {
  Coverage coverage;
  coverage.add("", "Node");
  EXPECT_FALSE(coverage.covers({"", "Node", "", "n1", edge}));
  coverage.add(edge, "", "Node");
  EXPECT_TRUE(coverage.covers({"", "Node", "", "n1", edge}));
  EXPECT_FALSE(coverage.covers({"", "Node", "", "n1", {"default", "other"}}));
}

TEST(Coverage, CoversSingleObjectsOfAKindThatNobodyLists) {
  Coverage coverage;
  coverage.add_one({"", "Secret", "default", "c1-ca", {}});
  EXPECT_TRUE(coverage.covers({"", "Secret", "default", "c1-ca", {}}));
  EXPECT_FALSE(coverage.covers({"", "Secret", "default", "c1-sa", {}}));
}

TEST(Coverage, CoversOneNamespaceOfAKindAndNoOther) {
  Coverage coverage;
  coverage.add_one({group, "Machine", "a", "", {}});
  EXPECT_TRUE(coverage.covers({group, "Machine", "a", "m1", {}}));
  EXPECT_TRUE(coverage.covers({group, "Machine", "a", "", {}}));
  EXPECT_FALSE(coverage.covers({group, "Machine", "b", "m1", {}}));
  EXPECT_FALSE(coverage.covers({group, "MachineSet", "a", "m1", {}}));
}

TEST(Coverage, OfTheSecretsOfAClusterThatIsGoneIsForgottenWithIt) {
  Coverage coverage;
  coverage.add_one({"", "Secret", "default", "edge-ca", {}});
  coverage.add_one({"", "Secret", "default", "edge-2-ca", {}});
  coverage.remove(edge);
  EXPECT_FALSE(coverage.covers({"", "Secret", "default", "edge-ca", {}}));
  EXPECT_TRUE(coverage.covers({"", "Secret", "default", "edge-2-ca", {}}));
}

TEST(Coverage, OfAClusterThatIsGoneIsForgotten) {
  Coverage coverage;
  coverage.add(edge, "", "Node");
  coverage.add({"default", "edge2"}, "", "Node");
  coverage.remove(edge);
  EXPECT_FALSE(coverage.covers({"", "Node", "", "n1", edge}));
  EXPECT_TRUE(coverage.covers({"", "Node", "", "n1", {"default", "edge2"}}));
}

}  // namespace
}  // namespace telltale
