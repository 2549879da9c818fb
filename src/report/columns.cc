// SPDX-License-Identifier: Apache-2.0
#include "report/columns.h"

#include <algorithm>

namespace telltale {
namespace {

using enum ColumnType;
constexpr int wide = Column::wide;

constexpr std::string_view available = R"(.status.conditions[?(@.type=="Available")].status)";
constexpr std::string_view paused = R"(.status.conditions[?(@.type=="Paused")].status)";
constexpr std::string_view ready = R"(.status.conditions[?(@.type=="Ready")].status)";
constexpr std::string_view up_to_date = R"(.status.conditions[?(@.type=="UpToDate")].status)";
constexpr std::string_view internal_ip = R"(.status.addresses[?(@.type=="InternalIP")].address)";
constexpr std::string_view external_ip = R"(.status.addresses[?(@.type=="ExternalIP")].address)";
constexpr std::string_view cluster_label = R"(.metadata.labels['cluster\.x-k8s\.io/cluster-name'])";
constexpr std::string_view created = ".metadata.creationTimestamp";
constexpr std::string_view template_version = ".spec.template.spec.version";

// The seed's tables, "Current".

constexpr Column machine_current[] = {
    {"CLUSTER", String, ".spec.clusterName"},
    {"NODE NAME", String, ".status.nodeRef.name"},
    {"PROVIDER ID", String, ".spec.providerID"},
    {"PHASE", String, ".status.phase"},
    {"AGE", Date, created},
    {"VERSION", String, ".spec.version"},
};

constexpr Column machine_set_current[] = {
    {"CLUSTER", String, ".spec.clusterName"},
    {"DESIRED", Integer, ".spec.replicas", wide},
    {"REPLICAS", Integer, ".status.replicas"},
    {"READY", Integer, ".status.readyReplicas"},
    {"AVAILABLE", Integer, ".status.availableReplicas"},
    {"AGE", Date, created},
    {"VERSION", String, template_version},
};

constexpr Column machine_deployment_current[] = {
    {"CLUSTER", String, ".spec.clusterName"},
    {"DESIRED", Integer, ".spec.replicas", wide},
    {"REPLICAS", Integer, ".status.replicas"},
    {"READY", Integer, ".status.readyReplicas"},
    {"UPDATED", Integer, ".status.updatedReplicas"},
    {"UNAVAILABLE", Integer, ".status.unavailableReplicas"},
    {"PHASE", String, ".status.phase"},
    {"AGE", Date, created},
    {"VERSION", String, template_version},
};

constexpr Column cluster_current[] = {
    {"CLUSTER CLASS", String, ".spec.topology.class"},
    {"PHASE", String, ".status.phase"},
    {"AGE", Date, created},
    {"VERSION", String, ".spec.topology.version"},
};

constexpr Column control_plane_current[] = {
    {"CLUSTER", String, cluster_label},
    {"DESIRED", Integer, ".spec.replicas", wide},
    {"REPLICAS", Integer, ".status.replicas"},
    {"READY", Integer, ".status.readyReplicas"},
    {"UPDATED", Integer, ".status.updatedReplicas"},
    {"UNAVAILABLE", Integer, ".status.unavailableReplicas"},
    {"PHASE", String, ".status.phase"},
    {"AGE", Date, created},
    {"VERSION", String, ".spec.version"},
};

// The seed's tables, "To be".

// VERSION is missing from the seed's list, but nothing says that it goes; the two addresses are an
// open question there, with this place for an answer.
constexpr Column machine_to_be[] = {
    {"CLUSTER", String, ".spec.clusterName"},
    {"PAUSED", String, paused, wide},
    {"NODE NAME", String, ".status.nodeRef.name"},
    {"PROVIDER ID", String, ".spec.providerID"},
    {"READY", String, ready},
    {"AVAILABLE", String, available},
    {"UP TO DATE", String, up_to_date},
    {"AGE", Date, created},
    {"VERSION", String, ".spec.version"},
    {"INTERNAL-IP", String, internal_ip, wide},
    {"EXTERNAL-IP", String, external_ip, wide},
    {"OS-IMAGE", String, ".status.nodeInfo.osImage", wide},
    {"KERNEL-VERSION", String, ".status.nodeInfo.kernelVersion", wide},
    {"CONTAINER-RUNTIME", String, ".status.nodeInfo.containerRuntimeVersion", wide},
};

// MachineSet and MachineDeployment alike.
constexpr Column set_to_be[] = {
    {"CLUSTER", String, ".spec.clusterName"},
    {"PAUSED", String, paused, wide},
    {"DESIRED", Integer, ".spec.replicas"},
    {"CURRENT", Integer, ".status.replicas", wide},
    {"READY", Integer, ".status.readyReplicas"},
    {"AVAILABLE", Integer, ".status.availableReplicas"},
    {"UP-TO-DATE", Integer, ".status.upToDateReplicas"},
    {"AGE", Date, created},
    {"VERSION", String, template_version},
};

constexpr Column cluster_to_be[] = {
    {"CLUSTER CLASS", String, ".spec.topology.classRef.name"},
    {"PAUSED", String, paused, wide},
    {"AVAILABLE", String, available},
    {"CP_DESIRED", Integer, ".status.controlPlane.desiredReplicas"},
    {"CP_CURRENT", Integer, ".status.controlPlane.replicas", wide},
    {"CP_READY", Integer, ".status.controlPlane.readyReplicas", wide},
    {"CP_AVAILABLE", Integer, ".status.controlPlane.availableReplicas"},
    {"CP_UP_TO_DATE", Integer, ".status.controlPlane.upToDateReplicas"},
    {"W_DESIRED", Integer, ".status.workers.desiredReplicas"},
    {"W_CURRENT", Integer, ".status.workers.replicas", wide},
    {"W_READY", Integer, ".status.workers.readyReplicas", wide},
    {"W_AVAILABLE", Integer, ".status.workers.availableReplicas"},
    {"W_UP_TO_DATE", Integer, ".status.workers.upToDateReplicas"},
    {"AGE", Date, created},
    {"VERSION", String, ".spec.topology.version"},
};

constexpr Column control_plane_to_be[] = {
    {"CLUSTER", String, cluster_label},
    {"PAUSED", String, paused, wide},
    {"INITIALIZED", String, R"(.status.conditions[?(@.type=="Initialized")].status)"},
    {"DESIRED", Integer, ".spec.replicas"},
    {"CURRENT", Integer, ".status.replicas", wide},
    {"READY", Integer, ".status.readyReplicas"},
    {"AVAILABLE", Integer, ".status.availableReplicas"},
    {"UP-TO-DATE", Integer, ".status.upToDateReplicas"},
    {"AGE", Date, created},
    {"VERSION", String, ".spec.version"},
};

// Upstream's, v1beta1.

constexpr Column machine_upstream_v1beta1[] = {
    {"Cluster", String, ".spec.clusterName"},
    {"NodeName", String, ".status.nodeRef.name"},
    {"ProviderID", String, ".spec.providerID"},
    {"Phase", String, ".status.phase"},
    {"Age", Date, created},
    {"Version", String, ".spec.version"},
};

constexpr Column machine_set_upstream_v1beta1[] = {
    {"Cluster", String, ".spec.clusterName"},
    {"Desired", Integer, ".spec.replicas", wide},
    {"Replicas", Integer, ".status.replicas"},
    {"Ready", Integer, ".status.readyReplicas"},
    {"Available", Integer, ".status.availableReplicas"},
    {"Age", Date, created},
    {"Version", String, template_version},
};

constexpr Column machine_deployment_upstream_v1beta1[] = {
    {"Cluster", String, ".spec.clusterName"},
    {"Desired", Integer, ".spec.replicas", wide},
    {"Replicas", Integer, ".status.replicas"},
    {"Ready", Integer, ".status.readyReplicas"},
    {"Updated", Integer, ".status.updatedReplicas"},
    {"Unavailable", Integer, ".status.unavailableReplicas"},
    {"Phase", String, ".status.phase"},
    {"Age", Date, created},
    {"Version", String, template_version},
};

constexpr Column machine_pool_v1beta1[] = {
    {"Cluster", String, ".spec.clusterName"},
    {"Desired", Integer, ".spec.replicas", wide},
    {"Replicas", String, ".status.replicas"},
    {"Phase", String, ".status.phase"},
    {"Age", Date, created},
    {"Version", String, template_version},
};

constexpr Column cluster_upstream_v1beta1[] = {
    {"ClusterClass", String, ".spec.topology.class"},
    {"Phase", String, ".status.phase"},
    {"Age", Date, created},
    {"Version", String, ".spec.topology.version"},
};

constexpr Column control_plane_upstream_v1beta1[] = {
    {"Cluster", String, cluster_label},
    {"Initialized", Boolean, ".status.initialized"},
    {"API Server Available", Boolean, ".status.ready"},
    {"Desired", Integer, ".spec.replicas", wide},
    {"Replicas", Integer, ".status.replicas"},
    {"Ready", Integer, ".status.readyReplicas"},
    {"Updated", Integer, ".status.updatedReplicas"},
    {"Unavailable", Integer, ".status.unavailableReplicas"},
    {"Age", Date, created},
    {"Version", String, ".spec.version"},
};

constexpr Column health_check_v1beta1[] = {
    {"Cluster", String, ".spec.clusterName"},
    {"ExpectedMachines", Integer, ".status.expectedMachines"},
    {"MaxUnhealthy", String, ".spec.maxUnhealthy"},
    {"CurrentHealthy", Integer, ".status.currentHealthy"},
    {"Age", Date, created},
};

// Upstream's, v1beta2.

constexpr Column machine_upstream[] = {
    {"Cluster", String, ".spec.clusterName"},
    {"Node Name", String, ".status.nodeRef.name"},
    {"Provider ID", String, ".spec.providerID", wide},
    {"Failure domain", String, ".status.failureDomain"},
    {"Ready", String, ready},
    {"Available", String, available},
    {"Up-to-date", String, up_to_date},
    {"Internal-IP", String, internal_ip, wide},
    {"External-IP", String, external_ip, wide},
    {"OS-Image", String, ".status.nodeInfo.osImage", wide},
    {"Paused", String, paused, wide},
    {"Phase", String, ".status.phase"},
    {"Age", Date, created},
    {"Version", String, ".spec.version"},
};

constexpr Column machine_set_upstream[] = {
    {"Cluster", String, ".spec.clusterName"},
    {"Desired", Integer, ".spec.replicas"},
    {"Current", Integer, ".status.replicas"},
    {"Ready", Integer, ".status.readyReplicas"},
    {"Available", Integer, ".status.availableReplicas"},
    {"Up-to-date", Integer, ".status.upToDateReplicas"},
    {"Paused", String, paused, wide},
    {"Age", Date, created},
    {"Version", String, template_version},
};

// Two columns with one header: the condition, and the counter.
constexpr Column machine_deployment_upstream[] = {
    {"Cluster", String, ".spec.clusterName"},
    {"Available", String, available},
    {"Desired", Integer, ".spec.replicas"},
    {"Current", Integer, ".status.replicas"},
    {"Ready", Integer, ".status.readyReplicas"},
    {"Available", Integer, ".status.availableReplicas"},
    {"Up-to-date", Integer, ".status.upToDateReplicas"},
    {"Paused", String, paused, wide},
    {"Phase", String, ".status.phase"},
    {"Age", Date, created},
    {"Version", String, template_version},
};

constexpr Column machine_pool[] = {
    {"Cluster", String, ".spec.clusterName"},
    {"Desired", Integer, ".spec.replicas"},
    {"Current", Integer, ".status.replicas"},
    {"Ready", Integer, ".status.readyReplicas"},
    {"Available", Integer, ".status.availableReplicas"},
    {"Up-to-date", Integer, ".status.upToDateReplicas"},
    {"Paused", String, paused, wide},
    {"Phase", String, ".status.phase"},
    {"Age", Date, created},
    {"Version", String, template_version},
};

constexpr Column cluster_upstream[] = {
    {"ClusterClass", String, ".spec.topology.classRef.name"},
    {"Available", String, available},
    {"CP Desired", Integer, ".status.controlPlane.desiredReplicas"},
    {"CP Current", Integer, ".status.controlPlane.replicas", wide},
    {"CP Ready", Integer, ".status.controlPlane.readyReplicas", wide},
    {"CP Available", Integer, ".status.controlPlane.availableReplicas"},
    {"CP Up-to-date", Integer, ".status.controlPlane.upToDateReplicas"},
    {"W Desired", Integer, ".status.workers.desiredReplicas"},
    {"W Current", Integer, ".status.workers.replicas", wide},
    {"W Ready", Integer, ".status.workers.readyReplicas", wide},
    {"W Available", Integer, ".status.workers.availableReplicas"},
    {"W Up-to-date", Integer, ".status.workers.upToDateReplicas"},
    {"Paused", String, paused, wide},
    {"Phase", String, ".status.phase"},
    {"Age", Date, created},
    {"Version", String, ".spec.topology.version"},
};

constexpr Column control_plane_upstream[] = {
    {"Cluster", String, cluster_label},
    {"Available", String, available},
    {"Desired", Integer, ".spec.replicas"},
    {"Current", Integer, ".status.replicas"},
    {"Ready", Integer, ".status.readyReplicas"},
    {"Available", Integer, ".status.availableReplicas"},
    {"Up-to-date", Integer, ".status.upToDateReplicas"},
    {"Paused", String, paused, wide},
    {"Initialized", Boolean, ".status.initialization.controlPlaneInitialized"},
    {"Age", Date, created},
    {"Version", String, ".spec.version"},
};

constexpr Column health_check[] = {
    {"Cluster", String, ".spec.clusterName"},
    {"Replicas", Integer, ".status.expectedMachines"},
    {"Healthy", Integer, ".status.currentHealthy"},
    {"Paused", String, paused, wide},
    {"Age", Date, created},
};

// Node pools and ClusterDeployments: the one line a person can wait on, told by what telltale adds.

constexpr Column hypershift_pool[] = {
    {"CLUSTER", String, ".spec.clusterName"},
    {"DESIRED", Integer, ".spec.replicas"},
    {"CURRENT", Integer, ".status.replicas"},
    {"PROGRESSING", String, R"(.status.conditions[?(@.type=="Progressing")].status)"},
    {"REASON", String, R"(.status.conditions[?(@.type=="Progressing")].reason)"},
    {"VERSION", String, ".status.version"},
    {"PLATFORM", String, ".spec.platform.type", wide},
    {"AUTOSCALING-MIN", Integer, ".spec.autoScaling.min", wide},
    {"AUTOSCALING-MAX", Integer, ".spec.autoScaling.max", wide},
    {"UPGRADE", String, ".spec.management.upgradeType", wide},
    {"AGE", Date, created},
    {"MESSAGE", String, R"(.status.conditions[?(@.type=="Progressing")].message)", wide},
};

constexpr Column karpenter_pool[] = {
    {"NODECLASS", String, ".spec.template.spec.nodeClassRef.name"},
    {"NODES", String, ".status.nodes"},
    {"READY", String, ready},
    {"DEGRADED", String, R"(.status.conditions[?(@.type=="Degraded")].status)"},
    {"REASON", String, R"(.status.conditions[?(@.type=="Degraded")].reason)"},
    {"FAILED", Integer, ".status.failedLaunches"},
    {"REGISTRATION", String, R"(.status.conditions[?(@.type=="NodeRegistrationHealthy")].status)"},
    {"AGE", Date, created},
    {"WEIGHT", Integer, ".spec.weight", wide},
    {"MESSAGE", String, R"(.status.conditions[?(@.type=="Degraded")].message)", wide},
};

constexpr Column cluster_deployment[] = {
    {"PROVISIONED", String, R"(.status.conditions[?(@.type=="Provisioned")].status)"},
    {"REASON", String, R"(.status.conditions[?(@.type=="Provisioned")].reason)"},
    {"REQUIREMENTS", String, R"(.status.conditions[?(@.type=="RequirementsMet")].status)"},
    {"FAILED", String, R"(.status.conditions[?(@.type=="ProvisionFailed")].status)"},
    {"STOPPED", String, R"(.status.conditions[?(@.type=="ProvisionStopped")].status)"},
    {"DEPROVISION-ERROR", String, R"(.status.conditions[?(@.type=="DeprovisionError")].status)"},
    {"RESTARTS", Integer, ".status.installRestarts"},
    {"VERSION", String, ".status.installVersion"},
    {"POWERSTATE", String, ".status.powerState", wide},
    {"AGE", Date, created},
    {"MESSAGE", String, R"(.status.conditions[?(@.type=="Provisioned")].message)", wide},
};

using Columns = std::span<const Column>;

struct ColumnsOfKind {
  std::string_view group;
  std::string_view kind;
  Columns current;  // proposal, v1beta1
  Columns to_be;    // proposal, v1beta2
  Columns upstream_v1beta1;
  Columns upstream_v1beta2;
};

constexpr std::string_view core = "cluster.x-k8s.io";
constexpr std::string_view control_planes = "controlplane.cluster.x-k8s.io";

constexpr ColumnsOfKind tables[] = {
    {core, "Cluster", cluster_current, cluster_to_be, cluster_upstream_v1beta1, cluster_upstream},
    {core, "Machine", machine_current, machine_to_be, machine_upstream_v1beta1, machine_upstream},
    {core, "MachineSet", machine_set_current, set_to_be, machine_set_upstream_v1beta1,
     machine_set_upstream},
    {core, "MachineDeployment", machine_deployment_current, set_to_be,
     machine_deployment_upstream_v1beta1, machine_deployment_upstream},
    {core, "MachinePool", machine_pool_v1beta1, machine_pool, machine_pool_v1beta1, machine_pool},
    {core, "MachineHealthCheck", health_check_v1beta1, health_check, health_check_v1beta1,
     health_check},
    {control_planes, "KubeadmControlPlane", control_plane_current, control_plane_to_be,
     control_plane_upstream_v1beta1, control_plane_upstream},
    {"hypershift.openshift.io", "NodePool", hypershift_pool, hypershift_pool, hypershift_pool,
     hypershift_pool},
    {"karpenter.sh", "NodePool", karpenter_pool, karpenter_pool, karpenter_pool, karpenter_pool},
    {"hive.openshift.io", "ClusterDeployment", cluster_deployment, cluster_deployment,
     cluster_deployment, cluster_deployment},
};

const ColumnsOfKind* find(std::string_view group, std::string_view kind) {
  const auto found = std::ranges::find_if(tables, [&](const ColumnsOfKind& table) {
    return table.kind == kind && table.group == group;
  });
  return found == std::end(tables) ? nullptr : found;
}

// v1alpha versions have the fields of v1beta1.
bool is_old(std::string_view version) {
  return version == "v1beta1" || version.starts_with("v1alpha");
}

}  // namespace

Columns columns_of(std::string_view group, std::string_view kind, std::string_view version,
                   DialectName dialect) {
  const ColumnsOfKind* table = find(group, kind);
  if (table == nullptr) return {};
  if (dialect == DialectName::Upstream) {
    return is_old(version) ? table->upstream_v1beta1 : table->upstream_v1beta2;
  }
  return is_old(version) ? table->current : table->to_be;
}

bool has_columns(std::string_view group, std::string_view kind) {
  return find(group, kind) != nullptr;
}

std::vector<std::string_view> column_paths(std::string_view group, std::string_view kind) {
  std::vector<std::string_view> paths;
  const ColumnsOfKind* table = find(group, kind);
  if (table == nullptr) return paths;
  for (const Columns columns :
       {table->current, table->to_be, table->upstream_v1beta1, table->upstream_v1beta2}) {
    for (const Column& column : columns) paths.push_back(column.path);
  }
  std::ranges::sort(paths);
  paths.erase(std::ranges::unique(paths).begin(), paths.end());
  return paths;
}

std::string_view to_text(ColumnType type) {
  switch (type) {
    case Integer:
      return "integer";
    case Boolean:
      return "boolean";
    case Date:
      return "date";
    case String:
      break;
  }
  return "string";
}

std::string_view condition_shown(const Column& column) {
  constexpr std::string_view before = R"(.status.conditions[?(@.type==")";
  constexpr std::string_view after = R"(")].status)";
  std::string_view path = column.path;
  if (!path.starts_with(before) || !path.ends_with(after)) return {};
  path.remove_prefix(before.size());
  path.remove_suffix(after.size());
  return path;
}

}  // namespace telltale
