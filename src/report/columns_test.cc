// SPDX-License-Identifier: Apache-2.0
#include "report/columns.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "kube/json_path.h"

namespace telltale {
namespace {

// Only control planes have a group of their own among the kinds of Cluster API.
std::string_view group_of_kind(std::string_view kind) {
  if (kind == "ClusterDeployment") return "hive.openshift.io";
  if (kind == "NodePool") return "hypershift.openshift.io";
  return kind == "KubeadmControlPlane" ? "controlplane.cluster.x-k8s.io" : "cluster.x-k8s.io";
}

// The headers as they are printed, wide ones marked as in the specification.
std::string table(std::string_view kind, std::string_view version, DialectName dialect) {
  std::vector<std::string> headers;
  for (const Column& column : columns_of(group_of_kind(kind), kind, version, dialect)) {
    headers.push_back(format("{}{}", column.header, column.priority > 0 ? "(w)" : ""));
  }
  return join(std::span<const std::string>(headers), ", ");
}

std::string proposal(std::string_view kind, std::string_view version) {
  return table(kind, version, DialectName::Proposal);
}
std::string upstream(std::string_view kind, std::string_view version) {
  return table(kind, version, DialectName::Upstream);
}

TEST(Columns, OfAMachineAreTheSeeds) {
  EXPECT_EQ(proposal("Machine", "v1beta1"), "CLUSTER, NODE NAME, PROVIDER ID, PHASE, AGE, VERSION");
  EXPECT_EQ(proposal("Machine", "v1beta2"),
            "CLUSTER, PAUSED(w), NODE NAME, PROVIDER ID, READY, AVAILABLE, UP TO DATE, AGE, "
            "VERSION, INTERNAL-IP(w), EXTERNAL-IP(w), OS-IMAGE(w), KERNEL-VERSION(w), "
            "CONTAINER-RUNTIME(w)");
}

TEST(Columns, OfAMachineSetAreTheSeeds) {
  EXPECT_EQ(proposal("MachineSet", "v1beta1"),
            "CLUSTER, DESIRED(w), REPLICAS, READY, AVAILABLE, AGE, VERSION");
  EXPECT_EQ(proposal("MachineSet", "v1beta2"),
            "CLUSTER, PAUSED(w), DESIRED, CURRENT(w), READY, AVAILABLE, UP-TO-DATE, AGE, VERSION");
}

TEST(Columns, OfAMachineDeploymentAreTheSeeds) {
  EXPECT_EQ(proposal("MachineDeployment", "v1beta1"),
            "CLUSTER, DESIRED(w), REPLICAS, READY, UPDATED, UNAVAILABLE, PHASE, AGE, VERSION");
  EXPECT_EQ(proposal("MachineDeployment", "v1beta2"),
            "CLUSTER, PAUSED(w), DESIRED, CURRENT(w), READY, AVAILABLE, UP-TO-DATE, AGE, VERSION");
}

TEST(Columns, OfAClusterAreTheSeeds) {
  EXPECT_EQ(proposal("Cluster", "v1beta1"), "CLUSTER CLASS, PHASE, AGE, VERSION");
  EXPECT_EQ(proposal("Cluster", "v1beta2"),
            "CLUSTER CLASS, PAUSED(w), AVAILABLE, CP_DESIRED, CP_CURRENT(w), CP_READY(w), "
            "CP_AVAILABLE, CP_UP_TO_DATE, W_DESIRED, W_CURRENT(w), W_READY(w), W_AVAILABLE, "
            "W_UP_TO_DATE, AGE, VERSION");
}

TEST(Columns, OfAKubeadmControlPlaneAreTheSeeds) {
  EXPECT_EQ(proposal("KubeadmControlPlane", "v1beta1"),
            "CLUSTER, DESIRED(w), REPLICAS, READY, UPDATED, UNAVAILABLE, PHASE, AGE, VERSION");
  EXPECT_EQ(proposal("KubeadmControlPlane", "v1beta2"),
            "CLUSTER, PAUSED(w), INITIALIZED, DESIRED, CURRENT(w), READY, AVAILABLE, UP-TO-DATE, "
            "AGE, VERSION");
}

TEST(Columns, OfUpstreamsV1Beta1AreUpstreams) {
  EXPECT_EQ(upstream("Cluster", "v1beta1"), "ClusterClass, Phase, Age, Version");
  EXPECT_EQ(upstream("Machine", "v1beta1"), "Cluster, NodeName, ProviderID, Phase, Age, Version");
  EXPECT_EQ(upstream("MachineSet", "v1beta1"),
            "Cluster, Desired(w), Replicas, Ready, Available, Age, Version");
  EXPECT_EQ(upstream("MachineDeployment", "v1beta1"),
            "Cluster, Desired(w), Replicas, Ready, Updated, Unavailable, Phase, Age, Version");
  EXPECT_EQ(upstream("MachinePool", "v1beta1"),
            "Cluster, Desired(w), Replicas, Phase, Age, Version");
  EXPECT_EQ(upstream("KubeadmControlPlane", "v1beta1"),
            "Cluster, Initialized, API Server Available, Desired(w), Replicas, Ready, Updated, "
            "Unavailable, Age, Version");
}

TEST(Columns, OfUpstreamsV1Beta2AreUpstreams) {
  EXPECT_EQ(upstream("Cluster", "v1beta2"),
            "ClusterClass, Available, CP Desired, CP Current(w), CP Ready(w), CP Available, "
            "CP Up-to-date, W Desired, W Current(w), W Ready(w), W Available, W Up-to-date, "
            "Paused(w), Phase, Age, Version");
  EXPECT_EQ(upstream("Machine", "v1beta2"),
            "Cluster, Node Name, Provider ID(w), Failure domain, Ready, Available, Up-to-date, "
            "Internal-IP(w), External-IP(w), OS-Image(w), Paused(w), Phase, Age, Version");
  EXPECT_EQ(upstream("MachineSet", "v1beta2"),
            "Cluster, Desired, Current, Ready, Available, Up-to-date, Paused(w), Age, Version");
  EXPECT_EQ(upstream("MachineDeployment", "v1beta2"),
            "Cluster, Available, Desired, Current, Ready, Available, Up-to-date, Paused(w), Phase, "
            "Age, Version");
  EXPECT_EQ(upstream("MachinePool", "v1beta2"),
            "Cluster, Desired, Current, Ready, Available, Up-to-date, Paused(w), Phase, Age, "
            "Version");
  EXPECT_EQ(upstream("KubeadmControlPlane", "v1beta2"),
            "Cluster, Available, Desired, Current, Ready, Available, Up-to-date, Paused(w), "
            "Initialized, Age, Version");
}

TEST(Columns, OfKindsTheSeedIsSilentAboutAreUpstreamsInBothDialects) {
  for (const std::string_view version : {"v1beta1", "v1beta2"}) {
    for (const std::string_view kind : {"MachinePool", "MachineHealthCheck"}) {
      EXPECT_EQ(proposal(kind, version), upstream(kind, version));
    }
  }
  EXPECT_EQ(upstream("MachineHealthCheck", "v1beta1"),
            "Cluster, ExpectedMachines, MaxUnhealthy, CurrentHealthy, Age");
  EXPECT_EQ(upstream("MachineHealthCheck", "v1beta2"),
            "Cluster, Replicas, Healthy, Paused(w), Age");
}

TEST(Columns, OfAlphaVersionsAreThoseOfV1Beta1) {
  EXPECT_EQ(proposal("Machine", "v1alpha4"), proposal("Machine", "v1beta1"));
}

TEST(Columns, AreThereForTheGroupsOfJudgedKindsAlone) {
  EXPECT_TRUE(has_columns("cluster.x-k8s.io", "Machine"));
  EXPECT_TRUE(has_columns("controlplane.cluster.x-k8s.io", "KubeadmControlPlane"));
  EXPECT_FALSE(has_columns("machine.openshift.io", "Machine"));
  EXPECT_FALSE(has_columns("", "Node"));
  EXPECT_FALSE(has_columns("cluster.x-k8s.io", "NodePool"));
  EXPECT_TRUE(columns_of("", "Node", "v1", DialectName::Proposal).empty());
}

TEST(Columns, OfNodePoolsDependOnWhoseTheyAre) {
  EXPECT_EQ(table("NodePool", "v1beta1", DialectName::Upstream),
            "CLUSTER, DESIRED, CURRENT, PROGRESSING, REASON, VERSION, PLATFORM(w), "
            "AUTOSCALING-MIN(w), AUTOSCALING-MAX(w), UPGRADE(w), AGE, MESSAGE(w)");
  const auto karpenter = columns_of("karpenter.sh", "NodePool", "v1", DialectName::Proposal);
  EXPECT_NE(std::ranges::find(karpenter, "DEGRADED", &Column::header), karpenter.end());
}

TEST(Columns, HavePathsThatCanBeRead) {
  for (const std::string_view kind :
       {"Cluster", "Machine", "MachineSet", "MachineDeployment", "MachinePool",
        "MachineHealthCheck", "KubeadmControlPlane", "NodePool", "ClusterDeployment"}) {
    const auto paths = column_paths(group_of_kind(kind), kind);
    EXPECT_GE(paths.size(), 5U) << kind;
    EXPECT_EQ(std::set(paths.begin(), paths.end()).size(), paths.size());
    for (const std::string_view path : paths) EXPECT_TRUE(parse_json_path(path)) << path;
  }
}

TEST(Columns, AgeIsADateAndCountersAreIntegers) {
  for (const DialectName dialect : {DialectName::Proposal, DialectName::Upstream}) {
    for (const Column& column : columns_of("cluster.x-k8s.io", "MachineSet", "v1beta2", dialect)) {
      const bool is_age = column.path == ".metadata.creationTimestamp";
      const bool counts = column.path.ends_with("eplicas");
      const ColumnType type = is_age   ? ColumnType::Date
                              : counts ? ColumnType::Integer
                                       : ColumnType::String;
      EXPECT_EQ(column.type, type) << column.header;
    }
  }
  EXPECT_EQ(to_text(ColumnType::Date), "date");
  EXPECT_EQ(to_text(ColumnType::Integer), "integer");
  EXPECT_EQ(to_text(ColumnType::Boolean), "boolean");
  EXPECT_EQ(to_text(ColumnType::String), "string");
}

TEST(Columns, KnowWhichConditionTheyShow) {
  const auto columns = columns_of("cluster.x-k8s.io", "Machine", "v1beta2", DialectName::Proposal);
  const auto ready = std::ranges::find(columns, "READY", &Column::header);
  const auto cluster = std::ranges::find(columns, "CLUSTER", &Column::header);
  ASSERT_TRUE(ready != columns.end() && cluster != columns.end());
  EXPECT_EQ(condition_shown(*ready), "Ready");
  EXPECT_EQ(condition_shown(*cluster), "");
}

}  // namespace
}  // namespace telltale
