// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/initialized.h"

#include <gtest/gtest.h>

#include "catalog/controlplane/small_plane_for_test.h"

namespace telltale::controlplane {
namespace {

// A control plane that says nothing about itself, with Machines on which nothing runs.
SmallPlane silent(std::string_view version) {
  SmallPlane plane;
  plane.version = version;
  plane.initialized = false;
  plane.plane_conditions = "";
  plane.pods = false;
  return plane;
}

Latch latch_of(SmallPlane& plane) {
  const World& world = plane.world();
  const Found found =
      world.find({"controlplane.cluster.x-k8s.io", "KubeadmControlPlane", "default", "kcp", {}});
  return initialized(world, *found.object, plane.settings, plane.now);
}

constexpr std::string_view config_map =
    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"kube-system","name":)"
    R"("kubeadm-config","annotations":{"cluster.x-k8s.io/cluster-name":"c1",)"
    R"("cluster.x-k8s.io/cluster-namespace":"default"}}})";

std::string all_pods_well() {
  return stored_text("APIServerPodHealthy", "True", "Running") + "," +
         stored_text("ControllerManagerPodHealthy", "True", "Running") + "," +
         stored_text("SchedulerPodHealthy", "True", "Running");
}

template <class Test>
void in_both_versions(Test test) {
  for (const std::string_view version : {"v1beta1", "v1beta2"}) {
    SCOPED_TRACE(version);
    SmallPlane plane = silent(version);
    test(plane);
  }
}

TEST(ControlPlaneStartLatch, IsOpenAsLongAsNothingHasWorked) {
  in_both_versions([](SmallPlane& plane) {
    EXPECT_FALSE(latch_of(plane).initialized);
    EXPECT_EQ(latch_of(plane).since, no_time);
  });
}

TEST(ControlPlaneStartLatch, StandsSinceItsConditionSaysSo) {
  in_both_versions([](SmallPlane& plane) {
    plane.plane_conditions =
        stored_text("Initialized", "True", "Initialized", "", "2026-01-01T10:00:00Z");
    EXPECT_TRUE(latch_of(plane).initialized);
    EXPECT_EQ(latch_of(plane).since, *parse_rfc3339("2026-01-01T10:00:00Z"));
  });
}

TEST(ControlPlaneStartLatch, ClosesNowByTheContractsField) {
  in_both_versions([](SmallPlane& plane) {
    plane.initialized = true;
    EXPECT_TRUE(latch_of(plane).initialized);
    EXPECT_EQ(latch_of(plane).since, plane.now);
  });
}

TEST(ControlPlaneStartLatch, ClosesByTheConfigMapThatKubeadmLeaves) {
  in_both_versions([](SmallPlane& plane) {
    plane.more.emplace_back(config_map);
    EXPECT_TRUE(latch_of(plane).initialized);
  });
}

TEST(ControlPlaneStartLatch, ClosesByOneMachineOnWhichKubernetesRuns) {
  in_both_versions([](SmallPlane& plane) {
    plane.pods = true;
    plane.machines[0].scheduler = plane.machines[1].scheduler = R"({"phase":"Pending"})";
    EXPECT_TRUE(latch_of(plane).initialized);
    plane.machines[2].scheduler = R"({"phase":"Pending"})";
    EXPECT_FALSE(latch_of(plane).initialized);
  });
}

TEST(ControlPlaneStartLatch, ClosesByStoredConditionsWherePodsWereNotCollected) {
  in_both_versions([](SmallPlane& plane) {
    plane.machines[1].conditions = all_pods_well();
    EXPECT_TRUE(latch_of(plane).initialized);
    plane.pods = true;
    for (auto& machine : plane.machines) machine.scheduler = R"({"phase":"Failed"})";
    EXPECT_FALSE(latch_of(plane).initialized);
  });
}

TEST(ControlPlaneStartLatch, DoesNotCloseByTheOnlyMachineWhenThatIsLeaving) {  // trap 44
  in_both_versions([](SmallPlane& plane) {
    plane.more.emplace_back(config_map);
    plane.machines.resize(1);
    EXPECT_TRUE(latch_of(plane).initialized);
    plane.machines[0].metadata = R"(,"deletionTimestamp":"2026-01-01T11:00:00Z")";
    EXPECT_FALSE(latch_of(plane).initialized);
    plane.machines[0].metadata = "";
    plane.machines[0].conditions = stored_text("HealthCheckSucceeded", "False", "UnhealthyNode");
    EXPECT_TRUE(latch_of(plane).initialized);
    plane.machines[0].conditions +=
        "," + stored_text("OwnerRemediated", "False", "WaitingForRemediation");
    EXPECT_FALSE(latch_of(plane).initialized);
    plane.initialized = true;
    EXPECT_TRUE(latch_of(plane).initialized);
  });
}

}  // namespace
}  // namespace telltale::controlplane
