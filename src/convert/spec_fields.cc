// SPDX-License-Identifier: Apache-2.0
#include "convert/fields.h"

// The spec of each kind. Both dialects agree here.

namespace telltale::convert {
namespace {

using enum Change;

constexpr Field timeouts[] = {
    {"nodeDrainTimeout", "deletion.nodeDrainTimeoutSeconds", Duration},
    {"nodeVolumeDetachTimeout", "deletion.nodeVolumeDetachTimeoutSeconds", Duration},
    {"nodeDeletionTimeout", "deletion.nodeDeletionTimeoutSeconds", Duration},
};

constexpr Field machine_refs[] = {
    {"bootstrap.configRef", "bootstrap.configRef", ContractRef},
    {"infrastructureRef", "infrastructureRef", ContractRef},
};

constexpr Field set_fields[] = {
    {"minReadySeconds", "template.spec.minReadySeconds", ZeroIsNone},
    {"deletePolicy", "deletion.order"},
    {"machineNamingStrategy", "machineNaming"},
};

constexpr Field deployment_fields[] = {
    {"minReadySeconds", "template.spec.minReadySeconds"},
    {"strategy.rollingUpdate.deletePolicy", "deletion.order"},
    {"strategy.remediation.maxInFlight", "remediation.maxInFlight"},
    {"strategy", "rollout.strategy"},
    {"rolloutAfter", "rollout.after", Time},
    {"machineNamingStrategy", "machineNaming"},
    {"paused", "paused", OptionalFlag},
};

constexpr Field pool_fields[] = {{"minReadySeconds", "template.spec.minReadySeconds"}};

constexpr Field health_check_fields[] = {
    {"unhealthyConditions", "checks.unhealthyNodeConditions", UnhealthyConditions},
    {"unhealthyMachineConditions", "checks.unhealthyMachineConditions", UnhealthyConditions},
    {"nodeStartupTimeout", "checks.nodeStartupTimeoutSeconds", Duration},
    {"maxUnhealthy", "remediation.triggerIf.unhealthyLessThanOrEqualTo"},
    {"unhealthyRange", "remediation.triggerIf.unhealthyInRange"},
    {"remediationTemplate", "remediation.templateRef", TemplateRef},
};

constexpr Field cluster_fields[] = {
    {"infrastructureRef", "infrastructureRef", ContractRef},
    {"controlPlaneRef", "controlPlaneRef", ContractRef},
    {"paused", "paused", OptionalFlag},
};

constexpr Field topology_fields[] = {
    {"class", "classRef.name"},
    {"classNamespace", "classRef.namespace"},
};

// A health check inside a topology: the fields of a MachineHealthCheck, one level down.
constexpr Field topology_health_fields[] = {
    {"machineHealthCheck.enable", "healthCheck.enabled"},
    {"machineHealthCheck.unhealthyConditions", "healthCheck.checks.unhealthyNodeConditions",
     UnhealthyConditions},
    {"machineHealthCheck.unhealthyMachineConditions",
     "healthCheck.checks.unhealthyMachineConditions", UnhealthyConditions},
    {"machineHealthCheck.nodeStartupTimeout", "healthCheck.checks.nodeStartupTimeoutSeconds",
     Duration},
    {"machineHealthCheck.maxUnhealthy",
     "healthCheck.remediation.triggerIf.unhealthyLessThanOrEqualTo"},
    {"machineHealthCheck.unhealthyRange", "healthCheck.remediation.triggerIf.unhealthyInRange"},
    {"machineHealthCheck.remediationTemplate", "healthCheck.remediation.templateRef", TemplateRef},
};

constexpr Field topology_strategy_fields[] = {
    {"strategy.rollingUpdate.deletePolicy", "deletion.order"},
    {"strategy.remediation.maxInFlight", "healthCheck.remediation.maxInFlight"},
    {"strategy", "rollout.strategy"},
};

// A ClusterClass: templates by reference, and what its Clusters' own objects have.
constexpr Field class_fields[] = {
    {"infrastructure.ref", "infrastructure.templateRef", TemplateRef},
    {"infrastructureNamingStrategy", "infrastructure.naming"},
};
constexpr Field class_plane_fields[] = {
    {"ref", "templateRef", TemplateRef},
    {"machineInfrastructure.ref", "machineInfrastructure.templateRef", TemplateRef},
    {"namingStrategy", "naming"},
};
constexpr Field class_worker_fields[] = {
    {"template.bootstrap.ref", "bootstrap.templateRef", TemplateRef},
    {"template.infrastructure.ref", "infrastructure.templateRef", TemplateRef},
    {"template.metadata", "metadata"},
    {"namingStrategy", "naming"},
};
constexpr Field class_variable_fields[] = {{"metadata", "deprecatedV1Beta1Metadata"}};
constexpr Field class_patch_fields[] = {
    {"external.generateExtension", "external.generatePatchesExtension"},
    {"external.validateExtension", "external.validateTopologyExtension"},
};

constexpr Field kubeadm_fields[] = {
    {"machineTemplate.infrastructureRef", "machineTemplate.spec.infrastructureRef", ContractRef},
    {"machineTemplate.readinessGates", "machineTemplate.spec.readinessGates"},
    {"machineTemplate.taints", "machineTemplate.spec.taints"},
    {"machineTemplate.nodeDrainTimeout", "machineTemplate.spec.deletion.nodeDrainTimeoutSeconds",
     Duration},
    {"machineTemplate.nodeVolumeDetachTimeout",
     "machineTemplate.spec.deletion.nodeVolumeDetachTimeoutSeconds", Duration},
    {"machineTemplate.nodeDeletionTimeout",
     "machineTemplate.spec.deletion.nodeDeletionTimeoutSeconds", Duration},
    {"rolloutBefore", "rollout.before"},
    {"rolloutAfter", "rollout.after", Time},
    {"rolloutStrategy", "rollout.strategy"},
    {"remediationStrategy.maxRetry", "remediation.maxRetry"},
    {"remediationStrategy.minHealthyPeriod", "remediation.minHealthyPeriodSeconds", Duration},
    {"remediationStrategy.retryPeriod", "remediation.retryPeriodSeconds", OptionalDuration},
    {"machineNamingStrategy", "machineNaming"},
};

constexpr Field kubeadm_config_fields[] = {
    {"clusterConfiguration.apiServer.extraArgs", "clusterConfiguration.apiServer.extraArgs", Args},
    {"clusterConfiguration.controllerManager.extraArgs",
     "clusterConfiguration.controllerManager.extraArgs", Args},
    {"clusterConfiguration.scheduler.extraArgs", "clusterConfiguration.scheduler.extraArgs", Args},
    {"clusterConfiguration.etcd.local.extraArgs", "clusterConfiguration.etcd.local.extraArgs",
     Args},
    {"clusterConfiguration.apiServer.timeoutForControlPlane",
     "initConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds", Duration},
    {"initConfiguration.nodeRegistration.kubeletExtraArgs",
     "initConfiguration.nodeRegistration.kubeletExtraArgs", Args},
    {"joinConfiguration.nodeRegistration.kubeletExtraArgs",
     "joinConfiguration.nodeRegistration.kubeletExtraArgs", Args},
    {"joinConfiguration.discovery.timeout", "joinConfiguration.timeouts.tlsBootstrapSeconds",
     Duration},
};

constexpr Field token_fields[] = {{"ttl", "ttlSeconds", Duration}};

constexpr Group machine_groups[] = {{"spec", machine_refs}, {"spec", timeouts}};
constexpr Group set_groups[] = {
    {"spec.template.spec", machine_refs}, {"spec.template.spec", timeouts}, {"spec", set_fields}};
constexpr Group deployment_groups[] = {{"spec.template.spec", machine_refs},
                                       {"spec.template.spec", timeouts},
                                       {"spec", deployment_fields}};
constexpr Group pool_groups[] = {
    {"spec.template.spec", machine_refs}, {"spec.template.spec", timeouts}, {"spec", pool_fields}};
constexpr Group health_check_groups[] = {{"spec", health_check_fields}};

constexpr std::string_view deployments = "spec.topology.workers.machineDeployments";
constexpr std::string_view pools = "spec.topology.workers.machinePools";
constexpr Group cluster_groups[] = {
    {"spec", cluster_fields},
    {"spec.topology", topology_fields},
    {"spec.topology.controlPlane", timeouts},
    {"spec.topology.controlPlane", topology_health_fields},
    {deployments, timeouts, Scope::EachItem},
    {deployments, topology_health_fields, Scope::EachItem},
    {deployments, topology_strategy_fields, Scope::EachItem},
    {pools, timeouts, Scope::EachItem},
};

constexpr std::string_view class_deployments = "spec.workers.machineDeployments";
constexpr std::string_view class_pools = "spec.workers.machinePools";
constexpr Group cluster_class_groups[] = {
    {"spec", class_fields},
    {"spec.controlPlane", class_plane_fields},
    {"spec.controlPlane", timeouts},
    {"spec.controlPlane", topology_health_fields},
    {class_deployments, class_worker_fields, Scope::EachItem},
    {class_deployments, timeouts, Scope::EachItem},
    {class_deployments, topology_health_fields, Scope::EachItem},
    {class_deployments, topology_strategy_fields, Scope::EachItem},
    {class_pools, class_worker_fields, Scope::EachItem},
    {class_pools, timeouts, Scope::EachItem},
    {"spec.variables", class_variable_fields, Scope::EachItem},
    {"spec.patches", class_patch_fields, Scope::EachItem},
    {"status.variables[].definitions", class_variable_fields, Scope::EachItem},
};

constexpr Group kubeadm_groups[] = {
    {"spec", kubeadm_fields},
    {"spec.kubeadmConfigSpec", kubeadm_config_fields},
    {"spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", token_fields, Scope::EachItem},
};

}  // namespace

std::span<const Group> machine_spec() { return machine_groups; }
std::span<const Group> machine_set_spec() { return set_groups; }
std::span<const Group> machine_deployment_spec() { return deployment_groups; }
std::span<const Group> machine_pool_spec() { return pool_groups; }
std::span<const Group> health_check_spec() { return health_check_groups; }
std::span<const Group> cluster_spec() { return cluster_groups; }
std::span<const Group> cluster_class_spec() { return cluster_class_groups; }
std::span<const Group> kubeadm_spec() { return kubeadm_groups; }

}  // namespace telltale::convert
