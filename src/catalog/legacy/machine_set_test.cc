// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/legacy_status.h"

#include <gtest/gtest.h>

#include "catalog/legacy/legacy_world_for_test.h"

namespace telltale::legacy {
namespace {

std::string set_of(std::string_view replicas, Parts parts = {}) {
  parts.spec = format(R"("replicas":{}{}{})", replicas, parts.spec.empty() ? "" : ",", parts.spec);
  return core("MachineSet", "ms", std::move(parts));
}

// A Machine of the set with a Node of its own name, ready by the old measure.
std::string set_member(std::string_view name, std::string_view legacy = "",
                       std::string labels = "") {
  return machine(name, {.metadata = owned_by("MachineSet", "ms") + labels,
                        .spec = format(R"("providerID":"id-{}")", name),
                        .status = format(R"("nodeRef":{{"name":"{}"}},"deprecated":{{"v1beta1":{{)"
                                         R"("conditions":[{}]}}}})",
                                         name, legacy)});
}

const std::string well = condition("InfrastructureReady", "True");
const std::string ill = condition("InfrastructureReady", "False",
                                  R"("severity":"Error","reason":"Broken","message":"no disk")");

std::string told_of_set(const std::vector<std::string>& documents, std::string_view type) {
  return LegacyWorld(documents).told("MachineSet", "ms", type);
}
LegacyCounters set_counters(const std::vector<std::string>& documents) {
  return LegacyWorld(documents).status("MachineSet", "ms").counters;
}

TEST(LegacyMachineSet, IsReadyWhenAllIsDone) {
  const std::vector<std::string> documents = {set_of("2"), set_member("m1", well),
                                              set_member("m2", well), ready_node("m1"),
                                              ready_node("m2")};
  EXPECT_EQ(told_of_set(documents, "MachinesCreated"), "True");
  EXPECT_EQ(told_of_set(documents, "Resized"), "True");
  EXPECT_EQ(told_of_set(documents, "MachinesReady"), "True");
  EXPECT_EQ(told_of_set(documents, "Ready"), "True");
}

// The regression of trap 38: the aggregation must look at the old Ready of each Machine, and not at
// the new one, which says something else.
TEST(LegacyMachineSet, AggregatesTheOldReadyOfItsMachines) {
  const std::vector<std::string> documents = {set_of("2"), set_member("m1", well),
                                              set_member("m2", ill), ready_node("m1"),
                                              ready_node("m2")};
  EXPECT_EQ(told_of_set(documents, "MachinesReady"),
            "False Broken @ Machine/m2 Error: 1 of 2 completed");
  EXPECT_EQ(told_of_set(documents, "Ready"), "False Broken @ Machine/m2 Error: 1 of 2 completed");
}

TEST(LegacyMachineSet, IsReadyWithoutMachinesIfItWantsNone) {
  EXPECT_EQ(told_of_set({set_of("0")}, "MachinesReady"), "True");
  EXPECT_EQ(told_of_set({set_of("0")}, "Resized"), "True");
}

TEST(LegacyMachineSet, SaysWhereItsSizeGoes) {
  EXPECT_EQ(told_of_set({set_of("3"), set_member("m1", well), ready_node("m1")}, "Resized"),
            "False ScalingUp Warning: Scaling up MachineSet to 3 replicas (actual 1)");
  EXPECT_EQ(told_of_set({set_of("0"), set_member("m1", well), ready_node("m1")}, "Resized"),
            "False ScalingDown Warning: Scaling down MachineSet to 0 replicas (actual 1)");
  const Parts deleted{.metadata = R"("deletionTimestamp":"2026-01-01T11:00:00Z")"};
  EXPECT_EQ(
      told_of_set({set_of("1", deleted), set_member("m1", well), ready_node("m1")}, "Resized"),
      "False ScalingDown Warning: Scaling down MachineSet to 0 replicas (actual 1)");
}

TEST(LegacyMachineSet, IsNotResizedBeforeItsNodesAreReady) {
  const std::string still = format(
      R"("deprecated":{{"v1beta1":{{"conditions":[{}]}}}})",
      condition("Resized", "False", R"("severity":"Warning","reason":"ScalingUp","message":"m")"));
  EXPECT_EQ(told_of_set({set_of("1", {.status = still}), set_member("m1", well),
                         node("m1", condition("Ready", "False"))},
                        "Resized"),
            "False ScalingUp Warning: m");
  EXPECT_EQ(told_of_set({set_of("1", {.status = still}), set_member("m1", well), ready_node("m1")},
                        "Resized"),
            "True");
}

TEST(LegacyMachineSet, KeepsTheReasonWhyMachinesCouldNotBeCreated) {
  const std::string failed =
      format(R"("deprecated":{{"v1beta1":{{"conditions":[{}]}}}})",
             condition("MachinesCreated", "False",
                       R"("severity":"Error","reason":"MachineCreationFailed","message":"quota")"));
  const std::vector<std::string> documents = {set_of("1", {.status = failed})};
  EXPECT_EQ(told_of_set(documents, "MachinesCreated"), "False MachineCreationFailed Error: quota");
  EXPECT_EQ(told_of_set(documents, "Ready"), "False MachineCreationFailed Error: quota");
  EXPECT_EQ(told_of_set({set_of("0", {.status = failed})}, "MachinesCreated"), "True");
}

TEST(LegacyMachineSet, CountsNodesAndNotMachines) {
  const std::vector<std::string> documents = {
      set_of("3", {.spec = R"("template":{"spec":{"minReadySeconds":600}})"}),
      set_member("m1", ill),
      set_member("m2", well),
      set_member("m3", well),
      ready_node("m1", "11:00:00"),
      ready_node("m2", "11:55:00"),
      node("m3", condition("Ready", "Unknown"))};
  const LegacyCounters counted = set_counters(documents);
  EXPECT_EQ(counted.ready, 2);
  EXPECT_EQ(counted.available, 1);
}

TEST(LegacyMachineSet, IsAvailableOnlyAfterMinReadySecondsAndInEitherVersion) {
  const auto available = [](std::string_view since, std::string_view version) {
    const std::string seconds = version == "v1beta1"
                                    ? R"("minReadySeconds":300)"
                                    : R"("template":{"spec":{"minReadySeconds":300}})";
    return set_counters({core("MachineSet", "ms", {.spec = R"("replicas":1,)" + seconds}, version),
                         set_member("m1", well), ready_node("m1", since)})
        .available;
  };
  for (const std::string_view version : {"v1beta1", "v1beta2"}) {
    EXPECT_EQ(available("11:54:59", version), 1) << version;
    EXPECT_EQ(available("11:55:00", version), 0) << version;
  }
}

TEST(LegacyMachineSet, CountsMachinesThatHaveAllLabelsOfTheTemplate) {
  const std::string labels = R"("template":{"metadata":{"labels":{"a":"1","b":"2"}}})";
  const auto labeled = [](std::string_view text) { return format(R"(,"labels":{{{}}})", text); };
  EXPECT_EQ(
      set_counters({set_of("3", {.spec = labels}),
                    set_member("m1", well, labeled(R"("a":"1","b":"2","c":"3")")),
                    set_member("m2", well, labeled(R"("a":"1","b":"x")")), set_member("m3", well)})
          .fully_labeled,
      1);
  EXPECT_EQ(set_counters({set_of("1"), set_member("m1", well)}).fully_labeled, 1);
}

TEST(LegacyMachineSet, KeepsStoredNumbersWhereNodesWereNotCollected) {
  LegacyWorld world({set_of("1", {.status = R"("replicas":1,"backCompatibilty":{)"
                                            R"("readyReplicas":7})"}),
                     set_member("m1", well)},
                    {}, Completeness::Partial);
  const LegacyCounters counted = world.status("MachineSet", "ms").counters;
  EXPECT_EQ(counted.ready, 7);
  EXPECT_EQ(counted.available, std::nullopt);
  EXPECT_EQ(counted.fully_labeled, 1);
}

TEST(LegacyMachineSet, KeepsEverythingWhereMachinesWereNotCollected) {
  LegacyWorld world({set_of("3", {.status = R"("replicas":3)"})}, {}, Completeness::Partial);
  EXPECT_TRUE(world.status("MachineSet", "ms").conditions.empty());
}

TEST(LegacyMachineSet, HasNoReadyNodesInAClusterThatIsOutOfReach) {
  const std::string lost = document("telltale.dev/v1alpha1", "RemoteConnection", "c1",
                                    {.status = R"("connected":false)"});
  EXPECT_EQ(set_counters({set_of("1"), set_member("m1", well), ready_node("m1"), lost}).ready, 0);
}

}  // namespace
}  // namespace telltale::legacy
