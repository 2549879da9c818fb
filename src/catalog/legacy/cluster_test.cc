// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/legacy_status.h"

#include <gtest/gtest.h>

#include "catalog/legacy/legacy_world_for_test.h"

namespace telltale::legacy {
namespace {

const std::string infra_ref =
    R"("infrastructureRef":{"apiGroup":"infrastructure.cluster.x-k8s.io","kind":"DockerCluster",)"
    R"("name":"c1"})";
const std::string plane_ref =
    R"("controlPlaneRef":{"apiGroup":"controlplane.cluster.x-k8s.io","kind":"KubeadmControlPlane",)"
    R"("name":"kcp"})";

std::string cluster(Parts parts) { return core("Cluster", "c1", std::move(parts)); }
std::string infra(std::string_view status) { return provider("DockerCluster", "c1", status); }

// A control plane that states its old Ready, and stays as it is.
std::string paused_plane(std::string_view legacy_ready, std::string_view status = "") {
  return kubeadm("kcp", {.status = format(R"("conditions":[{}],"deprecated":{{"v1beta1":{{)"
                                          R"("conditions":[{}]}}}}{}{})",
                                          condition("Paused", "True"), legacy_ready,
                                          status.empty() ? "" : ",", status)});
}

std::string told_of_cluster(const std::vector<std::string>& documents, std::string_view type) {
  return LegacyWorld(documents).told("Cluster", "c1", type);
}
std::string cluster_phase(const std::vector<std::string>& documents) {
  LegacyWorld world(documents);
  return std::string(world.status("Cluster", "c1").phase);
}

TEST(LegacyCluster, IsReadyWhenItsTwoHalvesAre) {
  const std::vector<std::string> documents = {cluster({.spec = infra_ref + "," + plane_ref}),
                                              infra(R"("ready":true)"),
                                              paused_plane(condition("Ready", "True"))};
  EXPECT_EQ(told_of_cluster(documents, "InfrastructureReady"), "True");
  EXPECT_EQ(told_of_cluster(documents, "ControlPlaneReady"), "True");
  EXPECT_EQ(told_of_cluster(documents, "Ready"), "True");
}

TEST(LegacyCluster, MirrorsItsControlPlaneWithSeverity) {
  const std::vector<std::string> documents = {
      cluster({.spec = infra_ref + "," + plane_ref}), infra(R"("ready":false)"),
      paused_plane(condition("Ready", "False",
                             R"("severity":"Warning","reason":"ScalingUp","message":"m")"))};
  EXPECT_EQ(told_of_cluster(documents, "ControlPlaneReady"), "False ScalingUp Warning: m");
  EXPECT_EQ(told_of_cluster(documents, "InfrastructureReady"),
            "False WaitingForInfrastructure Info");
  EXPECT_EQ(told_of_cluster(documents, "Ready"), "False ScalingUp Warning: m");
}

TEST(LegacyCluster, FallsBackOnWhetherTheControlPlaneIsInitialized) {
  const std::string text = cluster({.spec = plane_ref});
  EXPECT_EQ(told_of_cluster({text, paused_plane("")}, "ControlPlaneReady"),
            "False WaitingForControlPlane Info");
  EXPECT_EQ(told_of_cluster(
                {text, paused_plane("", R"("initialization":{"controlPlaneInitialized":true})")},
                "ControlPlaneReady"),
            "True");
}

TEST(LegacyCluster, NeedsNoInfrastructureIfItRefersToNone) {
  EXPECT_EQ(told_of_cluster({cluster({})}, "InfrastructureReady"), "True");
  EXPECT_EQ(
      told_of_cluster({cluster({.spec = R"("topology":{"class":"x"})"})}, "InfrastructureReady"),
      "");
}

TEST(LegacyCluster, WaitsForItsControlPlaneOnce) {
  const std::string waiting =
      "False WaitingForControlPlaneProviderInitialized Info: Waiting for control plane provider to "
      "indicate the control plane has been initialized";
  EXPECT_EQ(
      told_of_cluster({cluster({.spec = plane_ref}), paused_plane("")}, "ControlPlaneInitialized"),
      waiting);
  const std::string judged =
      format(R"("conditions":[{}])", condition("ControlPlaneInitialized", "True"));
  EXPECT_EQ(told_of_cluster({cluster({.spec = plane_ref, .status = judged}), paused_plane("")},
                            "ControlPlaneInitialized"),
            "True");
  const std::string latched = format(R"("deprecated":{{"v1beta1":{{"conditions":[{}]}}}})",
                                     condition("ControlPlaneInitialized", "True"));
  EXPECT_EQ(told_of_cluster({cluster({.spec = plane_ref, .status = latched}), paused_plane("")},
                            "ControlPlaneInitialized"),
            "True");
}

TEST(LegacyCluster, LooksForANodeWhereMachinesMakeUpTheControlPlane) {
  const auto member = [](std::string status) {
    return machine("m1", {.metadata = R"("labels":{"cluster.x-k8s.io/cluster-name":"c1",)"
                                      R"("cluster.x-k8s.io/control-plane":""})",
                          .status = std::move(status)});
  };
  EXPECT_EQ(told_of_cluster({cluster({}), member("")}, "ControlPlaneInitialized"),
            "False MissingNodeRef Info: Waiting for the first control plane machine to have its "
            "status.nodeRef set");
  EXPECT_EQ(told_of_cluster({cluster({}), member(R"("nodeRef":{"name":"n1"})")},
                            "ControlPlaneInitialized"),
            "True");
}

TEST(LegacyCluster, SaysDeletedOfWhatIsGoneWhileItGoes) {
  const std::string text = cluster({.metadata = deleting, .spec = infra_ref + "," + plane_ref});
  EXPECT_EQ(told_of_cluster({text}, "InfrastructureReady"), "False Deleted Info");
  EXPECT_EQ(told_of_cluster({text}, "ControlPlaneReady"), "False Deleted Info");
  EXPECT_EQ(told_of_cluster({text, infra(R"("ready":true)")}, "InfrastructureReady"),
            "False Deleting Info");
}

TEST(LegacyCluster, LeavesItsTopologyAsItIs) {
  const std::string stored =
      format(R"("deprecated":{{"v1beta1":{{"conditions":[{}]}}}})",
             condition("TopologyReconciled", "False",
                       R"("severity":"Info","reason":"ClusterUpgrading","message":"m")"));
  EXPECT_EQ(told_of_cluster({cluster({.status = stored})}, "TopologyReconciled"),
            "False ClusterUpgrading Info: m");
}

TEST(LegacyCluster, GoesThroughItsPhases) {
  const std::string endpoint = R"(,"controlPlaneEndpoint":{"host":"h","port":6443})";
  EXPECT_EQ(cluster_phase({cluster({})}), "Pending");
  EXPECT_EQ(cluster_phase({cluster({.spec = infra_ref}), infra(R"("ready":true)")}),
            "Provisioning");
  EXPECT_EQ(cluster_phase({cluster({.spec = infra_ref + endpoint}), infra(R"("ready":false)")}),
            "Provisioning");
  EXPECT_EQ(cluster_phase({cluster({.spec = infra_ref + endpoint}), infra(R"("ready":true)")}),
            "Provisioned");
  EXPECT_EQ(cluster_phase({cluster({.metadata = deleting, .spec = infra_ref + endpoint}),
                           infra(R"("ready":true)")}),
            "Deleting");
}

TEST(LegacyCluster, LatchesBothHalves) {
  LegacyWorld world({cluster({.spec = infra_ref,
                              .status = format(R"("conditions":[{}])",
                                               condition("ControlPlaneInitialized", "True"))}),
                     infra(R"("ready":true)")});
  EXPECT_EQ(world.status("Cluster", "c1").latches,
            (Latches{.infrastructure = true, .control_plane = true}));
}

}  // namespace
}  // namespace telltale::legacy
