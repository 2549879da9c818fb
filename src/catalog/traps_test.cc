// SPDX-License-Identifier: Apache-2.0
// Mistakes that were really made elsewhere, with Machines and MachineSets; each named by its number
// in the specification's list, so that nobody makes it here again.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/small_fleet_for_test.h"

namespace telltale {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string node_condition(std::string_view type, std::string_view status, std::string_view text) {
  return format(R"({{"type":"{}","status":"{}","reason":"R","message":"{}",)"
                R"("lastTransitionTime":"2026-01-01T08:00:00Z"}})",
                type, status, text);
}

std::string stored(std::string_view type, std::string_view status, std::string_view since) {
  return format(R"({{"type":"{}","status":"{}","reason":"{}","message":"",)"
                R"("lastTransitionTime":"{}"}})",
                type, status, status == "True" ? "Ready" : "NotReady", since);
}

TEST(Trap18, ANodeWithoutAReadyConditionIsUnknownAndSaysSo) {
  SmallFleet fleet;
  fleet.node_conditions = node_condition("MemoryPressure", "False", "");
  const Condition ready = fleet.judged_condition("Machine", "m1", "NodeReady");
  EXPECT_EQ(ready.status, Status::Unknown);
  EXPECT_EQ(ready.reason, "NodeReadyUnknown");
  EXPECT_EQ(ready.message, "* Node.Ready: Condition not yet reported");
}

TEST(Trap19, ADeletedMachineIsNotReadyAndTheDrainStoryStaysOutOfReady) {
  SmallFleet fleet;
  fleet.deleting = 1;
  fleet.stage_message = "Drain not completed yet:\\n* Pod a/b-7f9: failed to evict Pod, no";
  const Condition ready = fleet.judged_condition("Machine", "m1", "Ready");
  EXPECT_EQ(ready.status, Status::False);
  EXPECT_EQ(
      ready.message,
      "* Deleted: Machine deletion in progress since more than 15m, stage: DrainingNode, delay "
      "likely due to Pod eviction errors");
}

TEST(Trap20, OneKubeletMessageIsNotRepeatedFourTimes) {
  SmallFleet fleet;
  for (const char* type : {"Ready", "MemoryPressure", "DiskPressure", "PIDPressure"}) {
    if (!fleet.node_conditions.empty()) fleet.node_conditions += ",";
    fleet.node_conditions += node_condition(type, "Unknown", "gone");
  }
  EXPECT_EQ(fleet.judged_condition("Machine", "m1", "NodeHealthy").message,
            "* Node.AllConditions: gone");
}

TEST(Trap21, ARestartedControllerKeepsTheLastKnownStatus) {
  SmallFleet fleet;
  fleet.machine.conditions = stored("NodeReady", "True", "2026-01-01T09:00:00Z") + "," +
                             stored("NodeHealthy", "True", "2026-01-01T09:00:00Z");
  fleet.connection = R"({"connected":false,"consecutiveFailures":4})";
  EXPECT_EQ(fleet.judged_condition("Machine", "m1", "NodeHealthy").status, Status::True);
  fleet.connection = R"({"connected":false,"consecutiveFailures":5})";
  const Condition healthy = fleet.judged_condition("Machine", "m1", "NodeHealthy");
  EXPECT_EQ(healthy.reason, "ConnectionDown");
  EXPECT_EQ(healthy.message, "");  // There never was a successful probe to tell of.
}

TEST(Trap23, AMachineThatIsUpdatedInPlaceDoesNotCount) {
  SmallFleet fleet;
  fleet.machine.annotations =
      R"("in-place-updates.internal.cluster.x-k8s.io/update-in-progress":"")";
  const Counters counters = fleet.judged("MachineSet", "ms-0").counters;
  EXPECT_EQ(counters, (Counters{.replicas = 1, .ready = 0, .available = 0, .up_to_date = 0}));
}

TEST(Trap28, PodsThatAreWaitedForAreNamedAsACauseOfDelay) {
  SmallFleet fleet;
  fleet.deleting = 1;
  fleet.replicas = "0";
  fleet.stage_message = "* Pod a/b: waiting for completion";
  EXPECT_THAT(std::string(fleet.judged_condition("MachineSet", "ms-0", "ScalingDown").message),
              HasSubstr("delay likely due to Pods not completed yet"));
}

TEST(Trap29, AMachineTenSecondsOldDoesNotMakeUpToDateFlicker) {
  SmallFleet fleet;
  fleet.completeness = Completeness::Complete;
  fleet.deployment_name =
      "";  // No object says what the Machine should be, so nobody says UpToDate.
  fleet.settings.dialect = upstream_dialect();
  fleet.now = *parse_rfc3339("2026-01-01T07:30:10Z");  // exactly ten seconds after its creation
  Judged set = fleet.judged("MachineSet", "ms-0");
  EXPECT_EQ(find_condition(set.conditions, "MachinesUpToDate")->reason, "NoReplicas");
  EXPECT_EQ(set.wake, fleet.now + Seconds(1));
  fleet.now += Seconds(1);
  set = fleet.judged("MachineSet", "ms-0");
  EXPECT_EQ(find_condition(set.conditions, "MachinesUpToDate")->reason, "UpToDateUnknown");
}

TEST(Trap30, FifteenMinutesOfDeletionAreNotYetTooLong) {
  SmallFleet fleet;
  fleet.deleting = 1;
  fleet.replicas = "0";
  fleet.now = *parse_rfc3339("2026-01-01T11:15:00Z");
  EXPECT_THAT(std::string(fleet.judged_condition("MachineSet", "ms-0", "ScalingDown").message),
              Not(HasSubstr("15m")));
  fleet.now += Seconds(1);
  EXPECT_THAT(std::string(fleet.judged_condition("MachineSet", "ms-0", "ScalingDown").message),
              HasSubstr("in deletion since more than 15m"));
}

TEST(Trap33, CountersThatNobodyComputedStayNil) {
  SmallFleet fleet;
  fleet.cluster_paused = true;
  EXPECT_EQ(fleet.judged("MachineSet", "ms-0").counters, Counters{});
}

TEST(DefectB, ADrainWithoutAStartTimeIsNoCrash) {
  SmallFleet fleet;
  fleet.deleting = 1;
  fleet.drain_started = "";
  fleet.stage_message = "* Pod a/b: failed to evict Pod, no";
  EXPECT_EQ(fleet.judged_condition("Machine", "m1", "Ready").message,
            "* Deleted: Machine deletion in progress since more than 15m, stage: DrainingNode");
}

TEST(DefectE, AConditionOfTheWrongTypeIsAnErrorAndNoCrash) {
  SmallFleet fleet;
  fleet.config_status = R"({"conditions":[{"type":"Ready","status":{"a":1}}]})";
  const Condition config = fleet.judged_condition("Machine", "m1", "BootstrapConfigReady");
  EXPECT_EQ(config.status, Status::Unknown);
  EXPECT_EQ(config.reason, "InvalidConditionReported");
}

TEST(DefectO, TheCommonMessageDoesNotHideWhatWasNotReported) {
  SmallFleet fleet;
  fleet.node_conditions = node_condition("Ready", "Unknown", "gone") + "," +
                          node_condition("DiskPressure", "Unknown", "gone") + "," +
                          node_condition("PIDPressure", "Unknown", "gone");
  EXPECT_EQ(fleet.judged_condition("Machine", "m1", "NodeHealthy").message,
            "* Node.AllConditions: gone\n* Node.MemoryPressure: Condition not yet reported");
}

}  // namespace
}  // namespace telltale
