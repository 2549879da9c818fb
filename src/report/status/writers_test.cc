// SPDX-License-Identifier: Apache-2.0
#include "report/status/writers.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale {
namespace {

using Extent = Writers::Extent;
using std::chrono::hours;
using std::chrono::minutes;

const Instant noon = *parse_rfc3339("2026-01-01T12:00:00Z");

Object writers_object(std::string_view kind, std::string_view uid,
                      std::string_view group = "cluster.x-k8s.io") {
  Object object;
  object.key = {.group = group, .kind = kind, .namespace_name = "d", .name = uid, .home = {}};
  object.uid = uid;
  return object;
}

void see(Writers& writers, const Object& object, std::vector<ForeignOwner> owners,
         Instant at = noon) {
  std::vector<ManagerTouch> touches;
  for (const ForeignOwner& owner : owners) touches.push_back({owner.manager, at});
  writers.saw(object, {.owners = std::move(owners), .has_fields = true}, touches);
}

TEST(Writers, ATypeThatSomebodyOwnsOnAnyObjectIsNotMissingOnItsKind) {
  Writers writers;
  const Object one = writers_object("Machine", "m1");
  const Object other = writers_object("Machine", "m2");
  EXPECT_TRUE(writers.is_missing(other, "Ready", noon));
  see(writers, one, {{"Ready", "operator"}});
  EXPECT_FALSE(writers.is_missing(other, "Ready", noon));
  EXPECT_TRUE(writers.is_missing(other, "Paused", noon)) << "one condition is a neighbour's";
  EXPECT_TRUE(writers.is_missing(writers_object("Cluster", "c"), "Available", noon));
}

TEST(Writers, AManagerThatTouchedNothingForADayIsNoEvidence) {
  Writers writers;
  const Object machine = writers_object("Machine", "m1");
  see(writers, machine, {{"Ready", "operator"}});
  EXPECT_FALSE(writers.is_missing(machine, "Ready", noon + hours(24) - Seconds(1)));
  EXPECT_TRUE(writers.is_missing(machine, "Ready", noon + hours(24)));
  see(writers, writers_object("Cluster", "c"), {{"Paused", "operator"}}, noon + hours(23));
  EXPECT_FALSE(writers.is_missing(machine, "Ready", noon + hours(46))) << "it lives elsewhere";
}

TEST(Writers, UpstreamsControllersAreTakenAsPresentWhereTheirConditionsAreSeen) {
  Writers writers;
  const Object machine = writers_object("Machine", "m1");
  see(writers, writers_object("Cluster", "c"), {{"Paused", "manager"}});
  EXPECT_FALSE(writers.is_missing(machine, "Ready", noon));
  EXPECT_FALSE(writers.is_missing(writers_object("MachineSet", "s"), "ScalingUp", noon));
  EXPECT_TRUE(writers.is_missing(machine, "EtcdPodHealthy", noon)) << "of another controller";
  EXPECT_TRUE(writers.is_missing(machine, "Deleted", noon)) << "of the seeds alone";
  EXPECT_TRUE(
      writers.is_missing(writers_object("NodePool", "p", "karpenter.sh"), "Degraded", noon));
  EXPECT_TRUE(writers.is_missing(machine, "Ready", noon + hours(25)));
}

TEST(Writers, WhoeverWritesSeveralConditionsIsAController) {
  Writers writers;
  const Object machine = writers_object("Machine", "m1");
  see(writers, machine, {{"Ready", "x"}, {"Paused", "x"}});
  EXPECT_TRUE(writers.is_missing(machine, "Available", noon));
  see(writers, machine, {{"InfrastructureReady", "x"}});
  EXPECT_FALSE(writers.is_missing(machine, "Available", noon));
}

TEST(Writers, AHumansToolSpeaksForOneObject) {
  Writers writers;
  const Object machine = writers_object("Machine", "m1");
  see(writers, machine, {{"Ready", "kubectl-edit"}, {"Paused", "clusterctl"}});
  EXPECT_TRUE(writers.is_missing(machine, "Ready", noon));
  for (const std::string_view uid : {"m1", "m2", "m3"}) {
    const Object one = writers_object("Machine", uid);
    EXPECT_EQ(writers.lost({one, "Ready", "kubectl", noon}), Extent::Object);
    EXPECT_TRUE(writers.has_let_go(one, "Ready", noon));
  }
  EXPECT_FALSE(writers.has_let_go(writers_object("Machine", "m4"), "Ready", noon));
  EXPECT_TRUE(writers.let_go().empty());
}

TEST(Writers, TwoObjectsWithinTenMinutesMeanTheKind) {
  const Object first = writers_object("Machine", "m1");
  const Object second = writers_object("Machine", "m2");
  const Object third = writers_object("Machine", "m3");
  Writers writers;
  EXPECT_EQ(writers.lost({first, "Ready", "x", noon}), Extent::Object);
  EXPECT_EQ(writers.lost({first, "Ready", "x", noon + minutes(1)}), Extent::None);
  EXPECT_FALSE(writers.has_let_go(third, "Ready", noon));
  EXPECT_EQ(writers.lost({second, "Ready", "x", noon + minutes(11)}), Extent::Kind);
  EXPECT_TRUE(writers.has_let_go(third, "Ready", noon + minutes(11)));
  EXPECT_FALSE(writers.has_let_go(third, "Paused", noon + minutes(11)));
  ASSERT_EQ(writers.let_go().size(), 1U);
  EXPECT_EQ(writers.let_go().front().manager, "x");
  EXPECT_EQ(writers.lost({third, "Ready", "x", noon + minutes(12)}), Extent::None);

  Writers slow;
  EXPECT_EQ(slow.lost({first, "Ready", "x", noon}), Extent::Object);
  EXPECT_EQ(slow.lost({second, "Ready", "x", noon + minutes(11)}), Extent::Object);
  Writers two;
  EXPECT_EQ(two.lost({first, "Ready", "x", noon}), Extent::Object);
  EXPECT_EQ(two.lost({second, "Ready", "y", noon}), Extent::Object);
}

TEST(Writers, AgainAfterTelltaleWroteItAgainMeansTheKind) {
  const Object machine = writers_object("Machine", "m1");
  Writers writers;
  EXPECT_EQ(writers.lost({machine, "Ready", "x", noon}), Extent::Object);
  writers.wrote(machine, "Ready");
  EXPECT_FALSE(writers.has_let_go(machine, "Ready", noon));
  EXPECT_EQ(writers.lost({machine, "Ready", "x", noon + hours(2)}), Extent::Kind);
}

TEST(Writers, WhatIsLetGoIsFreeWhenItsWriterIsGone) {
  const Object first = writers_object("Machine", "m1");
  Writers writers;
  writers.lost({first, "Ready", "x", noon});
  writers.lost({writers_object("Machine", "m2"), "Ready", "x", noon});
  EXPECT_TRUE(writers.has_let_go(first, "Ready", noon + hours(23)));
  EXPECT_FALSE(writers.has_let_go(first, "Ready", noon + hours(25)));
}

TEST(Writers, ReplicasShareWhatTheyKnow) {
  const Object first = writers_object("Machine", "m1");
  Writers writers;
  see(writers, writers_object("Cluster", "c"), {{"Available", "manager"}});
  writers.lost({first, "Ready", "x", noon});
  writers.lost({writers_object("Machine", "m2"), "Ready", "x", noon});
  Writers other;
  ASSERT_TRUE(other.merge(writers.document()));
  EXPECT_EQ(other.document(), writers.document());
  EXPECT_FALSE(other.is_missing(first, "Paused", noon));
  EXPECT_TRUE(other.has_let_go(writers_object("Machine", "m3"), "Ready", noon));
  const std::uint64_t changes = other.changes();
  ASSERT_TRUE(other.merge(writers.document()));
  EXPECT_EQ(other.changes(), changes) << "nothing new is nothing to store";
}

TEST(Writers, ALossIsRememberedAcrossARestart) {
  const Object machine = writers_object("Machine", "m1");
  Writers writers;
  writers.lost({machine, "Ready", "x", noon});
  writers.wrote(machine, "Ready");
  Writers again;
  ASSERT_TRUE(again.merge(writers.document()));
  EXPECT_EQ(again.lost({machine, "Ready", "x", noon + minutes(1)}), Extent::Kind);
}

TEST(Writers, ThatSomebodyIsStillAliveIsNotWorthAWriteEachTime) {
  Writers writers;
  const Object machine = writers_object("Machine", "m1");
  see(writers, machine, {{"Ready", "x"}});
  const std::uint64_t changes = writers.changes();
  see(writers, machine, {{"Ready", "x"}}, noon + minutes(59));
  EXPECT_EQ(writers.changes(), changes);
  see(writers, machine, {{"Ready", "x"}}, noon + minutes(60));
  EXPECT_GT(writers.changes(), changes);
}

// Objects are seen before what was stored is read.
TEST(Writers, AStartIsNothingToStore) {
  Writers writers;
  const Object machine = writers_object("Machine", "m1");
  see(writers, machine, {{"Ready", "x"}});
  Writers again;
  see(again, machine, {{"Ready", "x"}}, noon + minutes(30));
  ASSERT_TRUE(again.merge(writers.document()));
  EXPECT_EQ(again.document(), writers.document());
  see(again, machine, {{"Ready", "x"}}, noon + minutes(60));
  EXPECT_NE(again.document(), writers.document());
}

TEST(Writers, WhatIsStoredIsBounded) {
  Writers writers;
  for (int i = 0; i < 2000; ++i) {
    const std::string name = format("x{}", i);
    const Object machine = writers_object("Machine", name);
    see(writers, machine, {{"Ready", name}, {name, name}}, noon + Seconds(i));
    writers.lost({machine, "Ready", name, noon + Seconds(i)});
  }
  EXPECT_LT(writers.document().size(), 40'000U);
  for (const std::string_view text : {"", "[]", "{", R"({"types":7})", R"({"managers":[1]})",
                                      R"({"types":[{"group":1,"kind":"Machine","type":[]}]})"}) {
    (void)writers.merge(text);
  }
  EXPECT_FALSE(writers.merge(std::string(Writers::document_bytes_max + 1, ' ')));
}

}  // namespace
}  // namespace telltale
