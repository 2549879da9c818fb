// SPDX-License-Identifier: Apache-2.0
#include "fleet/machine_conditions.h"

#include <gtest/gtest.h>

#include <chrono>

#include "base/text.h"
#include "fleet/now_for_test.h"

namespace telltale::fleet {
namespace {

constexpr std::string_view silent = "Kubelet stopped posting node status.";

// One worker Machine "m" of a settled Cluster; each test bends one thing.
class OneMachine : public testing::Test {
 protected:
  OneMachine() {
    cluster.name = "c";
    cluster.initialized = now - std::chrono::days{2};
    deployment.sets.push_back(SetPlan{
        .name = "s", .hash = "h", .version = "v1.34.1", .infra_template = "t", .machines = {}});
    machine.name = "m";
    machine.created = now - std::chrono::hours{20};
    machine.settled = machine.created + std::chrono::minutes{2};
  }

  Condition stored(std::string_view type) {
    const Setting setting{.options = options, .cluster = cluster, .arena = arena};
    const SetPlan& set = deployment.sets.front();
    conditions =
        machine_conditions(setting, {.machine = machine, .set = &set, .deployment = &deployment});
    const Condition* found = find_condition(conditions, type);
    return found == nullptr ? Condition{} : *found;
  }

  void expect(std::string_view type, Status status, std::string_view reason,
              std::string_view message) {
    const Condition found = stored(type);
    EXPECT_EQ(to_text(found.status), to_text(status)) << type;
    EXPECT_EQ(found.reason, reason) << type;
    EXPECT_EQ(found.message, message) << type;
  }

  void trouble(Trouble kind, Seconds ago = std::chrono::hours{1}) {
    machine.trouble = kind;
    machine.since = now - ago;
  }

  FleetOptions options;
  ClusterPlan cluster;
  DeploymentPlan deployment;
  MachinePlan machine;
  Arena arena;
  std::vector<Condition> conditions;
};

TEST_F(OneMachine, IsGoodWithoutTrouble) {
  expect("Available", Status::True, "Available", "");
  expect("Ready", Status::True, "Ready", "");
  expect("UpToDate", Status::True, "UpToDate", "");
  expect("NodeHealthy", Status::True, "NodeHealthy", "");
  expect("Deleting", Status::False, "NotDeleting", "");
  EXPECT_EQ(conditions.size(), 10U);
}

TEST_F(OneMachine, WithASilentKubeletIsUnknown) {
  trouble(Trouble::NodeSilent);
  expect("NodeReady", Status::Unknown, "NodeReadyUnknown", format("* Node.Ready: {}", silent));
  expect("Ready", Status::Unknown, "ReadyUnknown",
         format("* NodeHealthy:\n  * Node.AllConditions: {}", silent));
  expect("Available", Status::False, "NotReady", "");
  EXPECT_EQ(stored("Ready").last_transition, now - std::chrono::hours{1});
}

TEST_F(OneMachine, UnderMemoryPressureIsNotReadyThoughItsNodeIs) {
  trouble(Trouble::MemoryPressure);
  expect("NodeReady", Status::True, "NodeReady", "");
  expect("Ready", Status::False, "NotReady",
         "* NodeHealthy:\n  * Node.MemoryPressure: kubelet has insufficient memory available");
}

TEST_F(OneMachine, NamesTheNodeItLost) {
  trouble(Trouble::NodeDeleted);
  expect("NodeHealthy", Status::False, "NodeDeleted",
         "Node m has been deleted while the Machine still exists");
  options.dialect = Dialect::Proposal;
  expect("NodeHealthy", Status::False, "Deleted",
         "Node m has been deleted while the Machine still exists");
}

TEST_F(OneMachine, MirrorsInfrastructureThatFailed) {
  trouble(Trouble::InfrastructureFailed);
  expect("InfrastructureReady", Status::False, "ContainerProvisioningFailed",
         infrastructure_failure(machine).message);
  expect("NodeHealthy", Status::Unknown, "InspectionFailed",
         "Waiting for DockerMachine to report spec.providerID");
  EXPECT_EQ(phase(machine), "Provisioning");
}

TEST_F(OneMachine, WaitsForANodeByItsProviderId) {
  trouble(Trouble::WaitingForNode);
  expect("Ready", Status::Unknown, "ReadyUnknown",
         "* NodeHealthy: Waiting for a Node with spec.providerID docker:////m to exist");
  EXPECT_EQ(phase(machine), "Provisioned");
}

// The first golden string of the specification.
TEST_F(OneMachine, WithoutBootstrapDataHasNothingYet) {
  trouble(Trouble::BootstrapMissing);
  expect("Ready", Status::False, "NotReady",
         "* BootstrapConfigReady: KubeadmConfig status.initialization.dataSecretCreated is false\n"
         "* InfrastructureReady: DockerMachine status.initialization.provisioned is false\n"
         "* NodeHealthy: Waiting for DockerMachine to report spec.providerID");
  EXPECT_EQ(phase(machine), "Pending");
}

TEST_F(OneMachine, SaysHowLongItsDeletionTakes) {
  trouble(Trouble::StuckDraining, std::chrono::minutes{4});
  expect("Ready", Status::False, "NotReady",
         "* Deleting: Machine deletion in progress, stage: DrainingNode");
  trouble(Trouble::StuckDraining, std::chrono::minutes{16});
  expect("Ready", Status::False, "NotReady",
         "* Deleting: Machine deletion in progress since more than 15m, stage: DrainingNode, delay "
         "likely due to PodDisruptionBudgets");
  EXPECT_TRUE(stored("Deleting").message.starts_with("Drain not completed yet (started at "));
  options.dialect = Dialect::Proposal;
  EXPECT_TRUE(stored("Ready").message.starts_with("* Deleted: "));
}

TEST_F(OneMachine, AwaitsRemediationAfterItsHealthCheckFailed) {
  trouble(Trouble::AwaitingRemediation);
  expect("OwnerRemediated", Status::False, "WaitingForRemediation", "Waiting for remediation");
  expect(
      "HealthCheckSucceeded", Status::False, "UnhealthyNode",
      "Health check failed:\n  * Condition Ready on Node is reporting status Unknown with reason "
      "NodeStatusUnknown for more than 5m0s");
}

TEST_F(OneMachine, OfAnOlderSetSaysWhatIsOutdated) {
  deployment.sets.front().age = SetPlan::Age::Older;
  deployment.sets.front().version = "v1.33.5";
  deployment.sets.push_back(SetPlan{
      .name = "s2", .hash = "h", .version = "v1.34.1", .infra_template = "t", .machines = {}});
  expect("UpToDate", Status::False, "NotUpToDate",
         "* Version v1.33.5, v1.34.1 required\n* DockerMachine is not up-to-date");
  expect("Ready", Status::True, "Ready", "");
}

TEST_F(OneMachine, KeepsWhatIsKnownWhileTheConnectionIsBrieflyDown) {
  cluster.lost = now - std::chrono::minutes{4};
  expect("Ready", Status::True, "Ready", "");
  cluster.lost = now - std::chrono::minutes{6};
  expect("Ready", Status::Unknown, "ReadyUnknown",
         "* NodeHealthy: Last successful probe at 2026-01-01T11:54:00Z");
  expect("NodeReady", Status::Unknown, "ConnectionDown",
         "Last successful probe at 2026-01-01T11:54:00Z");
}

}  // namespace
}  // namespace telltale::fleet
