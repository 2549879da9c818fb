// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/start.h"

#include <gtest/gtest.h>

#include "catalog/cluster/stage_for_test.h"

namespace telltale::cluster {
namespace {

using enum Status;

const Instant eleven = *parse_rfc3339("2026-01-01T11:00:00Z");

// What the Machines are told before the Cluster is judged is what the Cluster then says.
void expect_start(const Stage& stage, Status status, Instant since) {
  EXPECT_EQ(stage.start().initialized, status);
  EXPECT_EQ(stage.start().since, since);
  if (!stage.has("ControlPlaneInitialized")) return;
  const Condition told = stage.condition("ControlPlaneInitialized");
  EXPECT_EQ(told.status, status);
  if (is_set(since)) {
    EXPECT_EQ(told.last_transition, since);
  }
}

std::string other_plane(std::string_view status) {
  return format(R"({{"apiVersion":"controlplane.example.com/v1alpha1","kind":"OtherPlane",)"
                R"("metadata":{{"namespace":"default","name":"cp"}},"spec":{{}},"status":{{{}}}}})",
                status);
}

constexpr std::string_view other_ref =
    R"("controlPlaneRef":{"apiGroup":"controlplane.example.com","kind":"OtherPlane","name":"cp"})";

Document new_cluster(std::string_view spec) { return {.spec = std::string(spec)}; }

TEST(ClusterStart, BeginsNowWhereNobodySaidSoBefore) {
  const Stage stage({new_cluster(both_refs).text(), control_plane().text()});
  EXPECT_EQ(stage.told("ControlPlaneInitialized"), "True/Initialized");
  expect_start(stage, True, Stage::now);
}

TEST(ClusterStart, StaysWhenTheControlPlaneIsGone) {
  Document cluster = new_cluster(both_refs);
  cluster.conditions = condition("ControlPlaneInitialized", "True", "Initialized");
  const Stage stage({cluster.text()}, {.completeness = Completeness::Complete});
  EXPECT_EQ(stage.told("ControlPlaneInitialized"), "True/Initialized");
  expect_start(stage, True, eleven);
}

TEST(ClusterStart, KeepsItsTimeWhileTheStatusIsTheSame) {
  Document cluster = new_cluster(both_refs);
  cluster.conditions = condition("ControlPlaneInitialized", "False", "NotInitialized");
  Document plane = control_plane();
  plane.status = "";
  const Stage stage({cluster.text(), plane.text()});
  EXPECT_EQ(stage.told("ControlPlaneInitialized"),
            "False/NotInitialized: Control plane not yet initialized");
  expect_start(stage, False, eleven);
}

TEST(ClusterStart, ALegacyConditionCountsAsStored) {
  Document cluster = new_cluster(both_refs);
  cluster.api_version = "cluster.x-k8s.io/v1beta1";
  cluster.conditions = R"({"type":"ControlPlaneInitialized","status":"True",)"
                       R"("lastTransitionTime":"2026-01-01T11:00:00Z"})";
  const Stage stage({cluster.text()}, {.completeness = Completeness::Complete});
  EXPECT_EQ(stage.told("ControlPlaneInitialized"), "True/Initialized");
  expect_start(stage, True, eleven);
}

TEST(ClusterStart, AControlPlaneThatDoesNotExistIsNoInternalError) {  // Defect a
  Document cluster = new_cluster(both_refs);
  const Stage stage({cluster.text(), infrastructure().text()},
                    {.completeness = Completeness::Complete});
  EXPECT_EQ(stage.told("ControlPlaneInitialized"),
            "Unknown/ObjectDoesNotExist: KubeadmControlPlane does not exist");
  expect_start(stage, Unknown, Stage::now);
}

TEST(ClusterStart, ConcludesNothingFromAControlPlaneThatWasNotCollected) {
  const Stage stage({new_cluster(both_refs).text()});
  EXPECT_EQ(stage.told("ControlPlaneInitialized"),
            "Unknown/NotCollected: KubeadmControlPlane c1-cp was not collected");
  expect_start(stage, Unknown, no_time);
}

TEST(ClusterStart, ReadsInitializedOfTheOldContractAndNeverReady) {  // Trap 39
  const std::string cluster = new_cluster(other_ref).text();
  EXPECT_EQ(Stage({cluster, other_plane(R"("ready":true)")}).told("ControlPlaneInitialized"),
            "False/NotInitialized: Control plane not yet initialized");
  EXPECT_EQ(Stage({cluster, other_plane(R"("initialized":true)")}).told("ControlPlaneInitialized"),
            "True/Initialized");
  EXPECT_EQ(Stage({cluster, other_plane(R"("initialization":{"controlPlaneInitialized":true})")})
                .told("ControlPlaneInitialized"),
            "True/Initialized");
}

TEST(ClusterStart, AFieldOfTheWrongTypeIsOurTrouble) {
  const std::string cluster = new_cluster(other_ref).text();
  EXPECT_EQ(Stage({cluster, other_plane(R"("initialized":"yes")")}).told("ControlPlaneInitialized"),
            "Unknown/InternalError: Please check controller logs for errors");
  EXPECT_EQ(Stage({cluster, R"({"apiVersion":"controlplane.example.com/v1alpha1",)"
                            R"("kind":"OtherPlane","metadata":{"namespace":"default","name":"cp"},)"
                            R"("spec":{},"status":"broken"})"})
                .told("ControlPlaneInitialized"),
            "Unknown/InternalError: Please check controller logs for errors");
}

TEST(ClusterStart, StandAloneMachinesTellByTheirNodes) {
  const std::string cluster = new_cluster("").text();
  Document joining = control_plane_machine("m1");
  joining.status = "";
  EXPECT_EQ(Stage({cluster, joining.text(), machine("w1").text()}).told("ControlPlaneInitialized"),
            "False/NotInitialized: Waiting for the first control plane machine to have "
            "status.nodeRef set");
  EXPECT_EQ(Stage({cluster, joining.text(), control_plane_machine("m2").text()})
                .told("ControlPlaneInitialized"),
            "True/Initialized");
}

TEST(ClusterStart, ATopologyThatIsNotReconciledYetIsWaitedFor) {
  Document cluster = new_cluster(R"("topology":{"classRef":{"name":"k"},"version":"v1.33.0"})");
  EXPECT_EQ(Stage({cluster.text()}).told("ControlPlaneInitialized"),
            "Unknown/ObjectDoesNotExist: Waiting for cluster topology to be reconciled");
  cluster.metadata = R"(,"deletionTimestamp":"2026-01-01T11:30:00Z")";
  EXPECT_EQ(Stage({cluster.text()}).told("ControlPlaneInitialized"), "Unknown/ObjectDoesNotExist");
}

TEST(ClusterStart, APausedClusterTellsItsMachinesWhatIsStored) {
  Document cluster = new_cluster(std::string(both_refs) + R"(,"paused":true)");
  const Stage stage({cluster.text(), control_plane().text()});
  EXPECT_FALSE(stage.has("ControlPlaneInitialized"));
  expect_start(stage, Unknown, no_time);
}

}  // namespace
}  // namespace telltale::cluster
