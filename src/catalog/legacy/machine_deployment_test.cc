// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/legacy_status.h"

#include <gtest/gtest.h>

#include "catalog/legacy/legacy_world_for_test.h"

namespace telltale::legacy {
namespace {

std::string template_of(std::string_view version) {
  return format(R"("template":{{"spec":{{"version":"{}"}}}})", version);
}

std::string deployment(std::string_view replicas, std::string_view more = "",
                       std::string metadata = "") {
  const std::string count = replicas.empty() ? "" : format(R"("replicas":{},)", replicas);
  return core(
      "MachineDeployment", "md",
      {.metadata = std::move(metadata), .spec = format("{}{}{}", count, template_of("v2"), more)});
}

// A set of the deployment; its counters are as stored, as is its one condition.
std::string set(std::string_view name, std::string_view version, std::string_view replicas,
                std::string_view ready_replicas, std::string_view available) {
  return core(
      "MachineSet", name,
      {.metadata =
           owned_by("MachineDeployment", "md") + R"(,"annotations":{"cluster.x-k8s.io/paused":""})",
       .spec = format(R"("replicas":{},{})", replicas, template_of(version)),
       .status = format(
           R"("replicas":{},"conditions":[{}],"deprecated":{{"v1beta1":{{)"
           R"("readyReplicas":{},"availableReplicas":{},"conditions":[{}]}}}})",
           replicas, condition("Paused", "True"), ready_replicas, available,
           condition("Ready", "False", R"("severity":"Error","reason":"Broken","message":"m")"))});
}

LegacyStatus status(LegacyWorld& world) { return world.status("MachineDeployment", "md"); }
std::string told_of_deployment(const std::vector<std::string>& documents, std::string_view type) {
  return LegacyWorld(documents).told("MachineDeployment", "md", type);
}

TEST(LegacyMachineDeployment, AddsUpItsSetsAndCountsTheNewestAsUpdated) {
  LegacyWorld world(
      {deployment("4"), set("old", "v1", "3", "2", "1"), set("new", "v2", "2", "2", "2")});
  EXPECT_EQ(status(world).counters,
            (LegacyCounters{.ready = 4, .available = 3, .unavailable = 2, .updated = 2}));
}

TEST(LegacyMachineDeployment, IsNeverShortOfLessThanNothing) {
  LegacyWorld world({deployment("1"), set("new", "v2", "1", "3", "3")});
  EXPECT_EQ(status(world).counters.unavailable, 0);
}

TEST(LegacyMachineDeployment, MirrorsTheNewestSet) {
  const std::vector<std::string> documents = {deployment("2"), set("old", "v1", "1", "1", "1"),
                                              set("new", "v2", "1", "1", "1")};
  EXPECT_EQ(told_of_deployment(documents, "MachineSetReady"), "False Broken Error: m");
  EXPECT_EQ(
      told_of_deployment({deployment("2"), set("old", "v1", "1", "1", "1")}, "MachineSetReady"),
      "False WaitingForMachineSet Info: MachineSet not found");
}

TEST(LegacyMachineDeployment, IsAvailableWithEnoughNodes) {
  EXPECT_EQ(told_of_deployment({deployment("2"), set("new", "v2", "2", "2", "2")}, "Available"),
            "True");
  const std::vector<std::string> few = {deployment("3"), set("new", "v2", "3", "3", "1")};
  const std::string sentence =
      "False WaitingForAvailableMachines Warning: Minimum availability requires 3 replicas, "
      "current "
      "1 available";
  EXPECT_EQ(told_of_deployment(few, "Available"), sentence);
  EXPECT_EQ(told_of_deployment(few, "Ready"), sentence);
  EXPECT_EQ(told_of_deployment({deployment("3", R"(,"rollout":{"strategy":{"type":"RollingUpdate",)"
                                                R"("rollingUpdate":{"maxUnavailable":2}}})"),
                                set("new", "v2", "3", "3", "1")},
                               "Available"),
            "True");
}

TEST(LegacyMachineDeployment, LeavesItsSetOutOfReady) {
  EXPECT_EQ(told_of_deployment({deployment("1"), set("new", "v2", "1", "1", "1")}, "Ready"),
            "True");
}

TEST(LegacyMachineDeployment, SaysByItsPhaseWhereItGoes) {
  const auto phase = [](const std::vector<std::string>& documents) {
    LegacyWorld world(documents);
    return std::string(status(world).phase);
  };
  const std::string three = set("new", "v2", "3", "3", "3");
  EXPECT_EQ(phase({deployment("3"), three}), "Running");
  EXPECT_EQ(phase({deployment("4"), three}), "ScalingUp");
  EXPECT_EQ(phase({deployment("2"), three}), "ScalingDown");
  EXPECT_EQ(phase({deployment(""), three}), "Unknown");
  EXPECT_EQ(phase({deployment("3", "", R"("deletionTimestamp":"2026-01-01T11:00:00Z")"), three}),
            "ScalingDown");
}

TEST(LegacyMachineDeployment, KeepsStoredNumbersWhereItsSetsCannotCount) {
  LegacyWorld world(
      {core("MachineDeployment", "md",
            {.spec = R"("replicas":1,)" + template_of("v2"),
             .status = R"("replicas":1,"deprecated":{"v1beta1":{"readyReplicas":5}})"}),
       core("MachineSet", "ms",
            {.metadata = owned_by("MachineDeployment", "md"), .spec = template_of("v2")})});
  EXPECT_EQ(status(world).counters.ready, 5);
  EXPECT_EQ(status(world).counters.available, std::nullopt);
  EXPECT_EQ(world.told("MachineDeployment", "md", "Available"), "");
}

TEST(LegacyMachineDeployment, KeepsEverythingWhereItsSetsWereNotCollected) {
  LegacyWorld world({core("MachineDeployment", "md",
                          {.spec = R"("replicas":3)", .status = R"("replicas":3,"phase":"Old")"})},
                    {}, Completeness::Partial);
  EXPECT_EQ(status(world).phase, "Old");
  EXPECT_TRUE(status(world).conditions.empty());
}

}  // namespace
}  // namespace telltale::legacy
