// SPDX-License-Identifier: Apache-2.0
#include "observe/world.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/check.h"
#include "base/text.h"
#include "kube/read_object.h"

namespace telltale {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

World world_of(const std::vector<std::string>& documents,
               Completeness completeness = Completeness::Partial) {
  const json::Selection everything;
  std::vector<Arena> arenas(1);
  std::vector<Object> objects;
  std::vector<ObjectError> object_errors;
  ObjectReader reader([&](const json::Header&) -> const json::Selection& { return everything; },
                      arenas.front());
  for (const std::string& document : documents) {
    const json::PaddedCopy text(document);
    const auto object = reader.read(text.padded(), {}, object_errors);
    check(object.has_value(), "a test's documents can be read");
    objects.push_back(*object);
  }
  return World(std::move(objects), std::move(arenas), completeness,
               {.cluster_group = "cluster.x-k8s.io", .cluster_kind = "Cluster"});
}

std::string document(std::string_view kind, std::string_view name, std::string_view metadata = "",
                     std::string_view rest = "") {
  return format(R"({{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "{}",
    "metadata": {{"namespace": "ns", "name": "{}"{}}}{}}})",
                kind, name, metadata, rest);
}

std::string owned(std::string_view name, std::string_view owner, std::string_view uid) {
  return document("Machine", name,
                  format(R"(, "ownerReferences": [{{"apiVersion": "cluster.x-k8s.io/v1beta1",
                    "kind": "MachineSet", "name": "{}", "uid": "{}", "controller": true}}])",
                         owner, uid));
}

std::string node(std::string_view name, std::string_view provider_id,
                 std::string_view cluster = "c1") {
  return format(R"({{"apiVersion": "v1", "kind": "Node", "metadata": {{"name": "{}",
    "annotations": {{"cluster.x-k8s.io/cluster-name": "{}",
                     "cluster.x-k8s.io/cluster-namespace": "ns"}}}},
    "spec": {{"providerID": "{}"}}}})",
                name, cluster, provider_id);
}

Key key_of(std::string_view kind, std::string_view name, std::string_view space = "ns") {
  return {"cluster.x-k8s.io", kind, space, name, {}};
}

const Object& get(const World& world, std::string_view kind, std::string_view name) {
  const Found found = world.find(key_of(kind, name));
  check(found.object != nullptr, "the object is there");
  return *found.object;
}

std::vector<std::string_view> names(const World& world, std::span<const std::uint32_t> indexes) {
  std::vector<std::string_view> names;
  for (const std::uint32_t index : indexes) names.push_back(world.objects()[index].key.name);
  return names;
}

// By key.

TEST(World, IsAbsentOnlyWhereOthersOfItsKindWereSeen) {
  const World world = world_of({document("Machine", "m1")});
  EXPECT_EQ(world.find(key_of("Machine", "m1")).sight, Sight::Present);
  EXPECT_EQ(world.find(key_of("Machine", "m2")).sight, Sight::Absent);
  EXPECT_EQ(world.find(key_of("Machine", "m1", "elsewhere")).sight, Sight::NotCollected);
  EXPECT_EQ(world.find(key_of("MachineSet", "m1")).sight, Sight::NotCollected);
  EXPECT_EQ(world.find(key_of("Machine", "m2")).object, nullptr);
}

TEST(World, NothingIsUncollectedInACompleteWorld) {
  const World world = world_of({document("Machine", "m1")}, Completeness::Complete);
  EXPECT_EQ(world.find(key_of("MachineSet", "s1")).sight, Sight::Absent);
  EXPECT_TRUE(world.collected(key_of("MachineSet", "", "elsewhere")));
}

TEST(World, NodesAreCollectedByWorkloadCluster) {
  const World world = world_of({node("n1", "a", "c1")});
  EXPECT_TRUE(world.collected({"", "Node", {}, {}, {"ns", "c1"}}));
  EXPECT_FALSE(world.collected({"", "Node", {}, {}, {"ns", "c2"}}));
  EXPECT_FALSE(world.collected({"", "Node", {}, {}, {"other", "c1"}}));
  EXPECT_FALSE(world.collected({"", "Node", {}, {}, {}}));
  EXPECT_EQ(world.find({"", "Node", "", "n2", {"ns", "c1"}}).sight, Sight::Absent);
  EXPECT_EQ(world.find({"", "Node", "", "n1", {"ns", "c2"}}).sight, Sight::NotCollected);
}

TEST(World, TheSameNameInTwoWorkloadClustersIsTwoObjects) {
  const World world = world_of({node("n1", "a", "c1"), node("n1", "a", "c2")});
  EXPECT_THAT(world.objects(), SizeIs(2));
  EXPECT_THAT(world.disagreements(), IsEmpty());
}

TEST(World, CanBeEmpty) {
  const World world = world_of({});
  EXPECT_THAT(world.objects(), IsEmpty());
  EXPECT_EQ(world.find(key_of("Machine", "m1")).sight, Sight::NotCollected);
  EXPECT_THAT(world.with_provider_id({"ns", "c1"}, "a"), IsEmpty());
}

TEST(World, KeepsItsIndexesWhenItIsMoved) {
  World first = world_of({document("Machine", "m1")});
  const World second = std::move(first);
  const Object& machine = get(second, "Machine", "m1");
  EXPECT_EQ(second.index_of(machine), 0U);
  EXPECT_GT(second.bytes(), 0U);
}

// By owner.

TEST(World, TakesANewerStateOfAnObjectInItsPlace) {
  World world =
      world_of({document("MachineSet", "s1"), owned("m1", "s1", ""), document("Machine", "m2")});
  const Key key{"cluster.x-k8s.io", "Machine", "ns", "m1", {}};
  Object newer = *world.find(key).object;
  newer.generation = 7;
  world.replace(newer);
  EXPECT_EQ(world.find(key).object->generation, 7);
  const Found set = world.find({"cluster.x-k8s.io", "MachineSet", "ns", "s1", {}});
  EXPECT_THAT(world.owned_by(*set.object), SizeIs(1));
}

TEST(WorldDeathTest, AbortsWhenAReplacedObjectHasANewOwner) {
  World world = world_of({document("MachineSet", "s1"), owned("m1", "s1", "")});
  Object newer = *world.find({"cluster.x-k8s.io", "Machine", "ns", "m1", {}}).object;
  newer.owners = {};
  EXPECT_DEATH(world.replace(newer), "keeps its controller");
}

TEST(Owners, AreFoundByNameAcrossVersionsInTheOrderOfNames) {
  const World world = world_of({owned("m2", "s1", ""), document("MachineSet", "s1"),
                                owned("m1", "s1", ""), owned("m3", "s2", "")});
  EXPECT_THAT(names(world, world.owned_by(get(world, "MachineSet", "s1"))),
              ElementsAre("m1", "m2"));
  EXPECT_THAT(world.owned_by(get(world, "Machine", "m1")), IsEmpty());
}

TEST(Owners, ANewObjectUnderAnOldNameIsNotTheOwner) {
  const World world =
      world_of({document("MachineSet", "s1", R"(, "uid": "new")"), owned("m1", "s1", "old"),
                owned("m2", "s1", "new"), owned("m3", "s1", "")});
  EXPECT_THAT(names(world, world.owned_by(get(world, "MachineSet", "s1"))),
              ElementsAre("m2", "m3"));
}

TEST(Owners, OnlyTheControllerCounts) {
  const World world = world_of(
      {document("MachineSet", "s1"),
       document("Machine", "m1", R"(, "ownerReferences": [{"kind": "MachineSet", "name": "s1",
         "apiVersion": "cluster.x-k8s.io/v1beta2", "uid": ""}])")});
  EXPECT_THAT(world.owned_by(get(world, "MachineSet", "s1")), IsEmpty());
}

TEST(Owners, AreLookedForInTheSameNamespace) {
  const World world =
      world_of({document("MachineSet", "s1"),
                R"({"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine", "metadata": {
         "namespace": "elsewhere", "name": "m1", "ownerReferences": [{"kind": "MachineSet",
         "apiVersion": "cluster.x-k8s.io/v1beta2", "name": "s1", "controller": true}]}})"});
  EXPECT_THAT(world.owned_by(get(world, "MachineSet", "s1")), IsEmpty());
}

// By Cluster.

TEST(ClusterMembers, SayItInTheirSpecOrTheirLabel) {
  const World world =
      world_of({document("Cluster", "c1"), document("Cluster", "c2"),
                document("Machine", "m2", "", R"(, "spec": {"clusterName": "c1"})"),
                document("Machine", "m1", R"(, "labels": {"cluster.x-k8s.io/cluster-name": "c1"})"),
                document("Machine", "m3", R"(, "labels": {"cluster.x-k8s.io/cluster-name": "c1"})",
                         R"(, "spec": {"clusterName": "c2"})"),
                document("Machine", "m4")});
  EXPECT_THAT(names(world, world.members_of(get(world, "Cluster", "c1"))), ElementsAre("m1", "m2"));
  EXPECT_THAT(names(world, world.members_of(get(world, "Cluster", "c2"))), ElementsAre("m3"));
  EXPECT_EQ(cluster_name_of(get(world, "Machine", "m3")), "c2");
  EXPECT_EQ(cluster_name_of(get(world, "Machine", "m4")), "");
}

// By involvement.

TEST(Workload, HoldsTheNodesOfOneCluster) {
  const World world = world_of({document("Cluster", "c1"), document("Cluster", "c2"),
                                node("n2", "a"), node("n1", "b"), node("n3", "c", "c2")});
  const auto names_of = [&](std::string_view cluster) {
    std::vector<std::string_view> names;
    const Found found = world.find({"cluster.x-k8s.io", "Cluster", "ns", cluster, {}});
    for (const std::uint32_t index : world.workload_of(*found.object)) {
      names.push_back(world.objects()[index].key.name);
    }
    return names;
  };
  EXPECT_THAT(names_of("c1"), ElementsAre("n1", "n2"));
  EXPECT_THAT(names_of("c2"), ElementsAre("n3"));
}

TEST(Events, AreFoundByTheObjectTheyInvolve) {
  const World world = world_of(
      {document("MachineSet", "s1"),
       R"({"apiVersion": "v1", "kind": "Event", "metadata": {"namespace": "ns", "name": "e1"},
           "involvedObject": {"apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "MachineSet",
                              "namespace": "ns", "name": "s1"}})",
       R"({"apiVersion": "v1", "kind": "Event", "metadata": {"namespace": "ns", "name": "e2"},
           "involvedObject": {"apiVersion": "v1", "kind": "MachineSet", "name": "s1"}})"});
  EXPECT_THAT(names(world, world.about(get(world, "MachineSet", "s1"))), ElementsAre("e1"));
}

// By provider ID.

TEST(ProviderIds, LeadToNoneOneOrTwoNodes) {
  const World world = world_of({node("n2", "b"), node("n1", "b"), node("n3", "c"), node("n4", "")});
  EXPECT_THAT(world.with_provider_id({"ns", "c1"}, "a"), IsEmpty());
  EXPECT_THAT(names(world, world.with_provider_id({"ns", "c1"}, "c")), ElementsAre("n3"));
  EXPECT_THAT(names(world, world.with_provider_id({"ns", "c1"}, "b")), ElementsAre("n1", "n2"));
  EXPECT_THAT(world.with_provider_id({"ns", "c1"}, ""), IsEmpty());
}

TEST(ProviderIds, OfOtherClustersAndOfTheManagementClusterDoNotCount) {
  const World world = world_of({node("n1", "a", "c2"),
                                R"({"apiVersion": "v1", "kind": "Node",
                                    "metadata": {"name": "own"}, "spec": {"providerID": "a"}})"});
  EXPECT_THAT(world.with_provider_id({"ns", "c1"}, "a"), IsEmpty());
  EXPECT_THAT(world.with_provider_id({}, "a"), IsEmpty());
  EXPECT_THAT(names(world, world.with_provider_id({"ns", "c2"}, "a")), ElementsAre("n1"));
}

// One object in several documents.

std::string copy_of(std::string_view revision, std::string_view cluster) {
  return document("Machine", "m1", format(R"(, "resourceVersion": "{}")", revision),
                  format(R"(, "spec": {{"clusterName": "{}"}})", cluster));
}

TEST(Duplicates, TheNewestRevisionIsBelievedWhateverTheOrder) {
  std::vector<std::string> copies = {copy_of("9", "old"), copy_of("10", "new"),
                                     copy_of("8", "older")};
  std::ranges::sort(copies);
  do {
    const World world = world_of(copies);
    EXPECT_THAT(world.objects(), SizeIs(1));
    EXPECT_EQ(cluster_name_of(get(world, "Machine", "m1")), "new");
  } while (std::ranges::next_permutation(copies).found);
}

TEST(Duplicates, ThatDifferAreWarnedAbout) {
  const World world = world_of({copy_of("9", "old"), copy_of("10", "new")});
  ASSERT_THAT(world.disagreements(), SizeIs(1));
  EXPECT_EQ(world.disagreements()[0].key, key_of("Machine", "m1"));
  EXPECT_THAT(world.disagreements()[0].message,
              HasSubstr("Machine ns/m1 is there more than once and the copies differ "
                        "(resourceVersion 9 and 10)"));
}

TEST(Duplicates, OfOneRevisionThatDifferAreWarnedAbout) {
  EXPECT_THAT(world_of({copy_of("9", "a"), copy_of("9", "b")}).disagreements(), SizeIs(1));
  EXPECT_THAT(world_of({document("Machine", "m1", R"(, "generation": 1)"),
                        document("Machine", "m1", R"(, "generation": 2)")})
                  .disagreements(),
              SizeIs(1));
}

TEST(Duplicates, ThatSayTheSameAreNotWorthAWord) {
  const World world = world_of({copy_of("9", "a"), copy_of("9", "a")});
  EXPECT_THAT(world.objects(), SizeIs(1));
  EXPECT_THAT(world.disagreements(), IsEmpty());
}

TEST(Duplicates, InTwoApiVersionsAreOneObjectAndNoDisagreement) {
  const std::string older = R"({"apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "Machine",
    "metadata": {"namespace": "ns", "name": "m1", "resourceVersion": "9"}})";
  for (const auto& documents :
       {std::vector{older, copy_of("9", "a")}, std::vector{copy_of("9", "a"), older}}) {
    const World world = world_of(documents);
    ASSERT_THAT(world.objects(), SizeIs(1));
    EXPECT_EQ(world.objects()[0].version(), "v1beta2");
    EXPECT_THAT(world.disagreements(), IsEmpty());
  }
}

TEST(Duplicates, LeaveTheOtherObjectsWhereTheyCanBeFound) {
  const World world = world_of({copy_of("9", "a"), copy_of("9", "a"), document("Machine", "m2"),
                                document("MachineSet", "s1"), owned("m3", "s1", "")});
  EXPECT_THAT(world.objects(), SizeIs(4));
  EXPECT_EQ(get(world, "Machine", "m2").key.name, "m2");
  EXPECT_THAT(names(world, world.owned_by(get(world, "MachineSet", "s1"))), ElementsAre("m3"));
}

}  // namespace
}  // namespace telltale
