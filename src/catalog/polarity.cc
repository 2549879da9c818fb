// SPDX-License-Identifier: Apache-2.0
#include "catalog/polarity.h"

#include "convert/dialect.h"

namespace telltale {
namespace {

using enum Polarity;

// Writing the last column's conditions is never harmless. A MachineSet or control plane deletes a
// Machine whose HealthCheckSucceeded and OwnerRemediated are both False, and a control plane waits
// with scaling, rollout and remediation until its pods and etcd members are well.
constexpr bool acted_on = true;

constexpr TypeFacts facts[] = {
    {"Machine", "Available", Positive},
    {"Machine", "Ready", Positive},
    {"Machine", "UpToDate", Positive},
    {"Machine", "BootstrapConfigReady", Positive},
    {"Machine", "InfrastructureReady", Positive},
    {"Machine", "NodeHealthy", Positive},
    {"Machine", "NodeReady", Positive},
    {"Machine", "NodeKubeadmLabelsAndTaintsSet", Positive},
    {"Machine", "EtcdPodHealthy", Positive, acted_on},
    {"Machine", "EtcdMemberHealthy", Positive, acted_on},
    {"Machine", "APIServerPodHealthy", Positive, acted_on},
    {"Machine", "ControllerManagerPodHealthy", Positive, acted_on},
    {"Machine", "SchedulerPodHealthy", Positive, acted_on},
    {"Machine", "HealthCheckSucceeded", Positive, acted_on},
    {"Machine", "OwnerRemediated", Positive, acted_on},
    {"Machine", "ExternallyRemediated", Positive},
    {"Machine", "Updating", Negative},
    {"Machine", "Paused", Negative},
    {"Machine", "Deleted", Negative},

    {"MachineSet", "MachinesReady", Positive},
    {"MachineSet", "UpToDate", Positive},
    {"MachineSet", "ReplicaFailure", Negative},
    {"MachineSet", "Remediating", Negative},
    {"MachineSet", "ScalingDown", Negative},
    {"MachineSet", "ScalingUp", Negative},
    {"MachineSet", "Paused", Negative},
    {"MachineSet", "Deleted", Negative},

    {"MachineDeployment", "Available", Positive},
    {"MachineDeployment", "MachinesReady", Positive},
    {"MachineDeployment", "UpToDate", Positive},
    {"MachineDeployment", "ReplicaFailure", Negative},
    {"MachineDeployment", "RollingOut", Negative},
    {"MachineDeployment", "Remediating", Negative},
    {"MachineDeployment", "ScalingDown", Negative},
    {"MachineDeployment", "ScalingUp", Negative},
    {"MachineDeployment", "Paused", Negative},
    {"MachineDeployment", "Deleted", Negative},

    {"MachinePool", "Available", Positive},
    {"MachinePool", "BootstrapConfigReady", Positive},
    {"MachinePool", "InfrastructureReady", Positive},
    {"MachinePool", "MachinesReady", Positive},
    {"MachinePool", "UpToDate", Positive},
    {"MachinePool", "RollingOut", Negative},
    {"MachinePool", "Remediating", Negative},
    {"MachinePool", "ScalingDown", Negative},
    {"MachinePool", "ScalingUp", Negative},
    {"MachinePool", "Paused", Negative},
    {"MachinePool", "Deleted", Negative},

    {"KubeadmControlPlane", "Available", Positive},
    {"KubeadmControlPlane", "CertificatesAvailable", Positive, acted_on},
    {"KubeadmControlPlane", "Initialized", Positive, acted_on},
    {"KubeadmControlPlane", "EtcdClusterHealthy", Positive, acted_on},
    {"KubeadmControlPlane", "ControlPlaneComponentsHealthy", Positive, acted_on},
    {"KubeadmControlPlane", "MachinesReady", Positive},
    {"KubeadmControlPlane", "UpToDate", Positive},
    {"KubeadmControlPlane", "ReplicaFailure", Negative},
    {"KubeadmControlPlane", "RollingOut", Negative},
    {"KubeadmControlPlane", "Remediating", Negative},
    {"KubeadmControlPlane", "ScalingDown", Negative},
    {"KubeadmControlPlane", "ScalingUp", Negative},
    {"KubeadmControlPlane", "Paused", Negative},
    {"KubeadmControlPlane", "Deleted", Negative},

    {"Cluster", "Available", Positive},
    {"Cluster", "RemoteConnectionProbe", Positive},
    {"Cluster", "InfrastructureReady", Positive},
    {"Cluster", "ControlPlaneInitialized", Positive, acted_on},
    {"Cluster", "ControlPlaneAvailable", Positive},
    {"Cluster", "WorkersAvailable", Positive},
    {"Cluster", "TopologyReconciled", Positive},
    {"Cluster", "ControlPlaneMachinesReady", Positive},
    {"Cluster", "WorkerMachinesReady", Positive},
    {"Cluster", "UpToDate", Positive},
    {"Cluster", "ControlPlaneMachinesUpToDate", Positive},
    {"Cluster", "WorkerMachinesUpToDate", Positive},
    {"Cluster", "RollingOut", Negative},
    {"Cluster", "Remediating", Negative},
    {"Cluster", "ScalingDown", Negative},
    {"Cluster", "ScalingUp", Negative},
    {"Cluster", "Paused", Negative},
    {"Cluster", "Deleted", Negative},

    // Words that mean the same wherever they are met, on kinds that have no facts of their own too.
    {any_kind, "Updating", Negative},
    {any_kind, "RollingOut", Negative},
    {any_kind, "ReplicaFailure", Negative},
    {any_kind, "Remediating", Negative},
    {any_kind, "ScalingDown", Negative},
    {any_kind, "ScalingUp", Negative},
    {any_kind, "Paused", Negative},
    {any_kind, "Deleted", Negative},
    {any_kind, "Deleting", Negative},
};

const TypeFacts* find(std::string_view kind, std::string_view type) {
  for (const TypeFacts& fact : facts) {
    if (fact.kind == kind && fact.type == type) return &fact;
  }
  return nullptr;
}

// What somebody else invented is taken as the convention has it: True is good, nobody acts.
TypeFacts facts_of(std::string_view kind, std::string_view type) {
  const std::string_view canonical = Dialect::canonical_type(kind, type);
  if (const TypeFacts* own = find(kind, canonical)) return *own;
  if (const TypeFacts* shared = find(any_kind, canonical)) return *shared;
  return {.kind = kind, .type = type};
}

}  // namespace

std::span<const TypeFacts> all_type_facts() { return facts; }

Polarity polarity_of(std::string_view kind, std::string_view type) {
  return facts_of(kind, type).polarity;
}

bool others_act_on(std::string_view kind, std::string_view type) {
  return facts_of(kind, type).others_act_on_it;
}

}  // namespace telltale
