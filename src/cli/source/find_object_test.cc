// SPDX-License-Identifier: Apache-2.0
#include "cli/source/find_object.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "cli/test_world.h"

namespace telltale::cli {
namespace {

HandMade namesakes() {
  HandMade world;
  world.add("Machine", "m1", Verdict::Stuck);
  world.add("Machine", "m19", Verdict::Stuck);
  world.add("Machine", "m1", Verdict::Working, "prod");
  world.add("Machine", "p", Verdict::Stuck, "one");
  world.add("Machine", "p", Verdict::Stuck, "two");
  world.add("MachineSet", "ms", Verdict::Stuck, "prod");
  return world;
}

std::string detail_of(const Subject& subject) {
  const HandMade world = namesakes();
  const Result<const Judged*> found = find_object(world.judgement(), subject);
  return found ? "found" : found.error().detail;
}

TEST(FindJudged, KnowsShortNamesAndPlurals) {
  const HandMade world = namesakes();
  const Judgement judgement = world.judgement();
  for (const char* type : {"ms", "machinesets", "MachineSet", "machineset.cluster.x-k8s.io"}) {
    const Result<const Judged*> found = find_object(judgement, {type, "ms", ""});
    ASSERT_TRUE(found) << found.error().detail;
    EXPECT_EQ((*found)->object->key.name, "ms");
  }
}

TEST(FindJudged, PrefersTheDefaultNamespaceAndObeysTheOneGiven) {
  const HandMade world = namesakes();
  const Judgement judgement = world.judgement();
  EXPECT_EQ((*find_object(judgement, {"ma", "m1", ""}))->object->key.namespace_name, "default");
  EXPECT_EQ((*find_object(judgement, {"ma", "m1", "prod"}))->object->key.namespace_name, "prod");
}

TEST(FindJudged, TakesTheNodePoolsOfEitherProjectUnlessAGroupIsTyped) {
  EXPECT_EQ(groups_meant({"hypershift.openshift.io", "NodePool", "nodepools", ""}),
            (std::vector<std::string_view>{"hypershift.openshift.io", "karpenter.sh"}));
  EXPECT_EQ(groups_meant({"karpenter.sh", "NodePool", "nodepools", "", true}),
            (std::vector<std::string_view>{"karpenter.sh"}));
  EXPECT_EQ(groups_meant({"", "Node", "nodes", ""}), (std::vector<std::string_view>{""}));
}

TEST(FindJudged, AsksWhichOneWhenSeveralAreCalledThat) {
  EXPECT_EQ(detail_of({"machine", "p", ""}),
            "2 Machines called \"p\"; say which with -n: one or two");
}

TEST(FindJudged, AsksWhoseNodePoolIsMeant) {
  HandMade world;
  world.set_group(world.add("NodePool", "np", Verdict::Stuck, "clusters"),
                  "hypershift.openshift.io");
  world.set_group(world.add("NodePool", "np", Verdict::Stuck, ""), "karpenter.sh");
  const Judgement judgement = world.judgement();
  EXPECT_EQ(find_object(judgement, {"np", "np", ""}).error().detail,
            "there are several; did you mean nodepool.hypershift.openshift.io/np or "
            "nodepool.karpenter.sh/np?");
  EXPECT_TRUE(find_object(judgement, {"nodepool.karpenter.sh", "np", ""}));
}

TEST(FindJudged, TakesTheOnlyOneOfAnotherNamespace) {
  const HandMade world = namesakes();
  const Judgement judgement = world.judgement();
  const Result<const Judged*> found = find_object(judgement, {"ms", "ms", "default"});
  ASSERT_TRUE(found) << found.error().detail;
  EXPECT_EQ((*found)->object->key.namespace_name, "prod");
  EXPECT_EQ(detail_of({"machine", "p", "default"}),
            "no Machine \"p\" in namespace default; there are 2: say which with -n: one or two");
}

TEST(FindJudged, PrefersTheNamespaceOfTheContext) {
  const HandMade world = namesakes();
  const Judgement judgement = world.judgement();
  EXPECT_EQ((*find_object(judgement, {"ma", "p", "", "two"}))->object->key.namespace_name, "two");
}

TEST(FindJudged, NamesTheGroupWhereKindsShareAName) {
  const std::vector<std::string> names = names_of_judged_kinds();
  EXPECT_EQ(std::ranges::count(names, "NodePool"), 0);
  EXPECT_EQ(std::ranges::count(names, "nodepools.hypershift.openshift.io"), 1);
  EXPECT_EQ(std::ranges::count(names, "nodepools.karpenter.sh"), 1);
  EXPECT_EQ(std::ranges::count(names, "Machine"), 1);
}

TEST(FindJudged, OffersWhatWasProbablyMeant) {
  EXPECT_EQ(detail_of({"machine", "m9", "default"}),
            "no Machine \"m9\" in namespace default; did you mean m1 or m19?");
  EXPECT_EQ(detail_of({"machineset", "mz", "default"}),
            "no MachineSet \"mz\" in namespace default; did you mean ms -n prod?");
  EXPECT_EQ(detail_of({"machine", "something-else", ""}),
            "no Machine \"something-else\" in any namespace");
}

TEST(FindJudged, SaysThatAKindIsNotJudged) {
  EXPECT_TRUE(detail_of({"node", "n1", ""}).starts_with("Node is not a kind that is judged; try "));
  EXPECT_TRUE(detail_of({"nonsense", "n1", ""}).contains("nonsense"));
}

TEST(FindExplanation, TakesEitherDialectsNameInAnyCase) {
  std::vector<Explanation> explanations(2);
  explanations[0].type = "Ready";
  explanations[1].type = "Deleted";
  for (const char* typed : {"Deleted", "deleted", "deleting", "DELETING"}) {
    const auto found = find_explanation(explanations, "Machine", typed);
    ASSERT_TRUE(found) << typed;
    EXPECT_EQ((*found)->type, "Deleted");
  }
}

TEST(FindExplanation, OffersWhatWasProbablyMeant) {
  std::vector<Explanation> explanations(1);
  explanations[0].type = "NodeHealthy";
  const auto found = find_explanation(explanations, "Machine", "NodeHelthy");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().detail,
            "no condition \"NodeHelthy\" on this Machine; did you mean NodeHealthy?");
}

}  // namespace
}  // namespace telltale::cli
