// SPDX-License-Identifier: Apache-2.0
#include "convert/fields.h"

// The status of each kind, dialect by dialect, and the table of kinds. Old conditions and counters
// leave the top before the new ones arrive there.

namespace telltale::convert {
namespace {

using enum Change;

// What both dialects move alike.
constexpr Field machine_common[] = {
    {"nodeRef", "nodeRef", NodeRef},
    {"infrastructureReady", "initialization.infrastructureProvisioned", Flag},
    {"certificatesExpiryDate", "certificatesExpiryDate", Time},
    {"deletion.nodeDrainStartTime", "deletion.nodeDrainStartTime", Time},
    {"deletion.waitForNodeVolumeDetachStartTime", "deletion.waitForNodeVolumeDetachStartTime",
     Time},
    {"deletion.waitForPreDrainHookStartTime", "deletion.waitForPreDrainHookStartTime", Time},
    {"deletion.waitForPreTerminateHookStartTime", "deletion.waitForPreTerminateHookStartTime",
     Time},
};
constexpr Field pool_common[] = {
    {"infrastructureReady", "initialization.infrastructureProvisioned", Flag},
    {"replicas", "replicas", Replicas},
};
constexpr Field replicas_common[] = {{"replicas", "replicas", Replicas}};
constexpr Field cluster_common[] = {
    {"infrastructureReady", "initialization.infrastructureProvisioned", Flag},
    {"controlPlaneReady", "initialization.controlPlaneInitialized", Flag},
    {"failureDomains", "failureDomains", FailureDomains},
};
constexpr Field kubeadm_common[] = {
    {"initialized", "initialization.controlPlaneInitialized", Flag},
    {"replicas", "replicas", Replicas},
    {"lastRemediation.timestamp", "lastRemediation.time", Time},
};
constexpr Field health_check_common[] = {
    {"expectedMachines", "expectedMachines", OptionalCount},
    {"currentHealthy", "currentHealthy", OptionalCount},
    {"remediationsAllowed", "remediationsAllowed", OptionalCount},
};

namespace upstream {

constexpr Field old_conditions[] = {{"conditions", "deprecated.v1beta1.conditions"}};
constexpr Field failure[] = {
    {"failureReason", "deprecated.v1beta1.failureReason"},
    {"failureMessage", "deprecated.v1beta1.failureMessage"},
};
constexpr Field set_counters[] = {
    {"readyReplicas", "deprecated.v1beta1.readyReplicas", Count},
    {"availableReplicas", "deprecated.v1beta1.availableReplicas", Count},
    {"fullyLabeledReplicas", "deprecated.v1beta1.fullyLabeledReplicas", Count},
};
constexpr Field deployment_counters[] = {
    {"readyReplicas", "deprecated.v1beta1.readyReplicas", Count},
    {"availableReplicas", "deprecated.v1beta1.availableReplicas", Count},
    {"unavailableReplicas", "deprecated.v1beta1.unavailableReplicas", Count},
    {"updatedReplicas", "deprecated.v1beta1.updatedReplicas", Count},
};
constexpr Field pool_counters[] = {
    {"readyReplicas", "deprecated.v1beta1.readyReplicas", Count},
    {"availableReplicas", "deprecated.v1beta1.availableReplicas", Count},
    {"unavailableReplicas", "deprecated.v1beta1.unavailableReplicas", Count},
};
constexpr Field kubeadm_counters[] = {
    {"ready", "", Ready},
    {"readyReplicas", "deprecated.v1beta1.readyReplicas", Count},
    {"unavailableReplicas", "deprecated.v1beta1.unavailableReplicas", Count},
    {"updatedReplicas", "deprecated.v1beta1.updatedReplicas", Count},
};
constexpr Field new_conditions[] = {{"v1beta2.conditions", "conditions"}};
constexpr Field new_counters[] = {
    {"v1beta2.readyReplicas", "readyReplicas"},
    {"v1beta2.availableReplicas", "availableReplicas"},
    {"v1beta2.upToDateReplicas", "upToDateReplicas"},
};
constexpr Field cluster_counters[] = {
    {"v1beta2.controlPlane", "controlPlane"},
    {"v1beta2.workers", "workers"},
};
constexpr Field bootstrap[] = {
    {"bootstrapReady", "initialization.bootstrapDataSecretCreated", Flag},
};
constexpr Field machine_rest[] = {
    {"phase", "phase", Phase},
    {"lastUpdated", "lastUpdated", Time},
    {"", "failureDomain", HubOnly},
};
constexpr Field machine_spec_rest[] = {{"", "minReadySeconds", HubOnly}};

constexpr Group machine[] = {{"status", old_conditions}, {"status", failure},
                             {"status", machine_common}, {"status", bootstrap},
                             {"status", machine_rest},   {"status", new_conditions},
                             {"spec", machine_spec_rest}};
constexpr Group machine_set[] = {{"status", old_conditions}, {"status", failure},
                                 {"status", set_counters},   {"status", replicas_common},
                                 {"status", new_conditions}, {"status", new_counters}};
// Deployments never had a failure of their own here.
constexpr Group machine_deployment[] = {{"status", old_conditions},
                                        {"status", deployment_counters},
                                        {"status", replicas_common},
                                        {"status", new_conditions},
                                        {"status", new_counters}};
constexpr Group machine_pool[] = {{"status", old_conditions}, {"status", failure},
                                  {"status", pool_counters},  {"status", pool_common},
                                  {"status", bootstrap},      {"status", new_conditions},
                                  {"status", new_counters}};
constexpr Group health_check[] = {
    {"status", old_conditions}, {"status", health_check_common}, {"status", new_conditions}};
constexpr Group cluster_class[] = {{"status", old_conditions}, {"status", new_conditions}};
constexpr Group cluster[] = {{"status", old_conditions},
                             {"status", failure},
                             {"status", cluster_common},
                             {"status", new_conditions},
                             {"status", cluster_counters}};
constexpr Group kubeadm[] = {{"status", old_conditions},   {"status", failure},
                             {"status", kubeadm_counters}, {"status", kubeadm_common},
                             {"status", new_conditions},   {"status", new_counters}};

}  // namespace upstream

namespace proposal {

constexpr Field old_conditions[] = {{"conditions", "backCompatibilty.conditions"}};
constexpr Field failure[] = {
    {"failureReason", "backCompatibilty.failureReason"},
    {"failureMessage", "backCompatibilty.failureMessage"},
};
constexpr Field phase[] = {{"phase", "backCompatibilty.phase"}};
constexpr Field machine_rest[] = {
    {"phase", "backCompatibilty.phase", Phase},
    {"lastUpdated", "backCompatibilty.lastUpdated", Time},
};
// availableReplicas and upToDateReplicas stand at the top in both versions.
constexpr Field set_counters[] = {
    {"readyReplicas", "backCompatibilty.readyReplicas", Count},
    {"experimentalReadyReplicas", "readyReplicas"},
};
constexpr Field deployment_counters[] = {
    {"readyReplicas", "backCompatibilty.readyReplicas", Count},
    {"availableReplicas", "backCompatibilty.availableReplicas", Count},
    {"unavailableReplicas", "backCompatibilty.unavailableReplicas", Count},
    {"experimentalReadyReplicas", "readyReplicas"},
    {"experimentalAvailableReplicas", "availableReplicas"},
};
constexpr Field renamed[] = {{"updatedReplicas", "upToDateReplicas", Renamed}};
constexpr Field kubeadm_counters[] = {
    {"ready", "ready", Ready},
    {"readyReplicas", "backCompatibilty.readyReplicas", Count},
    {"experimentalReadyReplicas", "readyReplicas"},
};
constexpr Field new_conditions[] = {{"experimentalConditions", "conditions"}};
constexpr Field bootstrap[] = {
    {"bootstrapReady", "initialization.bootstrapSecretCreated", Flag},
};

constexpr Group machine[] = {{"status", old_conditions}, {"status", failure},
                             {"status", machine_common}, {"status", bootstrap},
                             {"status", machine_rest},   {"status", new_conditions}};
constexpr Group machine_set[] = {{"status", old_conditions},
                                 {"status", failure},
                                 {"status", set_counters},
                                 {"status", replicas_common},
                                 {"status", new_conditions}};
constexpr Group machine_deployment[] = {{"status", old_conditions},
                                        {"status", failure},
                                        {"status", phase},
                                        {"status", renamed},
                                        {"status", deployment_counters},
                                        {"status", replicas_common},
                                        {"status", new_conditions}};
constexpr Group machine_pool[] = {{"status", old_conditions}, {"status", failure},
                                  {"status", phase},          {"status", deployment_counters},
                                  {"status", pool_common},    {"status", bootstrap},
                                  {"status", new_conditions}};
constexpr Group health_check[] = {
    {"status", old_conditions}, {"status", health_check_common}, {"status", new_conditions}};
constexpr Group cluster_class[] = {{"status", old_conditions}, {"status", new_conditions}};
constexpr Group cluster[] = {{"status", old_conditions},
                             {"status", failure},
                             {"status", phase},
                             {"status", cluster_common},
                             {"status", new_conditions}};
constexpr Group kubeadm[] = {{"status", old_conditions}, {"status", failure},
                             {"status", renamed},        {"status", kubeadm_counters},
                             {"status", kubeadm_common}, {"status", new_conditions}};

}  // namespace proposal

constexpr std::string_view core = "cluster.x-k8s.io";
constexpr std::string_view control_plane = "controlplane.cluster.x-k8s.io";

}  // namespace

std::span<const KindFields> all_kind_fields() {
  using enum Annotated;
  static const KindFields kinds[] = {
      {core, "Cluster", Yes, cluster_spec(), {proposal::cluster, upstream::cluster}},
      {core,
       "ClusterClass",
       Yes,
       cluster_class_spec(),
       {proposal::cluster_class, upstream::cluster_class}},
      {core, "Machine", Yes, machine_spec(), {proposal::machine, upstream::machine}},
      {core, "MachineSet", No, machine_set_spec(), {proposal::machine_set, upstream::machine_set}},
      {core,
       "MachineDeployment",
       Yes,
       machine_deployment_spec(),
       {proposal::machine_deployment, upstream::machine_deployment}},
      {core,
       "MachinePool",
       Yes,
       machine_pool_spec(),
       {proposal::machine_pool, upstream::machine_pool}},
      {core,
       "MachineHealthCheck",
       Yes,
       health_check_spec(),
       {proposal::health_check, upstream::health_check}},
      {control_plane,
       "KubeadmControlPlane",
       Yes,
       kubeadm_spec(),
       {proposal::kubeadm, upstream::kubeadm}},
  };
  return kinds;
}

const KindFields* find_kind_fields(std::string_view group, std::string_view kind) {
  for (const KindFields& one : all_kind_fields()) {
    if (one.group == group && one.kind == kind) return &one;
  }
  return nullptr;
}

}  // namespace telltale::convert
