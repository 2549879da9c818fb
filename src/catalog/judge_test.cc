// SPDX-License-Identifier: Apache-2.0
#include "catalog/judge.h"

#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/small_fleet_for_test.h"

namespace telltale {
namespace {

using ::testing::HasSubstr;

TEST(Judge, TellsWhatANewWorkerWaitsFor) {  // golden string 1
  SmallFleet fleet;
  fleet.machine.status = "";
  fleet.machine.provider_id = "";
  fleet.config_status = R"({"conditions":[]})";
  fleet.infra_status = R"({"conditions":[]})";
  fleet.node = false;
  const Condition ready = fleet.judged_condition("Machine", "m1", "Ready");
  EXPECT_EQ(ready.status, Status::False);
  EXPECT_EQ(ready.reason, "NotReady");
  EXPECT_EQ(ready.message,
            "* BootstrapConfigReady: KubeadmConfig status.initialization.dataSecretCreated is "
            "false\n"
            "* InfrastructureReady: DockerMachine status.initialization.provisioned is false\n"
            "* NodeHealthy: Waiting for DockerMachine to report spec.providerID");
}

TEST(Judge, SaysOnceWhatAStoppedKubeletSaysFourTimes) {  // golden string 2
  SmallFleet fleet;
  fleet.node_conditions.clear();
  for (const char* type : {"Ready", "MemoryPressure", "DiskPressure", "PIDPressure"}) {
    fleet.node_conditions +=
        format(R"({}{{"type":"{}","status":"Unknown","reason":"NodeStatusUnknown",)"
               R"("message":"Kubelet stopped posting node status.","lastTransitionTime":"{}"}})",
               fleet.node_conditions.empty() ? "" : ",", type, "2026-01-01T11:00:00Z");
  }
  const Condition healthy = fleet.judged_condition("Machine", "m1", "NodeHealthy");
  EXPECT_EQ(healthy.status, Status::Unknown);
  EXPECT_EQ(healthy.reason, "Unknown");
  EXPECT_EQ(healthy.message, "* Node.AllConditions: Kubelet stopped posting node status.");
}

TEST(Judge, AggregatesMachinesThatWaitForTheSame) {  // golden string 3
  SmallFleet fleet;
  fleet.machines = 5;
  fleet.machine.status = "";
  fleet.machine.provider_id = "";
  fleet.node = false;
  const Condition ready = fleet.judged_condition("MachineSet", "ms-0", "MachinesReady");
  EXPECT_EQ(ready.status, Status::Unknown);
  EXPECT_EQ(ready.message,
            "* Machines m1, m2, m3, ... (2 more):\n"
            "  * NodeHealthy: Waiting for DockerMachine to report spec.providerID");
}

TEST(Judge, TellsWhyScalingDownTakesLong) {  // golden string 8
  SmallFleet fleet;
  fleet.machines = 3;
  fleet.replicas = "1";
  fleet.deleting = 2;
  fleet.stage_message =
      "Drain not completed yet (started at 2026-01-01T11:00:00Z):\\n* Pod a/b: cannot evict pod as "
      "it would violate the pod's disruption budget. x\\n* Pod a/c: deletionTimestamp set, but "
      "still not removed from the Node";
  const Condition down = fleet.judged_condition("MachineSet", "ms-0", "ScalingDown");
  EXPECT_EQ(down.status, Status::True);
  EXPECT_EQ(down.message,
            "Scaling down from 3 to 1 replicas\n"
            "* Machines m1, m2 are in deletion since more than 15m, delay likely due to "
            "PodDisruptionBudgets, Pods not terminating");
}

TEST(Judge, NamesBothWaysOfPausing) {  // golden string 10
  SmallFleet fleet;
  fleet.cluster_paused = true;
  fleet.machine.annotations = R"("cluster.x-k8s.io/paused":"")";
  const Condition paused = fleet.judged_condition("Machine", "m1", "Paused");
  EXPECT_EQ(paused.status, Status::True);
  EXPECT_EQ(paused.message,
            "Cluster spec.paused is set to true, Machine has the cluster.x-k8s.io/paused "
            "annotation");
}

TEST(Judge, ChangesNothingOnAPausedMachineButPaused) {
  SmallFleet fleet;
  fleet.cluster_paused = true;
  fleet.node = false;
  const Judged machine = fleet.judged("Machine", "m1");
  ASSERT_EQ(machine.conditions.size(), 1U);
  EXPECT_EQ(machine.conditions.front().type, "Paused");
}

TEST(Judge, ACalmMachineIsHealthyAndAvailable) {
  SmallFleet fleet;
  const Judged machine = fleet.judged("Machine", "m1");
  EXPECT_EQ(machine.verdict, Verdict::Healthy);
  EXPECT_EQ(fleet.judged_condition("Machine", "m1", "Ready").status, Status::True);
  EXPECT_EQ(fleet.judged_condition("Machine", "m1", "Available").status, Status::True);
  EXPECT_FALSE(is_set(machine.wake) && machine.wake <= fleet.now);
}

TEST(Judge, CountsWhatIsSoAndNothingElse) {
  SmallFleet fleet;
  fleet.machines = 3;
  fleet.replicas = "3";
  const Judged set = fleet.judged("MachineSet", "ms-0");
  EXPECT_EQ(set.counters, (Counters{.replicas = 3, .ready = 3, .available = 3, .up_to_date = 3}));
  EXPECT_EQ(set.verdict, Verdict::Healthy);
}

TEST(Judge, AMachineWaitsItsMinReadySecondsAndWakesByItself) {  // trap 22
  SmallFleet fleet;
  fleet.machine.spec = R"("minReadySeconds":600,)";
  const Judged machine = fleet.judged("Machine", "m1");
  const Condition available = fleet.judged_condition("Machine", "m1", "Available");
  EXPECT_EQ(available.reason, "WaitingForMinReadySeconds");
  EXPECT_EQ(machine.wake, fleet.now + std::chrono::seconds(600));
}

TEST(Judge, AMissingReadinessGateIsUnknown) {
  SmallFleet fleet;
  fleet.machine.spec = R"("readinessGates":[{"conditionType":"example.com/burned-in"}],)";
  const Condition ready = fleet.judged_condition("Machine", "m1", "Ready");
  EXPECT_EQ(ready.status, Status::Unknown);
  EXPECT_EQ(ready.message, "* example.com/burned-in: Condition not yet reported");
}

TEST(Judge, OneStuckMachineMakesItsSetStuckAndIsNamed) {
  SmallFleet fleet;
  fleet.machines = 2;
  fleet.broken_node = "m2";
  const Judged machine = fleet.judged("Machine", "m2");
  EXPECT_EQ(machine.verdict, Verdict::Stuck);
  EXPECT_EQ(machine.cause.condition, "NodeHealthy");
  const Judged set = fleet.judged("MachineSet", "ms-0");
  EXPECT_EQ(set.verdict, Verdict::Stuck);
  EXPECT_EQ(to_text(set.cause.because->key), "Machine default/m2");
}

TEST(Judge, ANodeThatIsBadForMinutesOnlyIsWorking) {
  SmallFleet fleet;
  fleet.broken_node = "m1";
  fleet.broken_since = "2026-01-01T11:55:00Z";
  const Judged machine = fleet.judged("Machine", "m1");
  EXPECT_EQ(machine.verdict, Verdict::Working);
  EXPECT_EQ(machine.wake, fleet.now + std::chrono::minutes(5));
}

TEST(Judge, ASetThatWaitsForAMachinePointsAtIt) {
  SmallFleet fleet;
  fleet.machines = 2;
  fleet.broken_node = "m2";
  fleet.broken_since = "2026-01-01T11:55:00Z";
  const Judged set = fleet.judged("MachineSet", "ms-0");
  EXPECT_EQ(set.verdict, Verdict::Working);
  EXPECT_EQ(to_text(set.cause.because->key), "Machine default/m2");
}

TEST(Judge, AMachineThatWillBeReplacedIsWorkingUntilItCannotBe) {
  const auto stored = [](std::string_view reason) {
    return format(R"({{"type":"HealthCheckSucceeded","status":"False","reason":"UnhealthyNode",)"
                  R"("message":"x","lastTransitionTime":"2026-01-01T09:00:00Z"}},)"
                  R"({{"type":"OwnerRemediated","status":"False","reason":"{}","message":"y",)"
                  R"("lastTransitionTime":"2026-01-01T09:00:00Z"}})",
                  reason);
  };
  SmallFleet fleet;
  fleet.broken_node = "m1";
  fleet.machine.conditions = stored("WaitingForRemediation");
  EXPECT_EQ(fleet.judged("Machine", "m1").verdict, Verdict::Working);
  EXPECT_EQ(fleet.judged_condition("MachineSet", "ms-0", "Remediating").status, Status::True);
  fleet.machine.conditions = stored("CannotBeRemediated");
  EXPECT_EQ(fleet.judged("Machine", "m1").verdict, Verdict::Stuck);
}

TEST(Judge, AMachineWithoutANodeIsWorkingForTwentyMinutesSinceItsCreation) {
  SmallFleet fleet;
  fleet.machine.status = "";
  fleet.machine.provider_id = "";
  fleet.node = false;
  fleet.now = *parse_rfc3339("2026-01-01T07:49:59Z");
  EXPECT_EQ(fleet.judged("Machine", "m1").verdict, Verdict::Working);
  EXPECT_EQ(fleet.judged("Machine", "m1").wake, fleet.now + std::chrono::seconds(1));
  fleet.now += std::chrono::seconds(1);
  EXPECT_EQ(fleet.judged("Machine", "m1").verdict, Verdict::Stuck);
}

TEST(Judge, EachDeletionStageHasItsOwnPatience) {
  SmallFleet fleet;
  fleet.deleting = 1;
  fleet.replicas = "0";
  fleet.now = *parse_rfc3339("2026-01-01T11:14:59Z");
  EXPECT_EQ(fleet.judged("Machine", "m1").verdict, Verdict::Working);
  fleet.now += std::chrono::seconds(1);
  const Judged machine = fleet.judged("Machine", "m1");
  EXPECT_EQ(machine.verdict, Verdict::Stuck);
  EXPECT_EQ(machine.cause.reason, "DrainingNode");
  const Judged set = fleet.judged("MachineSet", "ms-0");
  EXPECT_EQ(set.verdict, Verdict::Stuck);
  EXPECT_EQ(to_text(set.cause.because->key), "Machine default/m1");
}

TEST(Judge, AConditionOfTheOtherDialectIsKeptAndItsTimeIsBelieved) {
  SmallFleet fleet;
  fleet.machine.conditions =
      R"({"type":"Deleting","status":"False","reason":"NotDeleting","message":"",)"
      R"("lastTransitionTime":"2026-01-01T09:00:00Z"})";
  const Condition deleted = fleet.judged_condition("Machine", "m1", "Deleted");
  EXPECT_EQ(format_rfc3339(deleted.last_transition), "2026-01-01T09:00:00Z");
  EXPECT_EQ(fleet.judged_condition("Machine", "m1", "Deleting").reason, "NotDeleting");
}

TEST(Judge, TheUpstreamDialectClearsAwayTheProposalsOwnNames) {
  SmallFleet fleet;
  fleet.settings.dialect = upstream_dialect();
  fleet.machine.conditions =
      R"({"type":"Deleted","status":"False","reason":"NotDeleting","message":"",)"
      R"("lastTransitionTime":"2026-01-01T09:00:00Z"})";
  const Judged machine = fleet.judged("Machine", "m1");
  EXPECT_EQ(find_condition(machine.conditions, "Deleted"), nullptr);
  const Condition* deleting = find_condition(machine.conditions, "Deleting");
  ASSERT_NE(deleting, nullptr);
  EXPECT_EQ(format_rfc3339(deleting->last_transition), "2026-01-01T09:00:00Z");
}

TEST(Judge, ALostConnectionIsUnknownAndNotBad) {
  SmallFleet fleet;
  fleet.connection = R"({"connected":false,"lastProbeSuccessTime":"2026-01-01T11:00:00Z",)"
                     R"("consecutiveFailures":31})";
  const Judged machine = fleet.judged("Machine", "m1");
  EXPECT_EQ(machine.verdict, Verdict::Unknown);
  EXPECT_EQ(machine.cause.reason, "ConnectionDown");
  EXPECT_EQ(fleet.judged_condition("Machine", "m1", "NodeHealthy").message,
            "Last successful probe at 2026-01-01T11:00:00Z");
}

TEST(Judge, UpstreamNamesAreWrittenOnlyInTheUpstreamDialect) {
  SmallFleet fleet;
  fleet.settings.dialect = upstream_dialect();
  EXPECT_EQ(fleet.judged_condition("Machine", "m1", "Deleting").reason, "NotDeleting");
  EXPECT_EQ(fleet.judged_condition("Machine", "m1", "Updating").reason, "NotUpdating");
  EXPECT_EQ(fleet.judged_condition("Machine", "m1", "NodeHealthy").reason, "NodeHealthy");
  EXPECT_EQ(fleet.judged_condition("MachineSet", "ms-0", "MachinesUpToDate").status, Status::True);
  EXPECT_EQ(find_condition(fleet.judged("MachineSet", "ms-0").conditions, "ReplicaFailure"),
            nullptr);
}

TEST(Judge, WhatWasNotCollectedKeepsItsStoredValue) {
  SmallFleet fleet;
  fleet.node = false;
  fleet.machine.conditions =
      R"({"type":"NodeHealthy","status":"True","reason":"Healthy","message":"",)"
      R"("lastTransitionTime":"2026-01-01T09:00:00Z"},)"
      R"({"type":"NodeReady","status":"True","reason":"NodeReady","message":"",)"
      R"("lastTransitionTime":"2026-01-01T09:00:00Z"})";
  EXPECT_EQ(fleet.judged_condition("Machine", "m1", "NodeHealthy").status, Status::True);
  fleet.machine.conditions = "";
  const Condition healthy = fleet.judged_condition("Machine", "m1", "NodeHealthy");
  EXPECT_EQ(healthy.status, Status::Unknown);
  EXPECT_EQ(healthy.reason, "NotCollected");
  EXPECT_THAT(std::string(healthy.message), HasSubstr("were not collected"));
  fleet.completeness = Completeness::Complete;
  EXPECT_EQ(fleet.judged_condition("Machine", "m1", "NodeHealthy").reason, "Deleted");
}

TEST(Judge, AMissingTemplateIsWorkingForFiveMinutesAndThenStuck) {
  SmallFleet fleet;
  fleet.replicas = "3";
  fleet.templates = false;
  fleet.completeness = Completeness::Complete;
  fleet.set_conditions = R"({"type":"ReplicaFailure","status":"True","reason":"TemplateNotFound",)"
                         R"("message":"x","lastTransitionTime":"2026-01-01T11:56:00Z"})";
  Judged set = fleet.judged("MachineSet", "ms-0");
  EXPECT_EQ(set.verdict, Verdict::Working);
  EXPECT_EQ(set.cause.reason, "TemplateNotFound");
  fleet.now += std::chrono::minutes(1);
  set = fleet.judged("MachineSet", "ms-0");
  EXPECT_EQ(set.verdict, Verdict::Stuck);
}

TEST(Judge, AContractViolationIsStuckAtOnce) {
  SmallFleet fleet;
  fleet.infra_status = R"({"conditions":[{"type":"Ready"}]})";
  const Condition infra = fleet.judged_condition("Machine", "m1", "InfrastructureReady");
  EXPECT_EQ(infra.reason, "InvalidConditionReported");
  EXPECT_EQ(infra.message,
            "failed to convert status.conditions from DockerMachine to []metav1.Condition: status "
            "must be set for the Ready condition");
  EXPECT_EQ(fleet.judged("Machine", "m1").verdict, Verdict::Stuck);
}

TEST(Judge, NilReplicasAreNotZeroReplicas) {
  SmallFleet fleet;
  fleet.replicas = "";
  const Condition up = fleet.judged_condition("MachineSet", "ms-0", "ScalingUp");
  EXPECT_EQ(up.status, Status::Unknown);
  EXPECT_EQ(up.reason, "WaitingForReplicasSet");
}

TEST(Judge, ReadsTheV1beta1ShapeToo) {
  SmallFleet fleet;
  fleet.version = "v1beta1";
  const Judged machine = fleet.judged("Machine", "m1");
  EXPECT_EQ(machine.verdict, Verdict::Healthy);
}

}  // namespace
}  // namespace telltale
