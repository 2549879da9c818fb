// SPDX-License-Identifier: Apache-2.0
#include "fleet/owner_conditions.h"

#include <gtest/gtest.h>

#include <chrono>

#include "fleet/now_for_test.h"

namespace telltale::fleet {
namespace {

constexpr Instant long_ago = now - std::chrono::days{2};

// A Cluster "c" with three control plane Machines and one deployment "md" of four; each test bends
// one thing.
class OneCluster : public testing::Test {
 protected:
  OneCluster() {
    cluster.name = "c";
    cluster.initialized = long_ago;
    cluster.settled = long_ago;
    cluster.control_plane = machines({"cp1", "cp2", "cp3"});
    DeploymentPlan deployment{.name = "md", .created = long_ago, .sets = {}};
    deployment.sets.push_back(SetPlan{.name = "s",
                                      .hash = "h",
                                      .version = "v1.34.1",
                                      .infra_template = "t",
                                      .created = long_ago,
                                      .machines = machines({"m1", "m2", "m3", "m4"})});
    cluster.deployments.push_back(deployment);
  }

  static std::vector<MachinePlan> machines(std::initializer_list<std::string_view> names) {
    std::vector<MachinePlan> all;
    for (const std::string_view name : names) {
      all.push_back({.name = name, .created = long_ago, .settled = long_ago});
    }
    return all;
  }

  SetPlan& set() { return cluster.deployments.front().sets.front(); }
  MachinePlan& machine(std::size_t index) { return set().machines[index]; }

  void judge() {
    const Setting setting{.options = options, .cluster = cluster, .arena = arena};
    const DeploymentPlan& deployment = cluster.deployments.front();
    ClusterParts parts;
    for (const SetPlan& each : deployment.sets) {
      const Gathered gathered = gather(setting, &deployment, &each, each.machines);
      of_set = set_conditions(setting, each, gathered);
      parts.workers.add(gathered);
    }
    parts.control_plane = gather(setting, nullptr, nullptr, cluster.control_plane);
    of_deployment = deployment_conditions(setting, deployment, parts.workers);
    of_control_plane = control_plane_conditions(setting, parts.control_plane);
    parts.deployment_conditions = {of_deployment};
    parts.control_plane_conditions = of_control_plane;
    of_cluster = cluster_conditions(setting, parts);
  }

  static void expect(const std::vector<Condition>& all, std::string_view type, Status status,
                     std::string_view reason, std::string_view message) {
    const Condition* found = find_condition(all, type);
    ASSERT_NE(found, nullptr) << type;
    EXPECT_EQ(to_text(found->status), to_text(status)) << type;
    EXPECT_EQ(found->reason, reason) << type;
    EXPECT_EQ(found->message, message) << type;
  }

  static std::vector<std::string_view> types(const std::vector<Condition>& all) {
    std::vector<std::string_view> types;
    for (const Condition& each : all) types.push_back(each.type);
    return types;
  }

  FleetOptions options;
  ClusterPlan cluster;
  Arena arena;
  std::vector<Condition> of_set, of_deployment, of_control_plane, of_cluster;
};

using Types = std::vector<std::string_view>;

TEST_F(OneCluster, StoresItsConditionsInTheOrderOfTheApi) {
  judge();
  EXPECT_EQ(types(of_set), (Types{"Remediating", "ScalingDown", "ScalingUp", "MachinesReady",
                                  "MachinesUpToDate", "Paused", "Deleting"}));
  EXPECT_EQ(types(of_control_plane),
            (Types{"Available", "CertificatesAvailable", "Initialized", "EtcdClusterHealthy",
                   "ControlPlaneComponentsHealthy", "RollingOut", "Remediating", "ScalingDown",
                   "ScalingUp", "MachinesReady", "MachinesUpToDate", "Paused", "Deleting"}));
  EXPECT_EQ(
      types(of_cluster),
      (Types{"Available", "RemoteConnectionProbe", "InfrastructureReady", "ControlPlaneInitialized",
             "ControlPlaneAvailable", "WorkersAvailable", "RollingOut", "Remediating",
             "ScalingDown", "ScalingUp", "ControlPlaneMachinesReady", "WorkerMachinesReady",
             "ControlPlaneMachinesUpToDate", "WorkerMachinesUpToDate", "Paused", "Deleting"}));
}

TEST_F(OneCluster, StoresOnlyTheProposalsTypesInItsDialect) {
  options.dialect = Dialect::Proposal;
  judge();
  EXPECT_EQ(types(of_set), (Types{"UpToDate", "ReplicaFailure", "Remediating", "ScalingDown",
                                  "ScalingUp", "MachinesReady", "Paused", "Deleted"}));
  EXPECT_EQ(types(of_cluster),
            (Types{"Available", "UpToDate", "RemoteConnectionProbe", "ControlPlaneInitialized",
                   "ControlPlaneAvailable", "WorkersAvailable", "Remediating", "ScalingDown",
                   "ScalingUp", "Paused", "Deleted"}));
}

TEST_F(OneCluster, IsUnavailableWhenADeploymentLacksMachines) {
  machine(0).trouble = Trouble::NodeDeleted;
  machine(0).since = now;
  judge();
  const std::string lacking =
      "3 available replicas, at least 4 required (spec.strategy.rollout.maxUnavailable is 0, "
      "spec.replicas is 4)";
  expect(of_deployment, "Available", Status::False, "NotAvailable", lacking);
  expect(of_cluster, "Available", Status::False, "NotAvailable",
         "* WorkersAvailable:\n  * MachineDeployment md: " + lacking);
  expect(of_set, "MachinesReady", Status::False, "NotReady",
         "* Machine m1:\n  * NodeHealthy: Node m1 has been deleted while the Machine still exists");
  expect(of_set, "ScalingUp", Status::False, "NotScalingUp", "");
}

TEST_F(OneCluster, ToleratesAsManyAsItsStrategySays) {
  machine(0).trouble = Trouble::NodeDeleted;
  machine(0).since = now;
  cluster.deployments.front().max_unavailable_percent = 25;
  judge();
  expect(of_deployment, "Available", Status::True, "Available", "");
  expect(of_cluster, "Available", Status::True, "Available", "");
}

TEST_F(OneCluster, ScalesUpByAvailabilityInTheProposal) {
  machine(0).trouble = Trouble::NodeDeleted;
  machine(0).since = now;
  options.dialect = Dialect::Proposal;
  judge();
  expect(of_set, "ScalingUp", Status::True, "ScalingUp", "3 of 4 replicas available");
  expect(of_cluster, "ScalingUp", Status::True, "ScalingUp",
         "* MachineDeployment md: 3 of 4 replicas available");
}

TEST_F(OneCluster, RemediatesWhatItsHealthCheckCondemned) {
  machine(2).trouble = Trouble::AwaitingRemediation;
  machine(2).since = now - std::chrono::hours{1};
  judge();
  for (const auto& all : {of_set, of_deployment, of_cluster}) {
    expect(all, "Remediating", Status::True, "Remediating",
           "* Machine m3: Waiting for remediation");
  }
}

TEST_F(OneCluster, RollsOutWhileAnOlderSetHasMachines) {
  DeploymentPlan& deployment = cluster.deployments.front();
  set().age = SetPlan::Age::Older;
  set().version = "v1.33.5";
  deployment.sets.push_back(SetPlan{.name = "s2",
                                    .hash = "h",
                                    .version = "v1.34.1",
                                    .infra_template = "t",
                                    .created = now,
                                    .machines = machines({"n1"})});
  judge();
  const std::string lines = "* Version v1.33.5, v1.34.1 required\n";
  expect(of_deployment, "RollingOut", Status::True, "RollingOut",
         "Rolling out 4 not up-to-date replicas\n" + lines + "* DockerMachine is not up-to-date");
  expect(of_cluster, "RollingOut", Status::True, "RollingOut",
         "* MachineDeployment md:\n  * Rolling out 4 not up-to-date replicas\n    " + lines +
             "    * DockerMachine is not up-to-date");
  expect(
      of_deployment, "MachinesUpToDate", Status::False, "NotUpToDate",
      "* Machines m1, m2, m3, ... (1 more):\n  " + lines + "  * DockerMachine is not up-to-date");
  expect(of_set, "MachinesUpToDate", Status::True, "UpToDate", "");
}

TEST_F(OneCluster, GoesDarkWhenItDoesNotAnswer) {
  cluster.lost = now - std::chrono::hours{1};
  judge();
  const std::string last = "Last successful probe at 2026-01-01T11:00:00Z";
  expect(of_control_plane, "EtcdClusterHealthy", Status::Unknown, "ConnectionDown", last);
  expect(of_cluster, "RemoteConnectionProbe", Status::False, "ProbeFailed",
         "Remote connection probe failed, probe last succeeded at 2026-01-01T11:00:00Z");
  expect(of_control_plane, "MachinesReady", Status::Unknown, "ReadyUnknown",
         "* Machines cp1, cp2, cp3:\n  * NodeHealthy: " + last +
             "\n  * Control plane components: " + last + "\n  * EtcdMemberHealthy: " + last);
}

TEST_F(OneCluster, StaysKnownWhileTheConnectionIsBrieflyDown) {
  cluster.lost = now - std::chrono::minutes{3};
  judge();
  expect(of_control_plane, "Available", Status::True, "Available", "");
  expect(of_cluster, "Available", Status::False, "NotAvailable",
         "* RemoteConnectionProbe: Remote connection probe failed, probe last succeeded at "
         "2026-01-01T11:57:00Z");
}

}  // namespace
}  // namespace telltale::fleet
