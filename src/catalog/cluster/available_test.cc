// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/available.h"

#include <gtest/gtest.h>

#include "catalog/cluster/stage_for_test.h"

namespace telltale::cluster {
namespace {

std::string unreachable(std::string_view status) {
  return format(R"({{"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection","metadata":)"
                R"({{"namespace":"default","name":"c1"}},"status":{{{}}}}})",
                status);
}

std::string told(const std::vector<std::string>& documents, Settings settings = {}) {
  return Stage(documents, {.settings = settings}).told("Available");
}

TEST(ClusterAvailability, ACalmClusterIsAvailable) {
  EXPECT_EQ(told(calm_documents()), "True/Available");
  EXPECT_EQ(told(calm_documents(), upstream), "True/Available");
}

TEST(ClusterAvailability, TellsAllThatANewClusterWaitsFor) {  // golden string 6
  Document plane = control_plane();
  plane.status = "";
  plane.conditions =
      condition("Available", "False", "NotAvailable", "Control plane not yet initialized");
  Document workers = deployment();
  workers.conditions = condition("Available", "False", "NotAvailable",
                                 "0 available replicas, at least 1 required "
                                 "(spec.strategy.rollout.maxUnavailable is 0, spec.replicas is 1)");
  const Stage stage({cluster_with(both_refs).text(), infrastructure().text(), plane.text(),
                     workers.text(), unreachable(R"("connected":false,"consecutiveFailures":7)")});
  EXPECT_EQ(stage.told("Available"),
            "False/NotAvailable: * RemoteConnectionProbe: Remote connection probe failed\n"
            "* ControlPlaneAvailable: Control plane not yet initialized\n"
            "* WorkersAvailable:\n"
            "  * MachineDeployment md-0: 0 available replicas, at least 1 required "
            "(spec.strategy.rollout.maxUnavailable is 0, spec.replicas is 1)");
}

TEST(ClusterAvailability, TheProposalLeavesTheInfrastructureOut) {
  auto documents = calm_documents();
  Document infra = infrastructure();
  infra.conditions = condition("Ready", "False", "Broken", "the network is gone");
  documents[1] = infra.text();
  EXPECT_EQ(told(documents), "True/Available");
  EXPECT_EQ(told(documents, upstream),
            "False/NotAvailable: * InfrastructureReady: the network is gone");
}

TEST(ClusterAvailability, LinesUseTheDialectsNames) {
  auto documents = calm_documents();
  Document cluster = cluster_with(both_refs);
  cluster.metadata = R"(,"deletionTimestamp":"2026-01-01T11:59:00Z")";
  documents[0] = cluster.text();
  EXPECT_EQ(told(documents), "False/NotAvailable: * Deleted:\n  * MachineDeployments: md-0");
  EXPECT_EQ(told(documents, upstream),
            "False/NotAvailable: * Deleting:\n  * MachineDeployments: md-0");
}

TEST(ClusterAvailability, WhileDeletingObjectsMayGoFirst) {
  Document cluster = cluster_with(both_refs);
  cluster.metadata = R"(,"deletionTimestamp":"2026-01-01T11:59:00Z")";
  const Stage stage({cluster.text(), infrastructure().text()},
                    {.settings = upstream, .completeness = Completeness::Complete});
  EXPECT_EQ(stage.told("ControlPlaneAvailable"),
            "False/ObjectDeleted: KubeadmControlPlane has been deleted");
  EXPECT_EQ(stage.told("Available"),
            "False/NotAvailable: * Deleting: Waiting for DockerCluster to be deleted");
}

TEST(ClusterAvailability, GatesCountWithTheirPolarity) {
  Document cluster = cluster_with(
      std::string(both_refs) +
      R"(,"availabilityGates":[{"conditionType":"Backup"},)"
      R"({"conditionType":"Degraded","polarity":"Negative"},{"conditionType":"Backup"}])");
  auto documents = calm_documents();
  documents[0] = cluster.text();
  EXPECT_EQ(told(documents),
            "Unknown/AvailableUnknown: * Backup: Condition not yet reported\n"
            "* Degraded: Condition not yet reported");
  cluster.conditions =
      condition("Backup", "True", "Done") + "," + condition("Degraded", "True", "Slow", "slow");
  documents[0] = cluster.text();
  EXPECT_EQ(told(documents), "False/NotAvailable: * Degraded: slow");
}

TEST(ClusterAvailability, AGateThatIsAvailableItselfCannotBeJudged) {
  auto documents = calm_documents();
  documents[0] = cluster_with(std::string(both_refs) +
                              R"(,"availabilityGates":[{"conditionType":"Available"}])")
                     .text();
  EXPECT_EQ(told(documents), "Unknown/InternalError: Please check controller logs for errors");
}

std::string cluster_class(std::string_view space) {
  return format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"ClusterClass","metadata":)"
                R"({{"namespace":"{}","name":"k"}},"spec":{{"availabilityGates":)"
                R"([{{"conditionType":"Backup"}}]}}}})",
                space);
}

TEST(ClusterAvailability, TheClassGivesTheGatesWhereTheClusterHasNoList) {
  const std::string reconciled = condition("TopologyReconciled", "True", "ReconcileSucceeded");
  const auto judged = [&](std::string_view topology, std::string_view gates) {
    Document cluster =
        cluster_with(std::string(both_refs) + std::string(topology) + std::string(gates));
    cluster.conditions = reconciled;
    auto documents = calm_documents();
    documents[0] = cluster.text();
    documents.push_back(cluster_class("default"));
    documents.push_back(cluster_class("classes"));
    return told(documents);
  };
  const std::string_view missing = "Unknown/AvailableUnknown: * Backup: Condition not yet reported";
  EXPECT_EQ(judged(R"(,"topology":{"classRef":{"name":"k"}})", ""), missing);
  EXPECT_EQ(judged(R"(,"topology":{"classRef":{"name":"k","namespace":"classes"}})", ""), missing);
  EXPECT_EQ(judged(R"(,"topology":{"class":"k","classNamespace":"classes"})", ""), missing);
  EXPECT_EQ(judged(R"(,"topology":{"class":"k","classNamespace":"elsewhere"})", ""),
            "True/Available");
  EXPECT_EQ(judged(R"(,"topology":{"class":"k"})", R"(,"availabilityGates":[])"), "True/Available");
}

TEST(ClusterAvailability, AnUpgradeDoesNotMakeAClusterUnavailable) {
  const auto judged = [](std::string_view condition_text) {
    Document cluster =
        cluster_with(std::string(both_refs) + R"(,"topology":{"class":"k","version":"v1.33.0"})");
    cluster.conditions = condition_text;
    auto documents = calm_documents();
    documents[0] = cluster.text();
    return told(documents);
  };
  EXPECT_EQ(judged(condition("TopologyReconciled", "False", "ClusterUpgrading", "to v2")),
            "True/Available: * TopologyReconciled: to v2");
  EXPECT_EQ(judged(condition("TopologyReconciled", "False", "ReconcileFailed", "no quota")),
            "False/NotAvailable: * TopologyReconciled: no quota");
  EXPECT_EQ(judged(condition("TopologyReconciled", "False", "ClusterClassNotReconciled", "old")),
            "False/NotAvailable: * TopologyReconciled: old");
  EXPECT_EQ(judged(""),
            "Unknown/AvailableUnknown: * TopologyReconciled: Condition not yet reported");
}

TEST(ClusterAvailability, OldClustersHaveTheirTopologyAmongTheLegacyConditions) {
  Document cluster = cluster_with(std::string(both_refs) + R"(,"topology":{"class":"k"})");
  cluster.api_version = "cluster.x-k8s.io/v1beta1";
  cluster.conditions = condition("TopologyReconciled", "True", "");
  auto documents = calm_documents();
  documents[0] = cluster.text();
  const Stage stage(documents);
  EXPECT_EQ(stage.told("Available"), "True/Available");
  EXPECT_FALSE(stage.has("TopologyReconciled"));
}

}  // namespace
}  // namespace telltale::cluster
