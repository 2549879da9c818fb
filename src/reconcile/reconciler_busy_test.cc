// SPDX-License-Identifier: Apache-2.0
// How often a tree is judged while much of it is being written.

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reconcile/cluster_for_test.h"
#include "reconcile/reconciler.h"

namespace telltale {
namespace {

constexpr int machines_at_first = 20;

std::string bare_machine(int number, std::string_view cluster = "c1") {
  return format(
      R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{{"namespace":"d",)"
      R"("name":"{}-m{}","generation":1,"creationTimestamp":"2026-01-01T11:59:00Z"}},)"
      R"("spec":{{"clusterName":"{}","bootstrap":{{"dataSecretName":"s"}}}}}})",
      cluster, number, cluster);
}

class ReconcilerBusy : public testing::Test {
 protected:
  ReconcilerBusy() {
    for (int i = 0; i < machines_at_first; ++i) cluster_.put(bare_machine(i));
  }

  std::vector<Command> step() { return cluster_.loop().step(cluster_.now); }
  void answer(const Command& command) {
    cluster_.loop().finished(command.id, cluster_.perform(command), cluster_.now);
  }
  std::uint64_t judged() { return cluster_.loop().figures().judged_trees; }

  TestCluster cluster_;
};

TEST_F(ReconcilerBusy, JudgesATreeOnceForManyAnswersThatComeOneByOne) {
  const std::vector<Command> commands = step();
  ASSERT_EQ(commands.size(), machines_at_first);
  for (const Command& command : commands) {
    answer(command);
    EXPECT_TRUE(step().empty());
  }
  EXPECT_LT(judged(), 10U);
  EXPECT_FALSE(cluster_.loop().has_work(cluster_.now));
}

TEST_F(ReconcilerBusy, TakesUpWhatChangedWhileItWasBusyWithoutWaiting) {
  const std::vector<Command> commands = step();
  cluster_.put(bare_machine(machines_at_first));
  EXPECT_TRUE(step().empty());
  for (const Command& command : commands) answer(command);
  EXPECT_EQ(step().size(), 1U);
}

TEST_F(ReconcilerBusy, WaitsASecondForAnswersThatDoNotCome) {
  ASSERT_EQ(step().size(), machines_at_first);
  cluster_.put(bare_machine(machines_at_first));
  EXPECT_TRUE(step().empty());
  ASSERT_TRUE(cluster_.loop().wake().has_value());
  cluster_.now = *cluster_.loop().wake();
  EXPECT_EQ(step().size(), 1U);
}

TEST_F(ReconcilerBusy, LeavesOtherTreesAlone) {
  ASSERT_EQ(step().size(), machines_at_first);
  cluster_.put(bare_machine(1, "c2"));
  EXPECT_EQ(step().size(), 1U);
}

TEST_F(ReconcilerBusy, DoesNotJudgeAgainForAnAnswerThatTheWatchToldBefore) {
  cluster_.settle();
  cluster_.put(R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":)"
               R"({"namespace":"d","name":"c1-m0","generation":2,)"
               R"("creationTimestamp":"2026-01-01T11:59:00Z"},"spec":{"clusterName":"c1",)"
               R"("bootstrap":{"dataSecretName":"s"}}})");
  const std::vector<Command> commands = step();
  ASSERT_EQ(commands.size(), 1U);
  const Outcome outcome = cluster_.perform(commands.front());  // which the watch tells at once
  EXPECT_TRUE(step().empty());
  const std::uint64_t before = judged();
  cluster_.loop().finished(commands.front().id, outcome, cluster_.now);
  EXPECT_FALSE(cluster_.loop().has_work(cluster_.now));
  EXPECT_EQ(judged(), before);
}

std::string refused_claim(int number) {
  return format(
      R"({{"apiVersion":"karpenter.sh/v1","kind":"NodeClaim","metadata":{{"name":"claim-{0}",)"
      R"("uid":"claim-{0}","labels":{{"karpenter.sh/nodepool":"gpu"}},"ownerReferences":)"
      R"([{{"apiVersion":"karpenter.sh/v1","kind":"NodePool","name":"gpu"}}],)"
      R"("creationTimestamp":"2026-01-01T11:52:00Z"}},"status":{{"conditions":[)"
      R"({{"type":"Launched","status":"Unknown","reason":"LaunchFailed","message":"no",)"
      R"("lastTransitionTime":"2026-01-01T11:52:00Z"}},)"
      R"({{"type":"Registered","status":"Unknown","reason":"AwaitingReconciliation","message":"",)"
      R"("lastTransitionTime":"2026-01-01T11:52:00Z"}}]}}}})",
      number);
}

// The answer to a write may come after the watch told it, and after time woke the tree.
TEST(ReconcilerMemory, TellsNothingThatStandsOnTheMemoryOfBefore) {
  TestCluster cluster;
  cluster.put(R"({"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"gpu",)"
              R"("generation":1,"creationTimestamp":"2026-01-01T11:00:00Z"},"spec":{}})");
  for (int i = 0; i < 3; ++i) cluster.put(refused_claim(i));
  cluster.settle();
  ASSERT_THAT(cluster.told, testing::Contains("gpu Stuck"));
  for (int i = 0; i < 3; ++i) cluster.remove(format("NodeClaim/claim-{}", i));
  cluster.settle();

  cluster.told.clear();
  std::vector<Command> commands;
  while (commands.empty() && cluster.loop().wake()) {
    cluster.now = *cluster.loop().wake();
    commands = cluster.loop().step(cluster.now);
  }
  ASSERT_EQ(commands.size(), 1U);
  ASSERT_FALSE(commands.front().memory.empty());
  EXPECT_THAT(cluster.told, testing::Not(testing::Contains("gpu Stuck")));
  const Outcome outcome = cluster.perform(commands.front());  // which the watch tells at once
  cluster.now += Seconds(2);
  EXPECT_TRUE(cluster.loop().step(cluster.now).empty());
  cluster.loop().finished(commands.front().id, outcome, cluster.now);
  cluster.settle();
  EXPECT_THAT(cluster.told, testing::Not(testing::Contains("gpu Stuck")));
  EXPECT_THAT(cluster.told, testing::Contains("gpu Healthy"));
}

TEST(GroveLine, LetsTheTreeThatWaitsLongestGoFirst) {
  TreeIndex trees;
  trees.put(bare_machine(1, "c9"), {});
  trees.put(bare_machine(1, "c1"), {});
  trees.put(bare_machine(2, "c9"), {});
  EXPECT_EQ(trees.take_dirty(1).front()->name(), "capi/d/c9");
  trees.put(bare_machine(3, "c9"), {});
  EXPECT_EQ(trees.take_dirty(1).front()->name(), "capi/d/c1");
  EXPECT_EQ(trees.take_dirty(1).front()->name(), "capi/d/c9");
}

TEST(GroveLine, PutsEveryTreeIntoTheLineByName) {
  TreeIndex trees;
  for (const std::string_view cluster : {"c3", "c1", "c2"}) trees.put(bare_machine(1, cluster), {});
  (void)trees.take_dirty(10);
  trees.mark_all_dirty();
  EXPECT_EQ(trees.dirty(), 3U);
  std::vector<std::string> names;
  for (const TreeIndex::ObjectTree* tree : trees.take_dirty(10)) names.push_back(tree->name());
  EXPECT_THAT(names, testing::ElementsAre("capi/d/c1", "capi/d/c2", "capi/d/c3"));
  EXPECT_EQ(trees.dirty(), 0U);
}

}  // namespace
}  // namespace telltale
