// SPDX-License-Identifier: Apache-2.0
#include "report/status/hub_status.h"

#include <gtest/gtest.h>

#include "report/status/stages_for_test.h"

// One test per row of the field tables that say how each status changes from stage to stage.

namespace telltale::stages {
namespace {

class StagesMachine : public Stages {
 protected:
  StagesMachine() : Stages("Machine", machine_documents) {}
};

TEST_F(StagesMachine, InitializationIsNew) {
  Shown shown(machine_documents(DialectName::Proposal), "Machine");
  EXPECT_EQ(shown.at(Stage::V1Beta1, "initialization"), "");
  for (const Stage stage : {Stage::V1Beta2, Stage::V1Beta2AfterRemoval}) {
    EXPECT_EQ(shown.at(stage, "initialization"),
              R"({"bootstrapSecretCreated":true,"infrastructureProvisioned":true})");
  }
}

TEST_F(StagesMachine, BootstrapReadyIsRenamed) {
  expect({{"bootstrapReady", "initialization.bootstrapSecretCreated",
           "initialization.bootstrapSecretCreated", "true"},
          {"bootstrapReady", "initialization.bootstrapDataSecretCreated",
           "initialization.bootstrapDataSecretCreated", "true"}});
}

TEST_F(StagesMachine, InfrastructureReadyIsRenamed) {
  expect(Row{"infrastructureReady", "initialization.infrastructureProvisioned",
             "initialization.infrastructureProvisioned", "true"});
}

TEST_F(StagesMachine, BackCompatibiltyIsNewAndGoes) {
  Shown shown(machine_documents(DialectName::Proposal), "Machine");
  EXPECT_EQ(shown.at(Stage::V1Beta1, "backCompatibilty"), "");
  EXPECT_NE(shown.at(Stage::V1Beta2, "backCompatibilty"), "");
  EXPECT_EQ(shown.at(Stage::V1Beta2AfterRemoval, "backCompatibilty"), "");
  Shown upstream(machine_documents(DialectName::Upstream), "Machine", DialectName::Upstream);
  EXPECT_NE(upstream.at(Stage::V1Beta2, "deprecated"), "");
  EXPECT_EQ(upstream.at(Stage::V1Beta2AfterRemoval, "deprecated"), "");
  EXPECT_EQ(upstream.at(Stage::V1Beta2, "backCompatibilty"), "");
}

TEST_F(StagesMachine, PhaseMovesAndGoes) {
  expect(
      {{"phase", "backCompatibilty.phase", "", "Running"}, {"phase", "phase", "phase", "Running"}});
}

TEST_F(StagesMachine, LastUpdatedMovesAndGoes) {
  constexpr std::string_view then = "2026-01-01T10:00:00Z";
  expect({{"lastUpdated", "backCompatibilty.lastUpdated", "", then},
          {"lastUpdated", "lastUpdated", "lastUpdated", then}});
}

TEST_F(StagesMachine, FailureReasonMovesAndGoes) { expect(failure_reason); }
TEST_F(StagesMachine, FailureMessageMovesAndGoes) { expect(failure_message); }

// Those that are stored with their severity, and those that are computed.
TEST_F(StagesMachine, ConditionsMoveAndGo) {
  const std::string list =
      format(R"([{{"lastTransitionTime":"2026-01-01T12:00:00Z","status":"True","type":)"
             R"("NodeHealthy"}},{}])",
             old_in_list);
  expect({{"conditions", "backCompatibilty.conditions", "", list},
          {"conditions", "deprecated.v1beta1.conditions", "", list}});
}

TEST_F(StagesMachine, ExperimentalConditionsBecomeConditions) {
  expect({{"experimentalConditions", "conditions", "conditions", new_list},
          {"v1beta2.conditions", "conditions", "conditions", new_list}});
}

TEST_F(StagesMachine, OtherFieldsStay) {
  expect(Row{"observedGeneration", "observedGeneration", "observedGeneration", "7"});
  expect(Row{"nodeRef.name", "nodeRef.name", "nodeRef.name", "n1"});
  Shown shown(machine_documents(DialectName::Proposal), "Machine");
  EXPECT_EQ(shown.at(Stage::V1Beta1, "nodeRef.kind"), "Node");
  EXPECT_EQ(shown.at(Stage::V1Beta2, "nodeRef.kind"), "");
}

TEST_F(StagesMachine, UpdatingIsNoPhaseOfV1Beta1) {
  Shown shown({core("Machine", "x",
                    {.status = format(R"("conditions":[{}])", condition("Updating", "True"))})},
              "Machine", DialectName::Upstream);
  EXPECT_EQ(shown.at(Stage::V1Beta2, "phase"), "Updating");
  EXPECT_EQ(shown.at(Stage::V1Beta1, "phase"), "Running");
}

class StagesMachineSet : public Stages {
 protected:
  StagesMachineSet() : Stages("MachineSet", set_documents) {}
};

TEST_F(StagesMachineSet, BackCompatibiltyIsNewAndGoes) {
  Shown shown(set_documents(DialectName::Proposal), "MachineSet");
  EXPECT_EQ(shown.at(Stage::V1Beta1, "backCompatibilty"), "");
  EXPECT_NE(shown.at(Stage::V1Beta2, "backCompatibilty"), "");
  EXPECT_EQ(shown.at(Stage::V1Beta2AfterRemoval, "backCompatibilty"), "");
}

TEST_F(StagesMachineSet, ReadyReplicasMoveAndGo) {
  expect({{"readyReplicas", "backCompatibilty.readyReplicas", "", "1"},
          {"readyReplicas", "deprecated.v1beta1.readyReplicas", "", "1"}});
}

TEST_F(StagesMachineSet, ExperimentalReadyReplicasBecomeReadyReplicas) {
  expect({{"experimentalReadyReplicas", "readyReplicas", "readyReplicas", "0"},
          {"v1beta2.readyReplicas", "readyReplicas", "readyReplicas", "0"}});
}

TEST_F(StagesMachineSet, FailureReasonMovesAndGoes) { expect(failure_reason); }
TEST_F(StagesMachineSet, FailureMessageMovesAndGoes) { expect(failure_message); }

TEST_F(StagesMachineSet, ConditionsMoveAndGo) {
  const auto has_old = [](DialectName dialect, Stage stage, std::string_view path) {
    return Shown(set_documents(dialect), "MachineSet", dialect)
        .at(stage, path)
        .contains(old_in_list);
  };
  EXPECT_TRUE(has_old(DialectName::Proposal, Stage::V1Beta1, "conditions"));
  EXPECT_TRUE(has_old(DialectName::Proposal, Stage::V1Beta2, "backCompatibilty.conditions"));
  EXPECT_TRUE(has_old(DialectName::Upstream, Stage::V1Beta1, "conditions"));
  EXPECT_TRUE(has_old(DialectName::Upstream, Stage::V1Beta2, "deprecated.v1beta1.conditions"));
  EXPECT_FALSE(has_old(DialectName::Proposal, Stage::V1Beta2AfterRemoval, "conditions"));
}

TEST_F(StagesMachineSet, ExperimentalConditionsBecomeConditions) {
  expect({{"experimentalConditions", "conditions", "conditions", new_list},
          {"v1beta2.conditions", "conditions", "conditions", new_list}});
}

TEST_F(StagesMachineSet, UpToDateReplicasAreNew) {
  expect({{"upToDateReplicas", "upToDateReplicas", "upToDateReplicas", "2"},
          {"v1beta2.upToDateReplicas", "upToDateReplicas", "upToDateReplicas", "2"}});
}

TEST_F(StagesMachineSet, OtherCountersKeepTheirPlaces) {
  expect(Row{"replicas", "replicas", "replicas", "1"});
  expect({{"availableReplicas", "availableReplicas", "availableReplicas", "5"},
          {"v1beta2.availableReplicas", "availableReplicas", "availableReplicas", "5"}});
  Shown upstream(set_documents(DialectName::Upstream), "MachineSet", DialectName::Upstream);
  upstream.expect({"availableReplicas", "deprecated.v1beta1.availableReplicas", "", "1"});
  upstream.expect({"fullyLabeledReplicas", "deprecated.v1beta1.fullyLabeledReplicas", "", "1"});
  Shown proposal(set_documents(DialectName::Proposal), "MachineSet");
  proposal.expect({"fullyLabeledReplicas", "fullyLabeledReplicas", "fullyLabeledReplicas", "1"});
}

// Old numbers are plain, so they are there even when nobody could count.
TEST_F(StagesMachineSet, OldNumbersAreAlwaysThere) {
  for (const DialectName dialect : {DialectName::Proposal, DialectName::Upstream}) {
    Shown shown({core("MachineSet", "x", {})}, "MachineSet", dialect);
    EXPECT_EQ(shown.at(Stage::V1Beta1, "readyReplicas"), "0");
    EXPECT_EQ(shown.at(Stage::V1Beta2, "readyReplicas"), "");
  }
  Shown upstream({core("MachineSet", "x", {})}, "MachineSet", DialectName::Upstream);
  EXPECT_EQ(upstream.at(Stage::V1Beta2, "deprecated.v1beta1.readyReplicas"), "0");
  EXPECT_EQ(upstream.at(Stage::V1Beta2, "deprecated.v1beta1.fullyLabeledReplicas"), "0");
}

class StagesMachineDeployment : public Stages {
 protected:
  StagesMachineDeployment() : Stages("MachineDeployment", deployment_documents) {}
};

TEST_F(StagesMachineDeployment, UpdatedReplicasAreRenamed) {
  Shown proposal(deployment_documents(DialectName::Proposal), "MachineDeployment");
  EXPECT_EQ(proposal.at(Stage::V1Beta1, "updatedReplicas"), "3");
  EXPECT_EQ(proposal.at(Stage::V1Beta2, "updatedReplicas"), "");
  EXPECT_EQ(proposal.at(Stage::V1Beta2, "upToDateReplicas"), "4");
  EXPECT_EQ(proposal.at(Stage::V1Beta2AfterRemoval, "upToDateReplicas"), "4");
  Shown upstream(deployment_documents(DialectName::Upstream), "MachineDeployment",
                 DialectName::Upstream);
  upstream.expect({"updatedReplicas", "deprecated.v1beta1.updatedReplicas", "", "3"});
  upstream.expect({"v1beta2.upToDateReplicas", "upToDateReplicas", "upToDateReplicas", "4"});
}

TEST_F(StagesMachineDeployment, PhaseMovesAndGoes) {
  expect({{"phase", "backCompatibilty.phase", "", "ScalingUp"},
          {"phase", "phase", "phase", "ScalingUp"}});
}

TEST_F(StagesMachineDeployment, FailureReasonMovesAndGoes) {
  Shown(deployment_documents(DialectName::Proposal), "MachineDeployment")
      .expect(failure_reason.proposal);
}
TEST_F(StagesMachineDeployment, FailureMessageMovesAndGoes) {
  Shown(deployment_documents(DialectName::Proposal), "MachineDeployment")
      .expect(failure_message.proposal);
}

TEST_F(StagesMachineDeployment, ConditionsMoveAndGo) {
  Shown proposal(deployment_documents(DialectName::Proposal), "MachineDeployment");
  const std::string list = proposal.at(Stage::V1Beta2, "backCompatibilty.conditions");
  EXPECT_TRUE(list.contains(old_in_list));
  EXPECT_TRUE(list.contains(R"("severity":"Warning","status":"False","type":"Available")"));
  proposal.expect({"conditions", "backCompatibilty.conditions", "", list});
  Shown upstream(deployment_documents(DialectName::Upstream), "MachineDeployment",
                 DialectName::Upstream);
  upstream.expect({"conditions", "deprecated.v1beta1.conditions", "", list});
}

TEST_F(StagesMachineDeployment, ExperimentalConditionsBecomeConditions) {
  expect({{"experimentalConditions", "conditions", "conditions", new_list},
          {"v1beta2.conditions", "conditions", "conditions", new_list}});
}

// Their meaning changed too; the seed's table forgot them.
TEST_F(StagesMachineDeployment, OtherCountersOfNodesMoveAndGo) {
  expect({{"readyReplicas", "backCompatibilty.readyReplicas", "", "2"},
          {"readyReplicas", "deprecated.v1beta1.readyReplicas", "", "2"}});
  expect({{"availableReplicas", "backCompatibilty.availableReplicas", "", "1"},
          {"availableReplicas", "deprecated.v1beta1.availableReplicas", "", "1"}});
  expect({{"unavailableReplicas", "backCompatibilty.unavailableReplicas", "", "2"},
          {"unavailableReplicas", "deprecated.v1beta1.unavailableReplicas", "", "2"}});
  expect({{"experimentalReadyReplicas", "readyReplicas", "readyReplicas", "6"},
          {"v1beta2.readyReplicas", "readyReplicas", "readyReplicas", "6"}});
  expect(Row{"replicas", "replicas", "replicas", "3"});
}

class StagesCluster : public Stages {
 protected:
  StagesCluster() : Stages("Cluster", cluster_documents) {}

  // All counters of both halves differ from each other.
  static void expect_half(std::string_view half, std::string_view counter, std::string_view value) {
    const ClusterCounters halves{.control_plane = {.replicas = 2,
                                                   .ready = 3,
                                                   .available = 5,
                                                   .up_to_date = 4,
                                                   .desired = 1,
                                                   .unavailable = 6},
                                 .workers = {.replicas = 12,
                                             .ready = 13,
                                             .available = 15,
                                             .up_to_date = 14,
                                             .desired = 11,
                                             .unavailable = 16}};
    const std::string place = counter.empty() ? std::string(half) : format("{}.{}", half, counter);
    const std::string below = format("v1beta2.{}", place);
    Shown proposal(cluster_documents(DialectName::Proposal), "Cluster");
    proposal.judged().halves = &halves;
    proposal.expect({place, place, place, value});
    Shown upstream(cluster_documents(DialectName::Upstream), "Cluster", DialectName::Upstream);
    upstream.judged().halves = &halves;
    upstream.expect({below, place, place, value});
  }
};

TEST_F(StagesCluster, InitializationIsNew) {
  Shown shown(cluster_documents(DialectName::Proposal), "Cluster");
  EXPECT_EQ(shown.at(Stage::V1Beta1, "initialization"), "");
  for (const Stage stage : {Stage::V1Beta2, Stage::V1Beta2AfterRemoval}) {
    EXPECT_EQ(shown.at(stage, "initialization"),
              R"({"controlPlaneInitialized":true,"infrastructureProvisioned":true})");
  }
}

TEST_F(StagesCluster, InfrastructureReadyIsRenamed) {
  expect(Row{"infrastructureReady", "initialization.infrastructureProvisioned",
             "initialization.infrastructureProvisioned", "true"});
}

TEST_F(StagesCluster, ControlPlaneReadyIsRenamed) {
  expect(Row{"controlPlaneReady", "initialization.controlPlaneInitialized",
             "initialization.controlPlaneInitialized", "true"});
}

TEST_F(StagesCluster, BackCompatibiltyIsNewAndGoes) {
  Shown shown(cluster_documents(DialectName::Proposal), "Cluster");
  EXPECT_EQ(shown.at(Stage::V1Beta1, "backCompatibilty"), "");
  EXPECT_NE(shown.at(Stage::V1Beta2, "backCompatibilty"), "");
  EXPECT_EQ(shown.at(Stage::V1Beta2AfterRemoval, "backCompatibilty"), "");
}

TEST_F(StagesCluster, PhaseMovesAndGoes) {
  expect({{"phase", "backCompatibilty.phase", "", "Provisioned"},
          {"phase", "phase", "phase", "Provisioned"}});
}

TEST_F(StagesCluster, FailureReasonMovesAndGoes) { expect(failure_reason); }
TEST_F(StagesCluster, FailureMessageMovesAndGoes) { expect(failure_message); }

TEST_F(StagesCluster, ConditionsMoveAndGo) {
  Shown proposal(cluster_documents(DialectName::Proposal), "Cluster");
  const std::string list = proposal.at(Stage::V1Beta2, "backCompatibilty.conditions");
  EXPECT_TRUE(list.contains(old_in_list));
  EXPECT_TRUE(list.contains(R"("status":"True","type":"InfrastructureReady")"));
  proposal.expect({"conditions", "backCompatibilty.conditions", "", list});
}

TEST_F(StagesCluster, ExperimentalConditionsBecomeConditions) {
  expect({{"experimentalConditions", "conditions", "conditions", new_list},
          {"v1beta2.conditions", "conditions", "conditions", new_list}});
}

TEST_F(StagesCluster, ControlPlaneIsNew) {
  expect_half("controlPlane", "",
              R"({"availableReplicas":5,"desiredReplicas":1,"readyReplicas":3,"replicas":2,)"
              R"("unavailableReplicas":6,"upToDateReplicas":4})");
}
TEST_F(StagesCluster, ControlPlaneDesiredReplicasAreNew) {
  expect_half("controlPlane", "desiredReplicas", "1");
}
TEST_F(StagesCluster, ControlPlaneReplicasAreNew) { expect_half("controlPlane", "replicas", "2"); }
TEST_F(StagesCluster, ControlPlaneReadyReplicasAreNew) {
  expect_half("controlPlane", "readyReplicas", "3");
}
TEST_F(StagesCluster, ControlPlaneUpToDateReplicasAreNew) {
  expect_half("controlPlane", "upToDateReplicas", "4");
}
TEST_F(StagesCluster, ControlPlaneAvailableReplicasAreNew) {
  expect_half("controlPlane", "availableReplicas", "5");
}
TEST_F(StagesCluster, ControlPlaneUnavailableReplicasAreNew) {
  expect_half("controlPlane", "unavailableReplicas", "6");
}
TEST_F(StagesCluster, WorkersAreNew) {
  expect_half("workers", "",
              R"({"availableReplicas":15,"desiredReplicas":11,"readyReplicas":13,"replicas":12,)"
              R"("unavailableReplicas":16,"upToDateReplicas":14})");
}
TEST_F(StagesCluster, WorkersDesiredReplicasAreNew) {
  expect_half("workers", "desiredReplicas", "11");
}
TEST_F(StagesCluster, WorkersReplicasAreNew) { expect_half("workers", "replicas", "12"); }
TEST_F(StagesCluster, WorkersReadyReplicasAreNew) { expect_half("workers", "readyReplicas", "13"); }
TEST_F(StagesCluster, WorkersUpToDateReplicasAreNew) {
  expect_half("workers", "upToDateReplicas", "14");
}
TEST_F(StagesCluster, WorkersAvailableReplicasAreNew) {
  expect_half("workers", "availableReplicas", "15");
}
TEST_F(StagesCluster, WorkersUnavailableReplicasAreNew) {
  expect_half("workers", "unavailableReplicas", "16");
}

TEST_F(StagesCluster, OtherFieldsStay) {
  expect(Row{"observedGeneration", "observedGeneration", "observedGeneration", "7"});
}

TEST_F(StagesCluster, CountersThatNobodyReportsAnyMoreVanish) {
  Shown shown({core("Cluster", "x", {.status = R"("workers":{"replicas":3})"})}, "Cluster");
  const ClusterCounters none{};
  shown.judged().halves = &none;
  EXPECT_EQ(shown.at(Stage::V1Beta2, "workers"), "");
}

class StagesKubeadmControlPlane : public Stages {
 protected:
  StagesKubeadmControlPlane() : Stages("KubeadmControlPlane", plane_documents) {}
};

TEST_F(StagesKubeadmControlPlane, ReadyStaysAndGoes) {
  Shown proposal(plane_documents(DialectName::Proposal), "KubeadmControlPlane");
  proposal.expect({"ready", "ready", "", "true"});
  Shown upstream(plane_documents(DialectName::Upstream), "KubeadmControlPlane",
                 DialectName::Upstream);
  EXPECT_EQ(upstream.at(Stage::V1Beta1, "ready"), "true");
  EXPECT_EQ(upstream.at(Stage::V1Beta2, "ready"), "");
}

TEST_F(StagesKubeadmControlPlane, BackCompatibiltyIsNewAndGoes) {
  Shown shown(plane_documents(DialectName::Proposal), "KubeadmControlPlane");
  EXPECT_EQ(shown.at(Stage::V1Beta1, "backCompatibilty"), "");
  EXPECT_NE(shown.at(Stage::V1Beta2, "backCompatibilty"), "");
  EXPECT_EQ(shown.at(Stage::V1Beta2AfterRemoval, "backCompatibilty"), "");
}

TEST_F(StagesKubeadmControlPlane, ReadyReplicasMoveAndGo) {
  expect({{"readyReplicas", "backCompatibilty.readyReplicas", "", "1"},
          {"readyReplicas", "deprecated.v1beta1.readyReplicas", "", "1"}});
}

TEST_F(StagesKubeadmControlPlane, ExperimentalReadyReplicasBecomeReadyReplicas) {
  expect({{"experimentalReadyReplicas", "readyReplicas", "readyReplicas", "0"},
          {"v1beta2.readyReplicas", "readyReplicas", "readyReplicas", "0"}});
}

TEST_F(StagesKubeadmControlPlane, UpdatedReplicasAreRenamed) {
  expect({{"updatedReplicas", "upToDateReplicas", "upToDateReplicas", "2"},
          {"updatedReplicas", "deprecated.v1beta1.updatedReplicas", "", "2"}});
}

TEST_F(StagesKubeadmControlPlane, AvailableReplicasAreNew) {
  expect({{"availableReplicas", "availableReplicas", "availableReplicas", "5"},
          {"v1beta2.availableReplicas", "availableReplicas", "availableReplicas", "5"}});
}

TEST_F(StagesKubeadmControlPlane, FailureReasonMovesAndGoes) { expect(failure_reason); }
TEST_F(StagesKubeadmControlPlane, FailureMessageMovesAndGoes) { expect(failure_message); }

TEST_F(StagesKubeadmControlPlane, ConditionsMoveAndGo) {
  Shown proposal(plane_documents(DialectName::Proposal), "KubeadmControlPlane");
  const std::string list = proposal.at(Stage::V1Beta2, "backCompatibilty.conditions");
  EXPECT_TRUE(list.contains(old_in_list));
  EXPECT_TRUE(list.contains(R"("severity":"Warning","status":"False","type":"Resized")"));
  proposal.expect({"conditions", "backCompatibilty.conditions", "", list});
}

TEST_F(StagesKubeadmControlPlane, ExperimentalConditionsBecomeConditions) {
  expect({{"experimentalConditions", "conditions", "conditions", new_list},
          {"v1beta2.conditions", "conditions", "conditions", new_list}});
}

TEST_F(StagesKubeadmControlPlane, OtherFieldsStay) {
  expect(Row{"initialized", "initialization.controlPlaneInitialized",
             "initialization.controlPlaneInitialized", "true"});
  expect(Row{"observedGeneration", "observedGeneration", "observedGeneration", "7"});
  expect(Row{"unavailableReplicas", "", "", "0"});
}

}  // namespace
}  // namespace telltale::stages
