// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/counters.h"

#include <gtest/gtest.h>

#include "catalog/cluster/stage_for_test.h"

namespace telltale::cluster {
namespace {

// desired, replicas, ready, available, upToDate, unavailable
Counters half(std::int32_t desired, std::int32_t replicas, std::int32_t ready,
              std::int32_t available, std::int32_t up_to_date, std::int32_t unavailable) {
  return {.replicas = replicas,
          .ready = ready,
          .available = available,
          .up_to_date = up_to_date,
          .desired = desired,
          .unavailable = unavailable};
}

std::string describe(const Counters& counters) {
  const auto show = [](Count count) { return count ? std::to_string(*count) : std::string("-"); };
  return format("{} desired, {} there, {} ready, {} available, {} up to date, {} unavailable",
                show(counters.desired), show(counters.replicas), show(counters.ready),
                show(counters.available), show(counters.up_to_date), show(counters.unavailable));
}

TEST(ClusterCounting, AddsUpBothHalvesApart) {
  const Stage stage(calm_documents());
  EXPECT_EQ(describe(stage.counters().control_plane), describe(half(3, 3, 3, 3, 3, 0)));
  EXPECT_EQ(describe(stage.counters().workers), describe(half(2, 2, 2, 2, 2, 0)));
}

TEST(ClusterCounting, WorkersAreDeploymentsPoolsSetsAndMachinesThatStandAlone) {
  Document pool = deployment("pool-0");
  pool.kind = "MachinePool";
  Document set = deployment("ms-0");
  set.kind = "MachineSet";
  set.metadata = owned_by_cluster;
  Document owned_set = set;
  owned_set.name = "md-0-x";
  owned_set.metadata =
      R"(,"ownerReferences":[{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachineDeployment",)"
      R"("name":"md-0","controller":true}])";
  Document alone = machine("w1");
  alone.metadata += owned_by_cluster;
  Document of_pool = alone;
  of_pool.name = "w2";
  of_pool.labels = R"(,"cluster.x-k8s.io/pool-name":"pool-0")";
  auto documents = calm_documents();
  for (const Document& more : {pool, set, owned_set, alone, of_pool, machine("of-a-set")}) {
    documents.push_back(more.text());
  }
  const Stage stage(documents);
  EXPECT_EQ(describe(stage.counters().workers), describe(half(7, 7, 7, 7, 7, 0)));
}

TEST(ClusterCounting, WhatNobodyReportsIsAbsentAndWhatSomebodyReportsIsAdded) {
  Document silent = deployment("md-1");
  silent.status = R"("replicas":1,)";
  auto documents = calm_documents();
  documents.push_back(silent.text());
  EXPECT_EQ(describe(Stage(documents).counters().workers), describe(half(4, 3, 2, 2, 2, 2)));

  const Stage alone({cluster_with(both_refs).text(), control_plane().text(), silent.text()});
  const Counters workers = alone.counters().workers;
  EXPECT_EQ(workers.replicas, 1);
  EXPECT_EQ(workers.available, std::nullopt);
  EXPECT_EQ(workers.unavailable, std::nullopt);
}

TEST(ClusterCounting, ForgetsWhatTheControlPlaneStoppedReporting) {  // Defect j
  Document cluster = cluster_with(both_refs);
  cluster.status += R"("controlPlane":{"desiredReplicas":3,"replicas":3,"availableReplicas":3},)";
  Document plane = control_plane();
  plane.status = R"("replicas":3,)";
  const Counters counters = Stage({cluster.text(), plane.text()}).counters().control_plane;
  EXPECT_EQ(counters.replicas, 3);
  EXPECT_EQ(counters.available, std::nullopt);
  EXPECT_EQ(counters.unavailable, std::nullopt);
}

TEST(ClusterCounting, AMissingControlPlaneCountsNothingAndOneNotCollectedStandsAsStored) {
  Document cluster = cluster_with(both_refs);
  cluster.status += R"("controlPlane":{"desiredReplicas":3,"replicas":2},)";
  EXPECT_EQ(
      Stage({cluster.text()}, {.completeness = Completeness::Complete}).counters().control_plane,
      Counters());
  EXPECT_EQ(Stage({cluster.text()}).counters().control_plane.replicas, 2);
}

TEST(ClusterCounting, AControlPlaneOfTheOldContractCountsWhatIsUnavailable) {
  Document cluster = cluster_with(
      R"("controlPlaneRef":{"apiVersion":"controlplane.example.com/v1alpha1","kind":"OtherPlane",)"
      R"("name":"cp"})");
  const std::string plane =
      R"({"apiVersion":"controlplane.example.com/v1alpha1","kind":"OtherPlane","metadata":)"
      R"({"namespace":"default","name":"cp"},"spec":{"replicas":3},"status":{"initialized":true,)"
      R"("replicas":4,"readyReplicas":2,"updatedReplicas":1,"unavailableReplicas":1}})";
  EXPECT_EQ(describe(Stage({cluster.text(), plane}).counters().control_plane),
            describe(half(3, 4, 2, 2, 1, 1)));
}

TEST(ClusterCounting, StandAloneControlPlaneMachinesAreWantedBecauseTheyExist) {
  Document sick = control_plane_machine("m2");
  sick.conditions = condition("Ready", "False", "NotReady");
  const Stage stage({cluster_with("").text(), control_plane_machine("m1").text(), sick.text()});
  EXPECT_EQ(describe(stage.counters().control_plane), describe(half(2, 2, 1, 1, 1, 1)));
  const Stage none({cluster_with("").text(), machine("w1").text()});
  EXPECT_EQ(none.counters().control_plane, Counters());
}

TEST(ClusterCounting, APausedClusterCountsAsItIsStoredInEitherShape) {
  Document cluster = cluster_with(std::string(both_refs) + R"(,"paused":true)");
  cluster.status += R"("workers":{"replicas":7,"unavailableReplicas":1},)";
  EXPECT_EQ(Stage({cluster.text(), deployment().text()}).counters().workers.replicas, 7);
  EXPECT_EQ(Stage({cluster.text(), deployment().text()}).counters().workers.unavailable, 1);
  cluster.api_version = "cluster.x-k8s.io/v1beta1";
  cluster.status = R"("v1beta2":{"workers":{"replicas":8}},)";
  EXPECT_EQ(Stage({cluster.text(), deployment().text()}).counters().workers.replicas, 8);
  cluster.status = R"("workers":{"replicas":9},)";
  EXPECT_EQ(Stage({cluster.text(), deployment().text()}).counters().workers.replicas, 9);
}

TEST(ClusterCounting, HugeNumbersDoNotOverflow) {
  Document huge = deployment("md-1");
  huge.spec = R"("clusterName":"c1","replicas":2147483647)";
  huge.status = R"("replicas":2147483647,)";
  auto documents = calm_documents();
  documents.push_back(huge.text());
  EXPECT_EQ(Stage(documents).counters().workers.desired, INT32_MAX);
}

}  // namespace
}  // namespace telltale::cluster
