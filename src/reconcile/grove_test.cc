// SPDX-License-Identifier: Apache-2.0
#include "reconcile/grove.h"

#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"

namespace telltale {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Effect = Grove::Effect;

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

std::vector<std::string> dirty(Grove& grove) {
  std::vector<std::string> names;
  for (const Grove::Tree* tree : grove.take_dirty(100)) names.push_back(tree->name());
  return names;
}

TEST(Grove, SortsObjectsIntoTreesAndSaysWhichChanged) {
  Grove grove;
  EXPECT_EQ(grove.put(machine("m1", "c1", 1), {}), Effect::Changed);
  EXPECT_EQ(grove.put(machine("m2", "c2", 2), {}), Effect::Changed);
  EXPECT_THAT(dirty(grove), ElementsAre("capi/d/c1", "capi/d/c2"));
  EXPECT_THAT(dirty(grove), IsEmpty());
  grove.put(infrastructure("DockerMachine", "i1", 3, "c1"), {});
  EXPECT_THAT(dirty(grove), ElementsAre("capi/d/c1"));
}

TEST(Grove, HearsTheSameStateOnlyOnce) {
  Grove grove;
  grove.put(machine("m1", "c1", 5), {});
  dirty(grove);
  EXPECT_EQ(grove.put(machine("m1", "c1", 5), {}), Effect::Same);
  EXPECT_THAT(dirty(grove), IsEmpty());
}

TEST(Grove, NeverGoesBack) {
  Grove grove;
  grove.put(machine("m1", "c1", 5), {});
  EXPECT_EQ(grove.put(machine("m1", "c2", 4), {}), Effect::Stale);
  EXPECT_EQ(grove.remove(machine("m1", "c1", 4), {}), Effect::Stale);
  EXPECT_NE(grove.find({core, "Machine", "d", "m1", {}}), nullptr);
  EXPECT_EQ(grove.figures().stale, 2U);
}

TEST(Grove, DoesNotTakeTheDeletionOfAnObjectForThatOfItsSuccessor) {
  Grove grove;
  grove.put(machine("m1", "c1", 5, "old"), {});
  grove.put(machine("m1", "c1", 9, "new"), {});
  EXPECT_EQ(grove.remove(machine("m1", "c1", 10, "old"), {}), Effect::Stale);
  EXPECT_EQ(grove.find({core, "Machine", "d", "m1", {}})->object().uid, "new");
}

TEST(Grove, TellsThatAnObjectWentWhenAnotherTookItsName) {
  Grove grove;
  grove.put(machine("m1", "c1", 5, "old"), {});
  grove.put(machine("m1", "c1", 9, "new"), {});
  const auto gone = grove.take_gone();
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_EQ(gone.front().owned.object.uid, "old");
}

TEST(Grove, MovesAnObjectThatBelongsElsewhereNow) {
  Grove grove;
  grove.put(machine("m1", "c1", 5), {});
  dirty(grove);
  grove.put(machine("m1", "c2", 6), {});
  EXPECT_THAT(dirty(grove), ElementsAre("capi/d/c2"));
  EXPECT_EQ(grove.tree_named("capi/d/c1"), nullptr);
}

TEST(Grove, DropsWhatAListDidNotName) {
  Grove grove;
  grove.put(machine("m1", "c1", 5), {});
  grove.put(machine("m2", "c1", 6), {});
  grove.begin_list({.group = core, .kind = "Machine"});
  grove.put(machine("m2", "c1", 6), {});
  grove.end_list({.group = core, .kind = "Machine"});
  EXPECT_EQ(grove.find({core, "Machine", "d", "m1", {}}), nullptr);
  EXPECT_NE(grove.find({core, "Machine", "d", "m2", {}}), nullptr);
}

TEST(Grove, DropsNothingOfOtherNamespacesThanTheListed) {
  Grove grove;
  grove.put(machine("m1", "c1", 5), {});
  grove.begin_list({.group = core, .kind = "Machine", .namespace_name = "other"});
  grove.end_list({.group = core, .kind = "Machine", .namespace_name = "other"});
  EXPECT_EQ(grove.figures().objects, 1U);
  grove.begin_list({.group = core, .kind = "Machine", .namespace_name = "d"});
  grove.end_list({.group = core, .kind = "Machine", .namespace_name = "d"});
  EXPECT_EQ(grove.figures().objects, 0U);
}

TEST(Grove, KeepsWhatAWatchBroughtWhileTheListWasRead) {
  Grove grove;
  grove.begin_list({.group = core, .kind = "Machine"});
  grove.put(machine("m1", "c1", 5), {});
  grove.begin_list({.group = core, .kind = "Machine"});  // It begins anew.
  grove.put(machine("m1", "c1", 5), {});
  grove.put(machine("m9", "c1", 9), {});
  grove.end_list({.group = core, .kind = "Machine"});
  EXPECT_EQ(grove.figures().objects, 2U);
}

TEST(Grove, LetsEveryTreeFindWhatIsCommon) {
  Grove grove;
  grove.cover("infrastructure.cluster.x-k8s.io", "DockerMachineTemplate", {});
  grove.put(machine("m1", "c1", 5), {});
  const Key wanted{"infrastructure.cluster.x-k8s.io", "DockerMachineTemplate", "d", "t", {}};
  EXPECT_EQ(grove.world_of(*grove.tree_named("capi/d/c1")).find(wanted).sight, Sight::Absent);
  dirty(grove);
  grove.put(infrastructure("DockerMachineTemplate", "t", 6), {});
  EXPECT_THAT(dirty(grove), ElementsAre("capi/d/c1"));
  EXPECT_EQ(grove.world_of(*grove.tree_named("capi/d/c1")).find(wanted).sight, Sight::Present);
}

TEST(Grove, KnowsTheDifferenceBetweenAbsentAndNotCollected) {
  Grove grove;
  grove.put(machine("m1", "c1", 5), {});
  const Key secret{"", "Secret", "d", "c1-ca", {}};
  EXPECT_EQ(grove.world_of(*grove.tree_named("capi/d/c1")).find(secret).sight, Sight::NotCollected);
  grove.cover_one(secret);
  EXPECT_EQ(grove.world_of(*grove.tree_named("capi/d/c1")).find(secret).sight, Sight::Absent);
}

TEST(Grove, JoinsTreesThatTurnOutToBeOne) {
  Grove grove;
  grove.put(R"({"apiVersion":"hypershift.openshift.io/v1beta1","kind":"NodePool","metadata":)"
            R"({"namespace":"clusters","name":"np","resourceVersion":"1"},)"
            R"("spec":{"clusterName":"hc"}})",
            {});
  grove.put(R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"Cluster","metadata":)"
            R"({"namespace":"clusters-hc","name":"infra","resourceVersion":"2"}})",
            {});
  EXPECT_EQ(grove.figures().trees, 2U);
  grove.put(R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"Machine","metadata":)"
            R"({"namespace":"clusters-hc","name":"m","resourceVersion":"3","annotations":)"
            R"({"hypershift.openshift.io/nodePool":"clusters/np"}},)"
            R"("spec":{"clusterName":"infra"}})",
            {});
  EXPECT_EQ(grove.figures().trees, 1U);
  EXPECT_EQ(grove.tree_named("pool/clusters/np"), grove.tree_named("capi/clusters-hc/infra"));
}

TEST(Grove, ForgetsAWorkloadClusterAsAWhole) {
  Grove grove;
  grove.put(machine("m1", "c1", 5), {});
  const Home home{"d", "c1"};
  grove.put(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"}})", home);
  EXPECT_EQ(grove.figures().objects, 2U);
  grove.forget(home);
  EXPECT_EQ(grove.figures().objects, 1U);
}

TEST(Grove, SaysWhatItCannotRead) {
  Grove grove;
  EXPECT_EQ(grove.put("{", {}), Effect::Unreadable);
  EXPECT_FALSE(grove.trouble().empty());
  EXPECT_EQ(grove.put(R"({"kind":"Machine"})", {}), Effect::Unreadable);
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
TEST(Grove, CallsATreeTheSameHoweverItsObjectsArrived) {
  Grove pool_first;
  pool_first.put(hosted_pool(1), {});
  pool_first.put(hosted_machine(2), {});
  Grove machine_first;
  machine_first.put(hosted_machine(2), {});
  machine_first.put(hosted_pool(1), {});
  EXPECT_THAT(dirty(pool_first), ElementsAre("hosted/clusters/hc"));
  EXPECT_THAT(dirty(machine_first), ElementsAre("hosted/clusters/hc"));
}

TEST(Grove, KeepsNoAnchorsOfSetsThatCameAndWent) {
  Grove grove;
  grove.put(machine("m1", "c1", 1), {});
  const std::size_t before = grove.tree_named("capi/d/c1")->anchors.size();
  for (int i = 2; i < 20; i += 2) {
    const std::string name = format("ms-{}", i);
    grove.put(machine_set(name, i), {});
    grove.remove(machine_set(name, i + 1), {});
  }
  EXPECT_EQ(grove.tree_named("capi/d/c1")->anchors.size(), before);
  EXPECT_EQ(grove.tree_named("object/cluster.x-k8s.io/MachineSet/d/ms-2"), nullptr);
}

TEST(Grove, DropsEventsThatAListOfTheirOwnDidNotName) {
  Grove grove;
  grove.put(event_about("MachineSet", "old", 1), {});
  grove.put(event_about("MachinePool", "other", 2), {});
  const Grove::ListOf list{.kind = "Event", .about = "MachineSet"};
  grove.begin_list(list);
  grove.put(event_about("MachineSet", "new", 3), {});
  grove.end_list(list);
  EXPECT_EQ(grove.find({"", "Event", "d", "old", {}}), nullptr);
  EXPECT_NE(grove.find({"", "Event", "d", "new", {}}), nullptr);
  EXPECT_NE(grove.find({"", "Event", "d", "other", {}}), nullptr);
}

TEST(Grove, DropsWhatAListOfAWorkloadClusterDidNotName) {
  Grove grove;
  const Home home{"d", "c1"};
  grove.put(machine("m1", "c1", 1), {});
  grove.put(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"}})", home);
  grove.put(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"}})", {"d", "c2"});
  grove.begin_list({.kind = "Node", .home = home});
  grove.end_list({.kind = "Node", .home = home});
  EXPECT_EQ(grove.find({"", "Node", "", "n1", home}), nullptr);
  EXPECT_NE(grove.find({"", "Node", "", "n1", {"d", "c2"}}), nullptr);
}

TEST(Grove, HearsTheSameTextWithoutARevisionOnlyOnce) {
  Grove grove;
  EXPECT_EQ(grove.put(connection(true), {}), Effect::Changed);
  EXPECT_EQ(grove.put(connection(true), {}), Effect::Same);
  EXPECT_EQ(grove.put(connection(false), {}), Effect::Changed);
  EXPECT_EQ(grove.put(connection(true), {}), Effect::Changed);
}

TEST(Grove, KnowsOnlyTheNamespacesThatWereLookedAt) {
  Grove grove;
  grove.put(machine("m1", "c1", 5), {});
  grove.cover_in("infrastructure.cluster.x-k8s.io", "DockerMachine", "d");
  const World world = grove.world_of(*grove.tree_named("capi/d/c1"));
  constexpr std::string_view group = "infrastructure.cluster.x-k8s.io";
  EXPECT_EQ(world.find({group, "DockerMachine", "d", "i", {}}).sight, Sight::Absent);
  EXPECT_EQ(world.find({group, "DockerMachine", "e", "i", {}}).sight, Sight::NotCollected);
}

TEST(Grove, LooksAgainOnlyAtTheClusterWhoseCertificateIsKnownToBeMissing) {
  Grove grove;
  grove.put(machine("m1", "c1", 1), {});
  grove.put(machine("m2", "c2", 2), {});
  dirty(grove);
  grove.cover_one({"", "Secret", "d", "c1-ca", {}});
  EXPECT_THAT(dirty(grove), ElementsAre("capi/d/c1"));
  grove.put(R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"d","name":"c2-ca"}})",
            {});
  EXPECT_THAT(dirty(grove), ElementsAre("capi/d/c2"));
}

TEST(Grove, FindsWhatADocumentIsAbout) {
  Grove grove;
  grove.put(machine("m1", "c1", 5), {});
  ASSERT_NE(grove.find(machine("m1", "c1", 4), {}), nullptr);
  EXPECT_EQ(grove.find(machine("m1", "c1", 4), {})->revision, 5U);
  EXPECT_EQ(grove.find(machine("m2", "c1", 4), {}), nullptr);
  EXPECT_EQ(grove.find("{", {}), nullptr);
}

TEST(Grove, MovesAnObjectThatNamesAnotherTreeAndDropsTheEmptyOne) {
  Grove grove;
  grove.put(machine("m1", "c1", 1), {});
  grove.put(machine("m1", "c2", 2), {});
  EXPECT_EQ(grove.tree_named("capi/d/c1"), nullptr);
  EXPECT_THAT(dirty(grove), ElementsAre("capi/d/c2"));
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
  Grove straight;
  Grove mixed;
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
