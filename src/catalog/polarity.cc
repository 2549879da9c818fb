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

    // Karpenter's; its Ready is positive as Ready is everywhere.
    // HyperShift's own and what telltale adds; what is not listed is good when True.
    {"NodePool", "Progressing", Positive},
    {"NodePool", "UpdatingConfig", Negative},
    {"NodePool", "UpdatingVersion", Negative},
    {"NodePool", "UpdatingPlatformMachineTemplate", Negative},
    {"NodePool", "ClusterNetworkCIDRConflict", Negative},
    {"NodePool", "AWSResourceTagConflict", Negative},
    // Karpenter's.
    {"NodePool", "Degraded", Negative},
    {"NodePool", "NodeClassReady", Positive},
    {"NodePool", "NodeRegistrationHealthy", Positive},
    {"NodePool", "ValidationSucceeded", Positive},

    // Hive's: the five new ones, then the old ones as Hive itself sorts them. A ClusterPool deletes
    // a cluster whose ProvisionStopped is True.
    {"ClusterDeployment", "RequirementsMet", Positive},
    {"ClusterDeployment", "ProvisionFailed", Negative},
    {"ClusterDeployment", "ProvisionStopped", Negative, acted_on},
    {"ClusterDeployment", "Provisioned", Positive},
    {"ClusterDeployment", "DeprovisionError", Negative},
    {"ClusterDeployment", "ActiveAPIURLOverride", Positive},
    {"ClusterDeployment", "AuthenticationFailure", Negative},
    {"ClusterDeployment", "AWSPrivateLinkFailed", Negative},
    {"ClusterDeployment", "AWSPrivateLinkReady", Positive},
    {"ClusterDeployment", "ClusterImageSetNotFound", Negative},
    {"ClusterDeployment", "ClusterInstallCompleted", Positive},
    {"ClusterDeployment", "ClusterInstallFailed", Negative},
    {"ClusterDeployment", "ClusterInstallRequirementsMet", Positive},
    {"ClusterDeployment", "ClusterInstallStopped", Negative},
    {"ClusterDeployment", "ControlPlaneCertificateNotFound", Negative},
    {"ClusterDeployment", "DeprovisionLaunchError", Negative},
    {"ClusterDeployment", "DNSNotReady", Negative},
    {"ClusterDeployment", "Hibernating", Positive},
    {"ClusterDeployment", "IngressCertificateNotFound", Negative},
    {"ClusterDeployment", "InstallImagesNotResolved", Negative},
    {"ClusterDeployment", "InstallLaunchError", Negative},
    {"ClusterDeployment", "InstallerImageResolutionFailed", Negative},
    {"ClusterDeployment", "PrivateLinkFailed", Negative},
    {"ClusterDeployment", "PrivateLinkReady", Positive},
    {"ClusterDeployment", "Ready", Positive},
    {"ClusterDeployment", "RelocationFailed", Negative},
    {"ClusterDeployment", "SyncSetFailed", Negative},
    {"ClusterDeployment", "Unreachable", Negative},

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

// A pool that has nothing to do does not progress, and what nobody switched on is off: that is how
// it should be. An installer that stops when it is done has not given up.
constexpr GoodReason good_reasons[] = {
    {"NodePool", "Progressing", Status::False, "AsExpected"},
    {"NodePool", "AutoscalingEnabled", Status::False, "AsExpected"},
    {"NodePool", "AutorepairEnabled", Status::False, "AsExpected"},
    {"NodePool", "AllMachinesReady", Status::False, "AsExpected"},
    {"ClusterDeployment", "ProvisionStopped", Status::True, "InstallationCompleted"},
    {"ClusterDeployment", "ClusterInstallStopped", Status::True, "InstallationCompleted"},
};

const TypeFacts* find_facts(std::string_view kind, std::string_view type) {
  for (const TypeFacts& fact : facts) {
    if (fact.kind == kind && fact.type == type) return &fact;
  }
  return nullptr;
}

// What somebody else invented is taken as the convention has it: True is good, nobody acts.
TypeFacts facts_of(std::string_view kind, std::string_view type) {
  const std::string_view canonical = Dialect::canonical_type(kind, type);
  if (const TypeFacts* own = find_facts(kind, canonical)) return *own;
  if (const TypeFacts* shared = find_facts(any_kind, canonical)) return *shared;
  return {.kind = kind, .type = type};
}

}  // namespace

std::span<const TypeFacts> all_type_facts() { return facts; }

std::span<const GoodReason> all_good_reasons() { return good_reasons; }

Priority priority_on(std::string_view kind, const Condition& condition) {
  for (const GoodReason& good : good_reasons) {
    if (good.kind == kind && good.type == condition.type && good.status == condition.status &&
        good.reason == condition.reason) {
      return Priority::Info;
    }
  }
  const bool complaint = kind == "Node" && condition.type != "Ready";
  return priority_of(condition, complaint ? Polarity::Negative : polarity_of(kind, condition.type));
}

Polarity polarity_of(std::string_view kind, std::string_view type) {
  return facts_of(kind, type).polarity;
}

bool others_act_on(std::string_view kind, std::string_view type) {
  return facts_of(kind, type).others_act_on_it;
}

}  // namespace telltale
