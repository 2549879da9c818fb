// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/judge_cluster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/cluster/stage_for_test.h"

namespace telltale::cluster {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

constexpr std::string_view only_infrastructure =
    R"("infrastructureRef":{"apiGroup":"infrastructure.cluster.x-k8s.io","kind":"DockerCluster",)"
    R"("name":"c1"})";
constexpr std::string_view only_control_plane =
    R"("controlPlaneRef":{"apiGroup":"controlplane.cluster.x-k8s.io","kind":)"
    R"("KubeadmControlPlane","name":"c1-cp"})";

std::string probed(std::string_view last_success) {
  return format(R"({{"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection","metadata":)"
                R"({{"namespace":"default","name":"c1"}},"status":{{"connected":false,)"
                R"("lastProbeSuccessTime":"{}","consecutiveFailures":5}}}})",
                last_success);
}

std::vector<std::string> probed_documents() {
  std::vector<std::string> documents = calm_documents();
  documents.push_back(probed("2026-01-01T12:00:00Z"));
  return documents;
}

std::vector<std::string> types_of(const Stage& stage) {
  std::vector<std::string> types;
  for (const Condition& one : stage.judged().conditions) types.emplace_back(one.type);
  return types;
}

TEST(ClusterJudge, WritesTheSeedsTypesInTheProposal) {
  EXPECT_THAT(types_of(Stage(probed_documents())),
              ElementsAre("Available", "UpToDate", "RemoteConnectionProbe",
                          "ControlPlaneInitialized", "ControlPlaneAvailable", "WorkersAvailable",
                          "Remediating", "ScalingDown", "ScalingUp", "Paused", "Deleted"));
}

TEST(ClusterJudge, WritesUpstreamsTypesInItsDialect) {
  EXPECT_THAT(
      types_of(Stage(probed_documents(), {.settings = upstream})),
      ElementsAre("Available", "RemoteConnectionProbe", "InfrastructureReady",
                  "ControlPlaneInitialized", "ControlPlaneAvailable", "WorkersAvailable",
                  "RollingOut", "Remediating", "ScalingDown", "ScalingUp",
                  "ControlPlaneMachinesReady", "WorkerMachinesReady",
                  "ControlPlaneMachinesUpToDate", "WorkerMachinesUpToDate", "Paused", "Deleting"));
}

TEST(ClusterJudge, SaysNothingOfAConnectionThatNobodyProbed) {
  for (const Settings& settings : {Settings{}, upstream}) {
    const Stage stage(calm_documents(), {.settings = settings});
    EXPECT_THAT(types_of(stage), Not(Contains("RemoteConnectionProbe")));
    EXPECT_EQ(stage.judged().verdict, Verdict::Healthy) << "and takes it as good";
  }
}

TEST(ClusterJudge, ChangesNothingOnAPausedClusterButPaused) {
  Document cluster = cluster_with(std::string(both_refs) + R"(,"paused":true)");
  cluster.metadata = R"(,"annotations":{"cluster.x-k8s.io/paused":""})";
  cluster.conditions = condition("WorkersAvaiable", "False", "NotAvailable", "old");
  const Stage stage({cluster.text(), control_plane().text()});
  EXPECT_THAT(types_of(stage), ElementsAre("WorkersAvaiable", "Paused"));
  EXPECT_EQ(stage.told("Paused"),
            "True/Paused: Cluster spec.paused is set to true, Cluster has the "
            "cluster.x-k8s.io/paused annotation");
}

TEST(ClusterJudge, ReadsTheSeedsMisspeltTypeAndWritesItWell) {
  Document cluster = cluster_with(both_refs);
  cluster.conditions = condition("WorkersAvaiable", "True", "Available");
  auto documents = calm_documents();
  documents[0] = cluster.text();
  const Stage stage(documents);
  EXPECT_FALSE(stage.has("WorkersAvaiable"));
  EXPECT_EQ(stage.condition("WorkersAvailable").last_transition,
            *parse_rfc3339("2026-01-01T11:00:00Z"));
  EXPECT_TRUE(stage.judged().changed);
}

TEST(ClusterJudge, TopologyReconciledStandsAsItIsStored) {
  Document cluster = cluster_with(std::string(both_refs) + R"(,"topology":{"class":"k"})");
  cluster.conditions = condition("TopologyReconciled", "False", "ClusterUpgrading", "to v2");
  auto documents = calm_documents();
  documents[0] = cluster.text();
  EXPECT_EQ(Stage(documents).told("TopologyReconciled"), "False/ClusterUpgrading: to v2");
}

// The connection.

TEST(ClusterProbing, GraceIsFortySecondsOrFiftyOrWhatSomebodySays) {
  auto documents = calm_documents();
  documents.push_back(probed("2026-01-01T11:59:15Z"));
  const auto told = [&](Settings settings) {
    return Stage(documents, {.settings = settings}).told("RemoteConnectionProbe");
  };
  const std::string_view failed =
      "False/ProbeFailed: Remote connection probe failed, probe last succeeded at "
      "2026-01-01T11:59:15Z";
  EXPECT_EQ(told({}), failed);
  EXPECT_EQ(told(upstream), "True/ProbeSucceeded");
  Settings strict = upstream;
  strict.remote_connection_grace = Seconds(44);
  EXPECT_EQ(told(strict), failed);
}

TEST(ClusterProbing, WakesAtTheFirstSecondPastTheGrace) {
  auto documents = calm_documents();
  documents.push_back(probed("2026-01-01T11:59:50Z"));
  EXPECT_EQ(Stage(documents).judged().wake, *parse_rfc3339("2026-01-01T12:00:31Z"));
}

// The objects it refers to.

TEST(DefectP, ACLusterWithoutInfrastructureRefIsNotConfiguredAndCanBeAvailable) {
  const Stage stage({cluster_with(only_control_plane).text(), control_plane().text()},
                    {.settings = upstream});
  EXPECT_EQ(stage.told("InfrastructureReady"), "True/NotConfigured");
  EXPECT_EQ(stage.told("Available"), "True/Available");
}

TEST(DefectP, AClusterWithoutControlPlaneRefIsJudgedByItsStandAloneMachines) {
  Document sick = control_plane_machine("m1");
  sick.conditions = condition("Available", "False", "NotReady");
  const std::string cluster = cluster_with(only_infrastructure).text();
  const Stage unwell({cluster, infrastructure().text(), sick.text()}, {.settings = upstream});
  EXPECT_EQ(unwell.told("ControlPlaneAvailable"),
            "False/NotAvailable: There are no available control plane Machines, at least 1 "
            "required");
  const Stage well(
      {cluster, infrastructure().text(), sick.text(), control_plane_machine("m2").text()},
      {.settings = upstream});
  EXPECT_EQ(well.told("ControlPlaneAvailable"), "True/Available");
  EXPECT_EQ(well.told("Available"), "True/Available");
}

TEST(ClusterReferences, MirrorsTheFreshControlPlaneWithItsTime) {
  Document plane = control_plane();
  plane.conditions = condition("Available", "False", "NotAvailable", "* no quorum");
  const Stage stage({cluster_with(both_refs).text(), plane.text()});
  EXPECT_EQ(stage.told("ControlPlaneAvailable"), "False/NotAvailable: * no quorum");
  EXPECT_EQ(stage.condition("ControlPlaneAvailable").last_transition,
            *parse_rfc3339("2026-01-01T11:00:00Z"));
}

TEST(ClusterReferences, AControlPlaneWithoutAvailableFallsBackOnTheContract) {
  Document plane = control_plane();
  plane.conditions = "";
  EXPECT_EQ(Stage({cluster_with(both_refs).text(), plane.text()}).told("ControlPlaneAvailable"),
            "True/Available");
  plane.status = "";
  Document cluster = cluster_with(both_refs);
  cluster.status = "";
  EXPECT_EQ(Stage({cluster.text(), plane.text()}).told("ControlPlaneAvailable"),
            "False/NotAvailable: KubeadmControlPlane "
            "status.initialization.controlPlaneInitialized is false");
}

TEST(ClusterReferences, AnotherProvidersTrueWithoutAReasonIsAvailable) {  // Trap 12
  const std::string plane =
      R"({"apiVersion":"controlplane.example.com/v1","kind":"OtherPlane","metadata":)"
      R"({"namespace":"default","name":"cp"},"spec":{},"status":{"conditions":[)"
      R"({"type":"Available","status":"True","lastTransitionTime":"2026-01-01T11:00:00Z"}]}})";
  const std::string broken =
      R"({"apiVersion":"controlplane.example.com/v1","kind":"OtherPlane","metadata":)"
      R"({"namespace":"default","name":"cp"},"spec":{},"status":{"conditions":[)"
      R"({"status":"True"}]}})";
  const std::string cluster =
      cluster_with(
          R"("controlPlaneRef":{"apiVersion":"controlplane.example.com/v1","kind":"OtherPlane",)"
          R"("name":"cp"})")
          .text();
  EXPECT_EQ(Stage({cluster, plane}).told("ControlPlaneAvailable"), "True/Available");
  EXPECT_EQ(Stage({cluster, broken}).told("ControlPlaneAvailable"),
            "Unknown/InvalidConditionReported: failed to convert status.conditions from "
            "OtherPlane to []metav1.Condition: type must be set for all conditions");
}

TEST(ClusterReferences, KeepsWhatRestsOnObjectsThatWereNotCollected) {
  Document cluster = cluster_with(both_refs);
  cluster.conditions = condition("ControlPlaneAvailable", "False", "NotAvailable", "no quorum") +
                       "," + condition("ScalingUp", "True", "ScalingUp", "old");
  const Stage stage({cluster.text()}, {.settings = upstream});
  EXPECT_EQ(stage.told("ControlPlaneAvailable"), "False/NotAvailable: no quorum");
  EXPECT_EQ(stage.told("ScalingUp"), "True/ScalingUp: old");
  EXPECT_EQ(stage.told("InfrastructureReady"),
            "Unknown/NotCollected: DockerCluster c1 was not collected");
}

// Workers.

TEST(Trap11, AClusterWithoutWorkersIsNoInternalError) {
  const Stage stage({cluster_with(both_refs).text(), control_plane().text()},
                    {.settings = upstream});
  EXPECT_EQ(stage.told("WorkersAvailable"), "True/NoWorkers");
  EXPECT_EQ(stage.told("RollingOut"), "False/NotRollingOut");
  EXPECT_EQ(stage.told("WorkerMachinesReady"), "True/NoReplicas");
  EXPECT_EQ(stage.told("WorkerMachinesUpToDate"), "True/NoReplicas");
}

TEST(Trap35, AKindThatNeverReportsDoesNotMakeTheClusterUnknownForEver) {
  Document pool = deployment("pool-0");
  pool.kind = "MachinePool";
  pool.conditions = "";
  Document plane = control_plane();
  plane.conditions = condition("Available", "True", "Available");
  const Stage stage(
      {cluster_with(both_refs).text(), infrastructure().text(), plane.text(), pool.text()},
      {.settings = upstream});
  EXPECT_EQ(stage.told("WorkersAvailable"), "True/NoWorkers");
  EXPECT_EQ(stage.told("ScalingUp"), "False/NotScalingUp");
  EXPECT_EQ(stage.told("ScalingDown"), "False/NotScalingDown");
  EXPECT_EQ(stage.told("RollingOut"), "False/NotRollingOut");
  EXPECT_EQ(stage.told("Available"), "True/Available");
}

TEST(ClusterWorkers, PoolsThatReportCountLikeDeployments) {
  Document pool = deployment("pool-0");
  pool.kind = "MachinePool";
  pool.conditions = condition("Available", "False", "NotAvailable", "one short");
  auto documents = calm_documents();
  documents.push_back(pool.text());
  EXPECT_EQ(Stage(documents).told("WorkersAvailable"),
            "False/NotAvailable: * MachinePool pool-0: one short");
}

TEST(ClusterWorkers, ADeploymentThatDoesNotReportYetIsUnknown) {
  Document silent = deployment("md-1");
  silent.conditions = "";
  auto documents = calm_documents();
  documents.push_back(silent.text());
  EXPECT_EQ(Stage(documents).told("WorkersAvailable"),
            "Unknown/AvailableUnknown: * MachineDeployment md-1: Condition Available not yet "
            "reported");
}

TEST(Trap42, ANewClusterWhoseWorkersDoNotExistYetHasNone) {
  Document cluster = cluster_with(R"("topology":{"class":"k","version":"v1.33.0"})");
  EXPECT_EQ(Stage({cluster.text()}).told("WorkersAvailable"), "True/NoWorkers");
}

TEST(ClusterWorkers, AreNotMissedInADumpWithoutThem) {
  Document cluster = cluster_with(both_refs);
  cluster.status += R"("workers":{"desiredReplicas":4,"replicas":4},)";
  EXPECT_EQ(Stage({cluster.text()}).told("WorkersAvailable"),
            "Unknown/NotCollected: MachineDeployments of namespace default were not collected");
  EXPECT_EQ(
      Stage({cluster.text()}, {.completeness = Completeness::Complete}).told("WorkersAvailable"),
      "True/NoWorkers");
}

// Scaling.

std::vector<std::string> short_of_one(std::string_view scaling_up) {
  Document workers = deployment();
  workers.status = R"("replicas":2,"readyReplicas":1,"availableReplicas":1,)";
  workers.conditions = condition("Available", "True", "Available") + "," + std::string(scaling_up);
  auto documents = calm_documents();
  documents[3] = workers.text();
  return documents;
}

TEST(ClusterScaling, CountersDecideAndChildrenSpeakInTheProposal) {
  const auto documents =
      short_of_one(condition("ScalingUp", "True", "ScalingUp", "1 of 2 replicas available"));
  EXPECT_EQ(Stage(documents).told("ScalingUp"),
            "True/ScalingUp: * MachineDeployment md-0: 1 of 2 replicas available");
}

TEST(ClusterScaling, CountersSpeakWhereNoChildDoes) {
  const auto documents = short_of_one(condition("ScalingUp", "False", "NotScalingUp"));
  EXPECT_EQ(Stage(documents).told("ScalingUp"), "True/ScalingUp: 4 of 5 replicas available");
  EXPECT_EQ(Stage(documents, {.settings = upstream}).told("ScalingUp"), "False/NotScalingUp");
}

TEST(ClusterScaling, UpstreamAsksTheChildrenAlone) {
  const auto documents = short_of_one(
      condition("ScalingUp", "Unknown", "WaitingForReplicasSet", "Waiting for spec.replicas set"));
  EXPECT_EQ(Stage(documents, {.settings = upstream}).told("ScalingUp"),
            "Unknown/ScalingUpUnknown: * MachineDeployment md-0: Waiting for spec.replicas set");
}

TEST(ClusterScaling, StandAloneMachinesThatAreNotAvailableCountToo) {
  Document sick = control_plane_machine("m1");
  sick.conditions = condition("Available", "False", "NotReady");
  const Stage stage({cluster_with("").text(), sick.text()});
  EXPECT_EQ(stage.told("ScalingUp"), "True/ScalingUp: 0 of 1 replicas available");
}

TEST(ClusterScaling, MoreReplicasThanDesiredIsScalingDown) {
  Document plane = control_plane();
  plane.spec = R"("replicas":1)";
  auto documents = calm_documents();
  documents[2] = plane.text();
  EXPECT_EQ(Stage(documents).told("ScalingDown"),
            "True/ScalingDown: Scaling down from 5 to 3 replicas");
}

TEST(ClusterScaling, WhatIsBeingDeletedWantsNothing) {
  Document workers = deployment();
  workers.metadata = R"(,"deletionTimestamp":"2026-01-01T11:59:00Z")";
  workers.status = R"("replicas":1,"availableReplicas":0,)";
  auto documents = calm_documents();
  documents[3] = workers.text();
  EXPECT_EQ(Stage(documents).told("ScalingUp"), "False/NotScalingUp");
  EXPECT_EQ(Stage(documents).told("ScalingDown"),
            "True/ScalingDown: Scaling down from 4 to 3 replicas");
}

TEST(ClusterScaling, OnlySetsThatStandAloneAreAsked) {
  Document set = deployment("ms-0");
  set.kind = "MachineSet";
  set.conditions = condition("ScalingDown", "True", "ScalingDown", "going");
  auto documents = calm_documents();
  documents.push_back(set.text());
  EXPECT_EQ(Stage(documents, {.settings = upstream}).told("ScalingDown"), "False/NotScalingDown");
  set.metadata = owned_by_cluster;
  documents.back() = set.text();
  EXPECT_EQ(Stage(documents, {.settings = upstream}).told("ScalingDown"),
            "True/ScalingDown: * MachineSet ms-0: going");
}

TEST(DefectC, ThreeMessagesAreToldAcrossAllKinds) {
  auto documents = calm_documents();
  for (const char* name : {"md-1", "md-2", "md-3", "md-4"}) {
    Document more = deployment(name);
    more.conditions = condition("ScalingUp", "True", "ScalingUp", std::string("text of ") + name);
    documents.push_back(more.text());
  }
  Document set = deployment("ms-0");
  set.kind = "MachineSet";
  set.metadata = owned_by_cluster;
  set.conditions = condition("ScalingUp", "True", "ScalingUp", "mine");
  documents.push_back(set.text());
  EXPECT_EQ(Stage(documents, {.settings = upstream}).told("ScalingUp"),
            "True/ScalingUp: * MachineDeployment md-1: text of md-1\n"
            "* MachineDeployment md-2: text of md-2\n"
            "* MachineDeployment md-3: text of md-3\n"
            "And 1 MachineDeployment with other issues\n"
            "And 1 MachineSet with other issues");
}

// Machines.

TEST(Trap36, TroubleOfTheControlPlaneIsNotHiddenAmongWorkers) {
  Document sick = control_plane_machine("cp-1");
  sick.conditions = condition("Ready", "False", "NotReady", "no etcd");
  auto documents = calm_documents();
  documents.push_back(sick.text());
  documents.push_back(machine("w-1").text());
  const Stage stage(documents, {.settings = upstream});
  EXPECT_EQ(stage.told("ControlPlaneMachinesReady"), "False/NotReady: * Machine cp-1: no etcd");
  EXPECT_EQ(stage.told("WorkerMachinesReady"), "True/Ready");
}

TEST(ClusterMachines, TheProposalJoinsBothWithTheControlPlaneFirst) {
  Document plane = control_plane_machine("z-cp");
  plane.conditions = condition("UpToDate", "False", "NotUpToDate", "* Version v1, v2 required");
  Document worker = machine("a-worker");
  worker.conditions = condition("UpToDate", "False", "NotUpToDate", "* spec differs");
  auto documents = calm_documents();
  documents.push_back(plane.text());
  documents.push_back(worker.text());
  EXPECT_EQ(Stage(documents).told("UpToDate"),
            "False/NotUpToDate: * Machine z-cp:\n  * Version v1, v2 required\n"
            "* Machine a-worker:\n  * spec differs");
}

TEST(ClusterMachines, ThoseOfPoolsAreLeftOut) {
  Document pooled = machine("p-1");
  pooled.labels = R"(,"cluster.x-k8s.io/pool-name":"pool-0")";
  pooled.conditions = condition("HealthCheckSucceeded", "False", "UnhealthyNode");
  auto documents = calm_documents();
  documents.push_back(pooled.text());
  const Stage stage(documents);
  EXPECT_EQ(stage.told("UpToDate"), "True/NoReplicas");
  EXPECT_EQ(stage.told("Remediating"), "False/NotRemediating");
}

TEST(ClusterMachines, AnyUnhealthyMachineCountsInTheProposalOnly) {
  Document sick = machine("m1");
  sick.conditions = condition("HealthCheckSucceeded", "False", "UnhealthyNode");
  auto documents = calm_documents();
  documents.push_back(sick.text());
  EXPECT_EQ(Stage(documents).told("Remediating"),
            "True/Remediating: Machine m1 is not healthy (not to be remediated)");
  EXPECT_EQ(Stage(documents, {.settings = upstream}).told("Remediating"),
            "False/NotRemediating: Machine m1 is not healthy (not to be remediated)");
}

// Deletion.

Document going(std::string_view spec) {
  Document cluster = cluster_with(spec);
  cluster.metadata = R"(,"deletionTimestamp":"2026-01-01T11:59:00Z")";
  return cluster;
}

TEST(ClusterDeletion, NamesFiveOfEachKindThatIsLeft) {
  std::vector<std::string> documents{going(both_refs).text(), control_plane().text()};
  for (const char* name : {"w6", "w2", "w3", "w4", "w5", "w1", "w7"}) {
    documents.push_back(machine(name).text());
  }
  documents.push_back(control_plane_machine("cp-1").text());
  documents.push_back(deployment().text());
  EXPECT_EQ(Stage(documents).told("Deleted"),
            "True/WaitingForWorkersDeletion: * MachineDeployments: md-0\n"
            "* Worker Machines: w1, w2, w3, w4, w5, ... (2 more)");
}

TEST(ClusterDeletion, ControlPlaneMachinesWithoutAnOwnerAreWaitedForFirst) {
  EXPECT_EQ(Stage({going("").text(), control_plane_machine("cp-1").text()}).told("Deleted"),
            "True/WaitingForWorkersDeletion: * Control plane Machines: cp-1");
}

TEST(ClusterDeletion, GoesOnToTheControlPlaneAndTheInfrastructure) {
  const StageOptions complete{.completeness = Completeness::Complete};
  const std::string cluster = going(both_refs).text();
  EXPECT_EQ(Stage({cluster, control_plane().text()}, complete).told("Deleted"),
            "True/WaitingForControlPlaneDeletion: Waiting for KubeadmControlPlane to be deleted");
  EXPECT_EQ(Stage({cluster, infrastructure().text()}, complete).told("Deleted"),
            "True/WaitingForInfrastructureDeletion: Waiting for DockerCluster to be deleted");
  EXPECT_EQ(Stage({cluster}, complete).told("Deleted"),
            "True/DeletionCompleted: Deletion completed");
}

TEST(ClusterDeletion, TheHookHoldsItUntilItAgrees) {
  Document cluster = going(std::string(both_refs) + R"(,"topology":{"class":"k"})");
  cluster.conditions = condition("Deleting", "True", "WaitingForBeforeDeleteHook", "x");
  EXPECT_EQ(Stage({cluster.text(), control_plane().text()}).told("Deleted"),
            "True/WaitingForBeforeDeleteHook: Waiting for BeforeClusterDelete hook");
  cluster.metadata += R"(,"annotations":{"runtime.cluster.x-k8s.io/ok-to-delete":""})";
  EXPECT_EQ(Stage({cluster.text(), control_plane().text()}).condition("Deleted").reason,
            "WaitingForControlPlaneDeletion");
}

TEST(ClusterJudge, SaysTheSameAgainOfWhatItSaid) {
  auto documents = calm_documents();
  Document cluster = cluster_with(both_refs);
  const Stage first(documents);
  for (const Condition& one : first.judged().conditions) {
    if (!cluster.conditions.empty()) cluster.conditions += ",";
    cluster.conditions += condition(one.type, to_text(one.status), one.reason, one.message);
  }
  documents[0] = cluster.text();
  const Stage second(documents);
  EXPECT_FALSE(second.judged().changed);
}

}  // namespace
}  // namespace telltale::cluster
