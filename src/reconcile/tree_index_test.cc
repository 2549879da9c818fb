// SPDX-License-Identifier: Apache-2.0
#include "reconcile/tree_index.h"

#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"

namespace telltale {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Effect = TreeIndex::Effect;

constexpr std::string_view core = "cluster.x-k8s.io";

std::string machine(std::string_view name, std::string_view cluster, int revision,
                    std::string_view uid = "u1") {
  return format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":)"
                R"({{"namespace":"d","name":"{}","uid":"{}","resourceVersion":"{}"}},)"
                R"("spec":{{"clusterName":"{}"}}}})",
                name, uid, revision, cluster);
}

std::string infrastructure(std::string_view kind, std::string_view name, int revision,
                           std::string_view cluster = "") {
  const std::string labels =
      cluster.empty() ? std::string()
                      : format(R"(,"labels":{{"cluster.x-k8s.io/cluster-name":"{}"}})", cluster);
  return format(R"({{"apiVersion":"infrastructure.cluster.x-k8s.io/v1beta2","kind":"{}",)"
                R"("metadata":{{"namespace":"d","name":"{}","resourceVersion":"{}"{}}}}})",
                kind, name, revision, labels);
}

std::vector<std::string> dirty(TreeIndex& trees) {
  std::vector<std::string> names;
  for (const TreeIndex::ObjectTree* tree : trees.take_dirty(100)) names.push_back(tree->name());
  return names;
}

TEST(TreeIndex, SortsObjectsIntoTreesAndSaysWhichChanged) {
  TreeIndex trees;
  EXPECT_EQ(trees.put(machine("m1", "c1", 1), {}), Effect::Changed);
  EXPECT_EQ(trees.put(machine("m2", "c2", 2), {}), Effect::Changed);
  EXPECT_THAT(dirty(trees), ElementsAre("capi/d/c1", "capi/d/c2"));
  EXPECT_THAT(dirty(trees), IsEmpty());
  trees.put(infrastructure("DockerMachine", "i1", 3, "c1"), {});
  EXPECT_THAT(dirty(trees), ElementsAre("capi/d/c1"));
}

TEST(TreeIndex, HearsTheSameStateOnlyOnce) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 5), {});
  dirty(trees);
  EXPECT_EQ(trees.put(machine("m1", "c1", 5), {}), Effect::Same);
  EXPECT_THAT(dirty(trees), IsEmpty());
}

TEST(TreeIndex, NeverGoesBack) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 5), {});
  EXPECT_EQ(trees.put(machine("m1", "c2", 4), {}), Effect::Stale);
  EXPECT_EQ(trees.remove(machine("m1", "c1", 4), {}), Effect::Stale);
  EXPECT_NE(trees.find({core, "Machine", "d", "m1", {}}), nullptr);
  EXPECT_EQ(trees.figures().stale, 2U);
}

TEST(TreeIndex, DoesNotTakeTheDeletionOfAnObjectForThatOfItsSuccessor) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 5, "old"), {});
  trees.put(machine("m1", "c1", 9, "new"), {});
  EXPECT_EQ(trees.remove(machine("m1", "c1", 10, "old"), {}), Effect::Stale);
  EXPECT_EQ(trees.find({core, "Machine", "d", "m1", {}})->object().uid, "new");
}

TEST(TreeIndex, TellsThatAnObjectWentWhenAnotherTookItsName) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 5, "old"), {});
  trees.put(machine("m1", "c1", 9, "new"), {});
  const auto gone = trees.take_gone();
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_EQ(gone.front().owned.object.uid, "old");
}

TEST(TreeIndex, MovesAnObjectThatBelongsElsewhereNow) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 5), {});
  dirty(trees);
  trees.put(machine("m1", "c2", 6), {});
  EXPECT_THAT(dirty(trees), ElementsAre("capi/d/c2"));
  EXPECT_EQ(trees.tree_named("capi/d/c1"), nullptr);
}

TEST(TreeIndex, DropsWhatAListDidNotName) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 5), {});
  trees.put(machine("m2", "c1", 6), {});
  trees.begin_list({.group = core, .kind = "Machine"});
  trees.put(machine("m2", "c1", 6), {});
  trees.end_list({.group = core, .kind = "Machine"});
  EXPECT_EQ(trees.find({core, "Machine", "d", "m1", {}}), nullptr);
  EXPECT_NE(trees.find({core, "Machine", "d", "m2", {}}), nullptr);
}

TEST(TreeIndex, DropsNothingOfOtherNamespacesThanTheListed) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 5), {});
  trees.begin_list({.group = core, .kind = "Machine", .namespace_name = "other"});
  trees.end_list({.group = core, .kind = "Machine", .namespace_name = "other"});
  EXPECT_EQ(trees.figures().objects, 1U);
  trees.begin_list({.group = core, .kind = "Machine", .namespace_name = "d"});
  trees.end_list({.group = core, .kind = "Machine", .namespace_name = "d"});
  EXPECT_EQ(trees.figures().objects, 0U);
}

TEST(TreeIndex, KeepsWhatAWatchBroughtWhileTheListWasRead) {
  TreeIndex trees;
  trees.begin_list({.group = core, .kind = "Machine"});
  trees.put(machine("m1", "c1", 5), {});
  trees.begin_list({.group = core, .kind = "Machine"});  // It begins anew.
  trees.put(machine("m1", "c1", 5), {});
  trees.put(machine("m9", "c1", 9), {});
  trees.end_list({.group = core, .kind = "Machine"});
  EXPECT_EQ(trees.figures().objects, 2U);
}

TEST(TreeIndex, LetsEveryTreeFindWhatIsCommon) {
  TreeIndex trees;
  trees.cover("infrastructure.cluster.x-k8s.io", "DockerMachineTemplate", {});
  trees.put(machine("m1", "c1", 5), {});
  const Key wanted{"infrastructure.cluster.x-k8s.io", "DockerMachineTemplate", "d", "t", {}};
  EXPECT_EQ(trees.world_of(*trees.tree_named("capi/d/c1")).find(wanted).sight, Sight::Absent);
  dirty(trees);
  trees.put(infrastructure("DockerMachineTemplate", "t", 6), {});
  EXPECT_THAT(dirty(trees), ElementsAre("capi/d/c1"));
  EXPECT_EQ(trees.world_of(*trees.tree_named("capi/d/c1")).find(wanted).sight, Sight::Present);
}

TEST(TreeIndex, KnowsTheDifferenceBetweenAbsentAndNotCollected) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 5), {});
  const Key secret{"", "Secret", "d", "c1-ca", {}};
  EXPECT_EQ(trees.world_of(*trees.tree_named("capi/d/c1")).find(secret).sight, Sight::NotCollected);
  trees.cover_one(secret);
  EXPECT_EQ(trees.world_of(*trees.tree_named("capi/d/c1")).find(secret).sight, Sight::Absent);
}

TEST(TreeIndex, JoinsTreesThatTurnOutToBeOne) {
  TreeIndex trees;
  trees.put(R"({"apiVersion":"hypershift.openshift.io/v1beta1","kind":"NodePool","metadata":)"
            R"({"namespace":"clusters","name":"np","resourceVersion":"1"},)"
            R"("spec":{"clusterName":"hc"}})",
            {});
  trees.put(R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"Cluster","metadata":)"
            R"({"namespace":"clusters-hc","name":"infra","resourceVersion":"2"}})",
            {});
  EXPECT_EQ(trees.figures().trees, 2U);
  trees.put(R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"Machine","metadata":)"
            R"({"namespace":"clusters-hc","name":"m","resourceVersion":"3","annotations":)"
            R"({"hypershift.openshift.io/nodePool":"clusters/np"}},)"
            R"("spec":{"clusterName":"infra"}})",
            {});
  EXPECT_EQ(trees.figures().trees, 1U);
  EXPECT_EQ(trees.tree_named("pool/clusters/np"), trees.tree_named("capi/clusters-hc/infra"));
}

TEST(TreeIndex, ForgetsAWorkloadClusterAsAWhole) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 5), {});
  const Home home{"d", "c1"};
  trees.put(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"}})", home);
  EXPECT_EQ(trees.figures().objects, 2U);
  trees.forget(home);
  EXPECT_EQ(trees.figures().objects, 1U);
}

TEST(TreeIndex, SaysWhatItCannotRead) {
  TreeIndex trees;
  EXPECT_EQ(trees.put("{", {}), Effect::Unreadable);
  EXPECT_FALSE(trees.trouble().empty());
  EXPECT_EQ(trees.put(R"({"kind":"Machine"})", {}), Effect::Unreadable);
}

std::string hosted_pool(int revision) {
  return format(R"({{"apiVersion":"hypershift.openshift.io/v1beta1","kind":"NodePool","metadata":)"
                R"({{"namespace":"clusters","name":"np","resourceVersion":"{}"}},)"
                R"("spec":{{"clusterName":"hc"}}}})",
                revision);
}

std::string hosted_machine(int revision) {
  return format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"Machine","metadata":)"
                R"({{"namespace":"clusters-hc","name":"m","resourceVersion":"{}","annotations":)"
                R"({{"hypershift.openshift.io/nodePool":"clusters/np"}}}},)"
                R"("spec":{{"clusterName":"infra"}}}})",
                revision);
}

std::string machine_set(std::string_view name, int revision) {
  return format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachineSet","metadata":)"
                R"({{"namespace":"d","name":"{}","resourceVersion":"{}"}},)"
                R"("spec":{{"clusterName":"c1"}}}})",
                name, revision);
}

std::string event_about(std::string_view kind, std::string_view name, int revision) {
  return format(R"({{"apiVersion":"v1","kind":"Event","metadata":{{"namespace":"d","name":"{}",)"
                R"("resourceVersion":"{}"}},"involvedObject":{{"apiVersion":)"
                R"("cluster.x-k8s.io/v1beta2","kind":"{}","namespace":"d","name":"x"}}}})",
                name, revision, kind);
}

std::string connection(bool connected) {
  return format(R"({{"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection","metadata":)"
                R"({{"namespace":"d","name":"c1"}},"status":{{"connected":{}}}}})",
                connected);
}

// Replicas that share a fleet by the names of its trees must agree on them.
TEST(TreeIndex, CallsATreeTheSameHoweverItsObjectsArrived) {
  TreeIndex pool_first;
  pool_first.put(hosted_pool(1), {});
  pool_first.put(hosted_machine(2), {});
  TreeIndex machine_first;
  machine_first.put(hosted_machine(2), {});
  machine_first.put(hosted_pool(1), {});
  EXPECT_THAT(dirty(pool_first), ElementsAre("hosted/clusters/hc"));
  EXPECT_THAT(dirty(machine_first), ElementsAre("hosted/clusters/hc"));
}

TEST(TreeIndex, KeepsNoAnchorsOfSetsThatCameAndWent) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 1), {});
  const std::size_t before = trees.tree_named("capi/d/c1")->anchors.size();
  for (int i = 2; i < 20; i += 2) {
    const std::string name = format("ms-{}", i);
    trees.put(machine_set(name, i), {});
    trees.remove(machine_set(name, i + 1), {});
  }
  EXPECT_EQ(trees.tree_named("capi/d/c1")->anchors.size(), before);
  EXPECT_EQ(trees.tree_named("object/cluster.x-k8s.io/MachineSet/d/ms-2"), nullptr);
}

TEST(TreeIndex, DropsEventsThatAListOfTheirOwnDidNotName) {
  TreeIndex trees;
  trees.put(event_about("MachineSet", "old", 1), {});
  trees.put(event_about("MachinePool", "other", 2), {});
  const TreeIndex::ListOf list{.kind = "Event", .about = "MachineSet"};
  trees.begin_list(list);
  trees.put(event_about("MachineSet", "new", 3), {});
  trees.end_list(list);
  EXPECT_EQ(trees.find({"", "Event", "d", "old", {}}), nullptr);
  EXPECT_NE(trees.find({"", "Event", "d", "new", {}}), nullptr);
  EXPECT_NE(trees.find({"", "Event", "d", "other", {}}), nullptr);
}

TEST(TreeIndex, DropsWhatAListOfAWorkloadClusterDidNotName) {
  TreeIndex trees;
  const Home home{"d", "c1"};
  trees.put(machine("m1", "c1", 1), {});
  trees.put(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"}})", home);
  trees.put(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"}})", {"d", "c2"});
  trees.begin_list({.kind = "Node", .home = home});
  trees.end_list({.kind = "Node", .home = home});
  EXPECT_EQ(trees.find({"", "Node", "", "n1", home}), nullptr);
  EXPECT_NE(trees.find({"", "Node", "", "n1", {"d", "c2"}}), nullptr);
}

TEST(TreeIndex, HearsTheSameTextWithoutARevisionOnlyOnce) {
  TreeIndex trees;
  EXPECT_EQ(trees.put(connection(true), {}), Effect::Changed);
  EXPECT_EQ(trees.put(connection(true), {}), Effect::Same);
  EXPECT_EQ(trees.put(connection(false), {}), Effect::Changed);
  EXPECT_EQ(trees.put(connection(true), {}), Effect::Changed);
}

TEST(TreeIndex, KeepsTheListAsItCameWhereAnItemOfItCannotBeRead) {
  constexpr std::string_view torn = R"([{"type":"Ready"}])";
  constexpr std::string_view whole = R"([{"status":"True","type":"Ready"}])";
  int revision = 0;
  TreeIndex trees;
  const auto kept = [&](std::string_view version, const std::string& status) {
    trees.put(format(R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"Machine","metadata":)"
                     R"({{"namespace":"d","name":"m1","uid":"u1","resourceVersion":"{}"}},)"
                     R"("spec":{{"clusterName":"c1"}},"status":{{{}}}}})",
                     version, ++revision, status),
              {});
    return trees.find({core, "Machine", "d", "m1", {}})->stored;
  };
  EXPECT_EQ(kept("v1beta2", format(R"("conditions":{})", torn)), torn);
  EXPECT_EQ(kept("v1beta2", format(R"("conditions":{})", whole)), "") << "a fleet has millions";
  EXPECT_EQ(kept("v1beta1", format(R"("conditions":{})", torn)), "") << "telltale writes no legacy";
  EXPECT_EQ(kept("v1beta1", format(R"("v1beta2":{{"conditions":{}}})", torn)), torn);
  EXPECT_EQ(kept("v1beta1", format(R"("experimentalConditions":{})", torn)), torn);
  EXPECT_EQ(kept("v1beta1", format(R"("v1beta2":{{"conditions":{}}},"experimentalConditions":{})",
                                   torn, torn)),
            "")
      << "nobody knows here which one is written";
}

TEST(TreeIndex, KnowsOnlyTheNamespacesThatWereLookedAt) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 5), {});
  trees.cover_in("infrastructure.cluster.x-k8s.io", "DockerMachine", "d");
  const World world = trees.world_of(*trees.tree_named("capi/d/c1"));
  constexpr std::string_view group = "infrastructure.cluster.x-k8s.io";
  EXPECT_EQ(world.find({group, "DockerMachine", "d", "i", {}}).sight, Sight::Absent);
  EXPECT_EQ(world.find({group, "DockerMachine", "e", "i", {}}).sight, Sight::NotCollected);
}

TEST(TreeIndex, LooksAgainOnlyAtTheClusterWhoseCertificateIsKnownToBeMissing) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 1), {});
  trees.put(machine("m2", "c2", 2), {});
  dirty(trees);
  trees.cover_one({"", "Secret", "d", "c1-ca", {}});
  EXPECT_THAT(dirty(trees), ElementsAre("capi/d/c1"));
  trees.put(R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"d","name":"c2-ca"}})",
            {});
  EXPECT_THAT(dirty(trees), ElementsAre("capi/d/c2"));
}

TEST(TreeIndex, FindsWhatADocumentIsAbout) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 5), {});
  ASSERT_NE(trees.find(machine("m1", "c1", 4), {}), nullptr);
  EXPECT_EQ(trees.find(machine("m1", "c1", 4), {})->revision, 5U);
  EXPECT_EQ(trees.find(machine("m2", "c1", 4), {}), nullptr);
  EXPECT_EQ(trees.find("{", {}), nullptr);
}

TEST(TreeIndex, MovesAnObjectThatNamesAnotherTreeAndDropsTheEmptyOne) {
  TreeIndex trees;
  trees.put(machine("m1", "c1", 1), {});
  trees.put(machine("m1", "c2", 2), {});
  EXPECT_EQ(trees.tree_named("capi/d/c1"), nullptr);
  EXPECT_THAT(dirty(trees), ElementsAre("capi/d/c2"));
}

// Whatever order states arrive in, and however often: the newest of each object stays.
RC_GTEST_PROP(GroveProperty, EndsWithTheNewestStateInAnyOrder, ()) {
  const auto clusters = *rc::gen::container<std::vector<int>>(12, rc::gen::inRange(0, 3));
  std::vector<std::string> states;
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    states.push_back(machine(format("m{}", i % 3), format("c{}", clusters[i]),
                             static_cast<int>(i) + 1, format("u{}", i % 3)));
  }
  std::vector<std::string> shuffled = states;
  for (std::size_t i = shuffled.size(); i > 1; --i) {
    std::swap(shuffled[i - 1], shuffled[*rc::gen::inRange<std::size_t>(0, i)]);
  }
  TreeIndex straight;
  TreeIndex mixed;
  for (const std::string& state : states) straight.put(state, {});
  for (const std::string& state : shuffled) mixed.put(state, {});
  for (int i = 0; i < 3; ++i) {
    const std::string name = format("m{}", i);
    const Key key{core, "Machine", "d", name, {}};
    RC_ASSERT(straight.find(key)->revision == mixed.find(key)->revision);
    RC_ASSERT(straight.find(key)->tree->name() == mixed.find(key)->tree->name());
  }
  RC_ASSERT(straight.figures().trees == mixed.figures().trees);
}

}  // namespace
}  // namespace telltale
