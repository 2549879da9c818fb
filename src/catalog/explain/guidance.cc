// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/guidance.h"

#include <algorithm>
#include <array>

#include "catalog/explain/guidance_hive.h"
#include "catalog/explain/guidance_hypershift.h"
#include "catalog/explain/guidance_karpenter.h"
#include "convert/dialect.h"

// Advice says the first thing to do, names commands by their shape (<name>, <node>) and repeats
// nothing of the message beside which it is printed. <workload> is the workload cluster's
// kubeconfig; commands without it go to the management cluster.

namespace telltale {
namespace {

constexpr std::string_view any = "*";

// Advice that several reasons share.

constexpr std::string_view look_at_plane =
    "Find the first control plane Machine that is not well: "
    "kubectl get machines -n <namespace> -l cluster.x-k8s.io/control-plane-name=<name>";
constexpr std::string_view restore_quorum =
    "Bring back control plane Machines until more than half of the etcd members are healthy, and "
    "delete none before: kubectl describe kubeadmcontrolplane <name> -n <namespace>";
constexpr std::string_view restore_certificates =
    "Restore the certificate Secrets from a backup or from the hosts' /etc/kubernetes/pki, since "
    "they are never made anew: kubectl get secrets -n <namespace>";
constexpr std::string_view find_init_failure =
    "Find where kubeadm init stopped on the first control plane Machine: "
    "kubectl describe machine <name> -n <namespace>, then the console log of the host";
constexpr std::string_view look_at_node =
    "See which Node condition is bad and why: "
    "kubectl --kubeconfig <workload> describe node <node>";
constexpr std::string_view revive_or_replace =
    "Restart the kubelet if the host still runs, which registers the Node again, or replace the "
    "Machine: kubectl delete machine <name> -n <namespace>";
constexpr std::string_view find_join_failure =
    "Find where joining stopped (instance, bootstrap script or network): "
    "kubectl describe machine <name> -n <namespace>, then the console log of the host";
constexpr std::string_view reach_api_server =
    "Check that the API server of the workload cluster answers: "
    "kubectl --kubeconfig <workload> get --raw /readyz";
constexpr std::string_view read_bootstrap_config =
    "Read what the bootstrap config waits for: kubectl describe <config kind> <name> -n "
    "<namespace>";
constexpr std::string_view read_infra_machine =
    "Read the provider's error (quota, capacity, image, credentials): "
    "kubectl describe <infrastructure kind> <name> -n <namespace>";
constexpr std::string_view restore_or_replace =
    "Restore the missing object if it was lost by accident, or replace the Machine: "
    "kubectl delete machine <name> -n <namespace>";
constexpr std::string_view correct_provider =
    "Update or correct the provider that writes malformed conditions: "
    "kubectl get <provider kind> <name> -n <namespace> -o yaml";
constexpr std::string_view why_not_replaced =
    "Find out why the Machine is not replaced: kubectl describe machinehealthcheck -n <namespace>, "
    "then OwnerRemediated on the Machine";
constexpr std::string_view lower_unhealthy =
    "Find what the unhealthy Machines have in common and mend it, or raise the limit of the "
    "MachineHealthCheck: kubectl describe machinehealthcheck -n <namespace>";
constexpr std::string_view ask_remediation_provider =
    "Read what the external remediation does: kubectl describe <remediation kind> <name> -n "
    "<namespace>, then the logs of its controller";
constexpr std::string_view read_refusal =
    "Read why the owner will not replace the Machine: "
    "kubectl describe machine <name> -n <namespace>, condition OwnerRemediated";
constexpr std::string_view find_holder =
    "Find what holds the deletion in the finalizers and in the logs of the Cluster API "
    "controllers: "
    "kubectl get machine <name> -n <namespace> -o yaml";
constexpr std::string_view read_static_pod =
    "Read the logs of the control plane's static Pod: "
    "kubectl --kubeconfig <workload> -n kube-system logs <component>-<node>";
constexpr std::string_view look_at_machines =
    "Start with the worst Machine of the set: telltale check -n <namespace> -o wide";
constexpr std::string_view unblock_scaling =
    "Read what blocks new Machines and clear it: "
    "kubectl describe machineset <name> -n <namespace>, condition ScalingUp";
constexpr std::string_view read_create_error =
    "Read why the API server refuses new Machines (quota, webhook, permissions): "
    "kubectl describe machineset <name> -n <namespace>";
constexpr std::string_view look_at_deleting =
    "Find the Machine whose deletion hangs: "
    "kubectl get machines -n <namespace> and telltale why machine/<name> Deleted";

constexpr std::string_view look_at_sets =
    "Find the MachineSet that lags and the first Machine of it that is not ready: "
    "kubectl get machinesets,machines -n <namespace> -o wide";
constexpr std::string_view read_set_create_error =
    "Read why the API server refuses a new MachineSet (quota, webhook, permissions): "
    "kubectl describe machinedeployment <name> -n <namespace>";
constexpr std::string_view read_remediation =
    "Read why the unhealthy Machines are not replaced: "
    "kubectl get machines -n <namespace>, then condition OwnerRemediated of each";
constexpr std::string_view restore_for_pool =
    "Restore the missing object from a backup or from Git, or replace the whole pool: "
    "kubectl get machinepool <name> -n <namespace> -o yaml";
constexpr std::string_view read_pool =
    "Read what the provider says about the pool (quota, capacity, image, credentials): "
    "kubectl describe <infrastructure kind> <name> -n <namespace>";

constexpr std::string_view reach_cluster =
    "Find what is between the management cluster and the API server (endpoint, load balancer, "
    "kubeconfig Secret): kubectl --kubeconfig <workload> get --raw /readyz";
constexpr std::string_view look_at_cluster =
    "Start with the first line of the message and follow it down: "
    "telltale why cluster/<name> Available -n <namespace>";
constexpr std::string_view read_infra_cluster =
    "Read the provider's error (network, quota, credentials): "
    "kubectl describe <infrastructure kind> <name> -n <namespace>";
constexpr std::string_view read_control_plane =
    "Read what the control plane waits for: "
    "kubectl describe <control plane kind> <name> -n <namespace>";
constexpr std::string_view restore_for_cluster =
    "Restore the missing object from a backup or from Git under the same name: "
    "kubectl get cluster <name> -n <namespace> -o yaml";
constexpr std::string_view find_cluster_holder =
    "Find the object that does not go and the finalizer that keeps it: "
    "kubectl get cluster <name> -n <namespace> -o yaml";

constexpr Guidance machine_guidance[] = {
    {"Machine", "NodeHealthy", "Unhealthy", look_at_node, "docs/runbooks/NodeUnhealthy.md"},
    {"Machine", "NodeHealthy", "Unknown", look_at_node, "docs/runbooks/NodeUnhealthy.md"},
    {"Machine", "NodeHealthy", "Deleted", revive_or_replace, "docs/runbooks/NodeDeleted.md"},
    {"Machine", "NodeHealthy", "InspectionFailed", find_join_failure,
     "docs/runbooks/NodeNeverJoined.md"},
    {"Machine", "NodeHealthy", "ConnectionDown", reach_api_server,
     "docs/runbooks/ConnectionDown.md"},
    {"Machine", "NodeHealthy", "DoesNotExist", find_holder, "docs/runbooks/DeletionStalled.md"},
    {"Machine", "NodeHealthy", any, look_at_node, "docs/runbooks/NodeUnhealthy.md"},

    {"Machine", "NodeReady", "Deleted", revive_or_replace, "docs/runbooks/NodeDeleted.md"},
    {"Machine", "NodeReady", "InspectionFailed", find_join_failure,
     "docs/runbooks/NodeNeverJoined.md"},
    {"Machine", "NodeReady", "ConnectionDown", reach_api_server, "docs/runbooks/ConnectionDown.md"},
    {"Machine", "NodeReady", "DoesNotExist", find_holder, "docs/runbooks/DeletionStalled.md"},
    {"Machine", "NodeReady", any, look_at_node, "docs/runbooks/NodeUnhealthy.md"},

    {"Machine", "BootstrapConfigReady", "NotReady", read_bootstrap_config,
     "docs/runbooks/BootstrapNotReady.md"},
    {"Machine", "BootstrapConfigReady", "ObjectDoesNotExist", restore_or_replace,
     "docs/runbooks/ProviderObjectMissing.md"},
    {"Machine", "BootstrapConfigReady", "ObjectDeleted", restore_or_replace,
     "docs/runbooks/ProviderObjectMissing.md"},
    {"Machine", "BootstrapConfigReady", "InvalidConditionReported", correct_provider,
     "docs/runbooks/InvalidConditionReported.md"},
    {"Machine", "BootstrapConfigReady", any, read_bootstrap_config,
     "docs/runbooks/BootstrapNotReady.md"},

    {"Machine", "InfrastructureReady", "NotReady", read_infra_machine,
     "docs/runbooks/InfrastructureNotReady.md"},
    {"Machine", "InfrastructureReady", "ObjectDoesNotExist", restore_or_replace,
     "docs/runbooks/ProviderObjectMissing.md"},
    {"Machine", "InfrastructureReady", "ObjectDeleted", restore_or_replace,
     "docs/runbooks/ProviderObjectMissing.md"},
    {"Machine", "InfrastructureReady", "InvalidConditionReported", correct_provider,
     "docs/runbooks/InvalidConditionReported.md"},
    {"Machine", "InfrastructureReady", any, read_infra_machine,
     "docs/runbooks/InfrastructureNotReady.md"},

    {"Machine", "HealthCheckSucceeded", "UnhealthyNode", why_not_replaced,
     "docs/runbooks/HealthCheckFailed.md"},
    {"Machine", "HealthCheckSucceeded", "UnhealthyMachine", why_not_replaced,
     "docs/runbooks/HealthCheckFailed.md"},
    {"Machine", "HealthCheckSucceeded", "NodeStartupTimeout", find_join_failure,
     "docs/runbooks/HealthCheckFailed.md"},
    {"Machine", "HealthCheckSucceeded", "NodeDeleted", why_not_replaced,
     "docs/runbooks/HealthCheckFailed.md"},
    {"Machine", "HealthCheckSucceeded", "HasRemediateAnnotation", why_not_replaced,
     "docs/runbooks/HealthCheckFailed.md"},
    {"Machine", "HealthCheckSucceeded", "TooManyUnhealthy", lower_unhealthy,
     "docs/runbooks/TooManyUnhealthy.md"},
    {"Machine", "HealthCheckSucceeded", any, why_not_replaced,
     "docs/runbooks/HealthCheckFailed.md"},

    {"Machine", "OwnerRemediated", "CannotBeRemediated", read_refusal,
     "docs/runbooks/CannotBeRemediated.md"},
    {"Machine", "OwnerRemediated", any, read_refusal, "docs/runbooks/CannotBeRemediated.md"},
    {"Machine", "ExternallyRemediated", any, ask_remediation_provider,
     "docs/runbooks/CannotBeRemediated.md"},

    {"Machine", "Deleted", "WaitingForPreDrainHook",
     "Ask the owner of the pre-drain hook, or remove its annotation once its work is done: "
     "kubectl annotate machine <name> -n <namespace> <hook>-",
     "docs/runbooks/WaitingForPreDrainHook.md"},
    {"Machine", "Deleted", "DrainingNode",
     "Free the Pods that cannot leave the Node (PodDisruptionBudgets, finalizers): "
     "kubectl --kubeconfig <workload> get pdb -A",
     "docs/runbooks/DrainingNode.md"},
    {"Machine", "Deleted", "WaitingForVolumeDetach",
     "Find the volumes that do not detach and the CSI driver's reason: "
     "kubectl --kubeconfig <workload> get volumeattachments",
     "docs/runbooks/WaitingForVolumeDetach.md"},
    {"Machine", "Deleted", "WaitingForPreTerminateHook",
     "Ask the owner of the pre-terminate hook, or remove its annotation once its work is done: "
     "kubectl annotate machine <name> -n <namespace> <hook>-",
     "docs/runbooks/WaitingForPreTerminateHook.md"},
    {"Machine", "Deleted", "WaitingForInfrastructureDeletion",
     "Read why the provider cannot delete the instance: "
     "kubectl describe <infrastructure kind> <name> -n <namespace>",
     "docs/runbooks/WaitingForInfrastructureDeletion.md"},
    {"Machine", "Deleted", "WaitingForBootstrapDeletion",
     "Find the finalizer that keeps the bootstrap config: "
     "kubectl get <config kind> <name> -n <namespace> -o yaml",
     "docs/runbooks/WaitingForBootstrapDeletion.md"},
    {"Machine", "Deleted", "DeletingNode",
     "Check that Nodes can be deleted in the workload cluster: "
     "kubectl --kubeconfig <workload> get node <node>",
     "docs/runbooks/DeletionStalled.md"},
    {"Machine", "Deleted", "InternalError", find_holder, "docs/runbooks/DeletionStalled.md"},
    {"Machine", "Deleted", "Deleting", find_holder, "docs/runbooks/DeletionStalled.md"},
    {"Machine", "Deleted", "DeletionCompleted",
     "Find the finalizer that is left: "
     "kubectl get machine <name> -n <namespace> -o jsonpath='{.metadata.finalizers}'",
     "docs/runbooks/DeletionStalled.md"},
    {"Machine", "Deleted", any, find_holder, "docs/runbooks/DeletionStalled.md"},

    {"Machine", "Updating", any,
     "Read what the in-place update waits for in the condition's message, then the logs of the "
     "extension that runs it: kubectl describe machine <name> -n <namespace>",
     "docs/runbooks/InPlaceUpdateStalled.md"},

    {"Machine", "APIServerPodHealthy", any, read_static_pod,
     "docs/runbooks/ControlPlaneUnhealthy.md"},
    {"Machine", "ControllerManagerPodHealthy", any, read_static_pod,
     "docs/runbooks/ControlPlaneUnhealthy.md"},
    {"Machine", "SchedulerPodHealthy", any, read_static_pod,
     "docs/runbooks/ControlPlaneUnhealthy.md"},
    {"Machine", "EtcdPodHealthy", any, read_static_pod, "docs/runbooks/ControlPlaneUnhealthy.md"},
    {"Machine", "NodeKubeadmLabelsAndTaintsSet", any,
     "Put back the label and the taint that kubeadm gives the Nodes of a control plane: "
     "kubectl --kubeconfig <workload> get node <node> -o yaml",
     "docs/runbooks/ControlPlaneUnhealthy.md"},
    {"Machine", "EtcdMemberHealthy", any,
     "Ask etcd about its members and alarms before anything is deleted: "
     "etcdctl member list and etcdctl alarm list in an etcd Pod",
     "docs/runbooks/ControlPlaneUnhealthy.md"},

    {"Machine", "Ready", any,
     "Find the readiness gate that is not True and who writes it: "
     "kubectl get machine <name> -n <namespace> -o yaml, spec.readinessGates",
     "docs/runbooks/ReadinessGate.md"},
    {"Machine", any, any,
     "Find who writes this condition and read the logs of that controller: "
     "kubectl get machine <name> -n <namespace> -o yaml --show-managed-fields",
     "docs/runbooks/ReadinessGate.md"},
};

constexpr Guidance machine_set_guidance[] = {
    {"MachineSet", "MachinesReady", "NotReady", look_at_machines,
     "docs/runbooks/MachinesNotReady.md"},
    {"MachineSet", "MachinesReady", any, look_at_machines, "docs/runbooks/MachinesNotReady.md"},
    {"MachineSet", "ReplicaFailure", "ReplicaFailure", read_create_error,
     "docs/runbooks/ReplicaFailure.md"},
    {"MachineSet", "ReplicaFailure", "TemplateNotFound",
     "Create the missing template again under the same name, or point the owner to one that "
     "exists: "
     "kubectl get machineset <name> -n <namespace> -o yaml",
     "docs/runbooks/TemplateNotFound.md"},
    {"MachineSet", "ReplicaFailure", any, read_create_error, "docs/runbooks/ReplicaFailure.md"},
    {"MachineSet", "ScalingUp", "ScalingUp", unblock_scaling, "docs/runbooks/ScalingUpStalled.md"},
    {"MachineSet", "ScalingUp", any, unblock_scaling, "docs/runbooks/ScalingUpStalled.md"},
    {"MachineSet", "ScalingDown", any, look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {"MachineSet", "Remediating", any,
     "Read why the unhealthy Machines are not replaced: "
     "kubectl describe machineset <name> -n <namespace>, condition Remediating",
     "docs/runbooks/CannotBeRemediated.md"},
    {"MachineSet", "Deleted", "Deleting", look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {"MachineSet", "Deleted", any, look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {"MachineSet", any, any, look_at_machines, "docs/runbooks/MachinesNotReady.md"},
};

constexpr Guidance machine_deployment_guidance[] = {
    {"MachineDeployment", "Available", "NotAvailable", look_at_sets,
     "docs/runbooks/TooFewAvailable.md"},
    {"MachineDeployment", "Available", any, look_at_sets, "docs/runbooks/TooFewAvailable.md"},
    {"MachineDeployment", "MachinesReady", any, look_at_sets, "docs/runbooks/MachinesNotReady.md"},
    {"MachineDeployment", "ReplicaFailure", "ReplicaFailure", read_set_create_error,
     "docs/runbooks/ReplicaFailure.md"},
    {"MachineDeployment", "ReplicaFailure", "TemplateNotFound",
     "Create the missing template again under the same name, or point the deployment to one that "
     "exists: kubectl get machinedeployment <name> -n <namespace> -o yaml",
     "docs/runbooks/TemplateNotFound.md"},
    {"MachineDeployment", "ReplicaFailure", any, read_set_create_error,
     "docs/runbooks/ReplicaFailure.md"},
    {"MachineDeployment", "ScalingUp", any, look_at_sets, "docs/runbooks/ScalingUpStalled.md"},
    {"MachineDeployment", "ScalingDown", any, look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {"MachineDeployment", "RollingOut", any, look_at_sets, "docs/runbooks/RolloutStalled.md"},
    {"MachineDeployment", "UpToDate", any, look_at_sets, "docs/runbooks/RolloutStalled.md"},
    {"MachineDeployment", "Remediating", any, read_remediation,
     "docs/runbooks/CannotBeRemediated.md"},
    {"MachineDeployment", "Deleted", any, look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {"MachineDeployment", any, any, look_at_sets, "docs/runbooks/TooFewAvailable.md"},
};

constexpr Guidance machine_pool_guidance[] = {
    {"MachinePool", "Available", "NotAvailable", read_pool, "docs/runbooks/TooFewAvailable.md"},
    {"MachinePool", "Available", any, read_pool, "docs/runbooks/TooFewAvailable.md"},
    {"MachinePool", "BootstrapConfigReady", "InvalidConditionReported", correct_provider,
     "docs/runbooks/InvalidConditionReported.md"},
    {"MachinePool", "BootstrapConfigReady", "ObjectDoesNotExist", restore_for_pool,
     "docs/runbooks/ProviderObjectMissing.md"},
    {"MachinePool", "BootstrapConfigReady", "ObjectDeleted", restore_for_pool,
     "docs/runbooks/ProviderObjectMissing.md"},
    {"MachinePool", "BootstrapConfigReady", any, read_bootstrap_config,
     "docs/runbooks/BootstrapNotReady.md"},
    {"MachinePool", "InfrastructureReady", "InvalidConditionReported", correct_provider,
     "docs/runbooks/InvalidConditionReported.md"},
    {"MachinePool", "InfrastructureReady", "ObjectDoesNotExist", restore_for_pool,
     "docs/runbooks/ProviderObjectMissing.md"},
    {"MachinePool", "InfrastructureReady", "ObjectDeleted", restore_for_pool,
     "docs/runbooks/ProviderObjectMissing.md"},
    {"MachinePool", "InfrastructureReady", any, read_infra_machine,
     "docs/runbooks/InfrastructureNotReady.md"},
    {"MachinePool", "MachinesReady", any, read_pool, "docs/runbooks/MachinesNotReady.md"},
    {"MachinePool", "ScalingUp", any, read_pool, "docs/runbooks/ScalingUpStalled.md"},
    {"MachinePool", "ScalingDown", any, look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {"MachinePool", "RollingOut", any, read_pool, "docs/runbooks/RolloutStalled.md"},
    {"MachinePool", "UpToDate", any, read_pool, "docs/runbooks/RolloutStalled.md"},
    {"MachinePool", "Remediating", any, read_remediation, "docs/runbooks/CannotBeRemediated.md"},
    {"MachinePool", "Deleted", any, look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {"MachinePool", any, any, read_pool, "docs/runbooks/TooFewAvailable.md"},
};

constexpr Guidance control_plane_guidance[] = {
    {"KubeadmControlPlane", "Available", "NotAvailable", restore_quorum,
     "docs/runbooks/ControlPlaneUnavailable.md"},
    {"KubeadmControlPlane", "Available", any, restore_quorum,
     "docs/runbooks/ControlPlaneUnavailable.md"},
    {"KubeadmControlPlane", "CertificatesAvailable", "NotAvailable", restore_certificates,
     "docs/runbooks/CertificatesMissing.md"},
    {"KubeadmControlPlane", "CertificatesAvailable", any, restore_certificates,
     "docs/runbooks/CertificatesMissing.md"},
    {"KubeadmControlPlane", "Initialized", any, find_init_failure,
     "docs/runbooks/ControlPlaneUnavailable.md"},
    {"KubeadmControlPlane", "ControlPlaneComponentsHealthy", any, restore_quorum,
     "docs/runbooks/ControlPlaneUnavailable.md"},
    {"KubeadmControlPlane", "EtcdClusterHealthy", any, restore_quorum,
     "docs/runbooks/ControlPlaneUnavailable.md"},
    {"KubeadmControlPlane", "MachinesReady", any, look_at_plane,
     "docs/runbooks/MachinesNotReady.md"},
    {"KubeadmControlPlane", "ReplicaFailure", "TemplateNotFound",
     "Create the missing template again under the same name, or point the control plane to one "
     "that "
     "exists: kubectl get kubeadmcontrolplane <name> -n <namespace> -o yaml",
     "docs/runbooks/TemplateNotFound.md"},
    {"KubeadmControlPlane", "ReplicaFailure", any,
     "Read why the API server refuses a new Machine (quota, webhook, permissions): "
     "kubectl describe kubeadmcontrolplane <name> -n <namespace>",
     "docs/runbooks/ReplicaFailure.md"},
    {"KubeadmControlPlane", "ScalingUp", any, look_at_plane, "docs/runbooks/ScalingUpStalled.md"},
    {"KubeadmControlPlane", "ScalingDown", any, look_at_deleting,
     "docs/runbooks/DeletionStalled.md"},
    {"KubeadmControlPlane", "RollingOut", any, look_at_plane, "docs/runbooks/RolloutStalled.md"},
    {"KubeadmControlPlane", "UpToDate", any, look_at_plane, "docs/runbooks/RolloutStalled.md"},
    {"KubeadmControlPlane", "Remediating", any, read_remediation,
     "docs/runbooks/CannotBeRemediated.md"},
    {"KubeadmControlPlane", "Deleted", any, look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {"KubeadmControlPlane", any, any, look_at_plane, "docs/runbooks/ControlPlaneUnavailable.md"},
};

constexpr Guidance cluster_guidance[] = {
    {"Cluster", "RemoteConnectionProbe", "ProbeFailed", reach_cluster,
     "docs/runbooks/ClusterUnreachable.md"},
    {"Cluster", "RemoteConnectionProbe", any, reach_cluster, "docs/runbooks/ClusterUnreachable.md"},
    {"Cluster", "InfrastructureReady", "ObjectDoesNotExist", restore_for_cluster,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"Cluster", "InfrastructureReady", "ObjectDeleted", restore_for_cluster,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"Cluster", "InfrastructureReady", "InvalidConditionReported", correct_provider,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"Cluster", "InfrastructureReady", any, read_infra_cluster,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"Cluster", "ControlPlaneAvailable", "ObjectDoesNotExist", restore_for_cluster,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"Cluster", "ControlPlaneAvailable", "ObjectDeleted", restore_for_cluster,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"Cluster", "ControlPlaneAvailable", "InvalidConditionReported", correct_provider,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"Cluster", "ControlPlaneAvailable", any, read_control_plane,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"Cluster", "ControlPlaneInitialized", "ObjectDoesNotExist", restore_for_cluster,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"Cluster", "ControlPlaneInitialized", any, read_control_plane,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"Cluster", "WorkersAvailable", any, look_at_cluster, "docs/runbooks/ClusterUnavailable.md"},
    {"Cluster", "TopologyReconciled", any,
     "Read the error of the topology controller, most often a template or variable of the class: "
     "kubectl describe cluster <name> -n <namespace>, condition TopologyReconciled",
     "docs/runbooks/TopologyNotReconciled.md"},
    {"Cluster", "Deleted", "WaitingForBeforeDeleteHook",
     "Ask the owner of the runtime extension that answers the hook, and read its logs: "
     "kubectl get extensionconfigs",
     "docs/runbooks/ClusterDeletionStalled.md"},
    {"Cluster", "Deleted", "WaitingForWorkersDeletion", find_cluster_holder,
     "docs/runbooks/ClusterDeletionStalled.md"},
    {"Cluster", "Deleted", "WaitingForControlPlaneDeletion", find_cluster_holder,
     "docs/runbooks/ClusterDeletionStalled.md"},
    {"Cluster", "Deleted", "WaitingForInfrastructureDeletion", find_cluster_holder,
     "docs/runbooks/ClusterDeletionStalled.md"},
    {"Cluster", "Deleted", any, find_cluster_holder, "docs/runbooks/ClusterDeletionStalled.md"},
    {"Cluster", "ScalingUp", any, look_at_cluster, "docs/runbooks/ClusterUnavailable.md"},
    {"Cluster", "Remediating", any, read_remediation, "docs/runbooks/CannotBeRemediated.md"},
    {"Cluster", "Available", any, look_at_cluster, "docs/runbooks/ClusterUnavailable.md"},
    {"Cluster", any, any, look_at_cluster, "docs/runbooks/ClusterUnavailable.md"},
};

constexpr Guidance last_resort[] = {
    {any, any, any,
     "Read the message of the condition and the logs of the controller that wrote it",
     "docs/runbooks/README.md"},
};

template <std::size_t... Sizes>
constexpr auto joined(const Guidance (&... parts)[Sizes]) {
  std::array<Guidance, (Sizes + ...)> all;
  auto end = all.begin();
  ((end = std::ranges::copy(parts, end).out), ...);
  return all;
}

constexpr auto guidance =
    joined(machine_guidance, machine_set_guidance, machine_deployment_guidance,
           machine_pool_guidance, control_plane_guidance, cluster_guidance, hypershift_guidance,
           karpenter_guidance, hive_guidance, last_resort);

const Guidance* find_guidance(std::string_view kind, std::string_view condition,
                              std::string_view reason) {
  const auto found = std::ranges::find_if(guidance, [&](const Guidance& entry) {
    return entry.kind == kind && entry.condition == condition && entry.reason == reason;
  });
  return found == guidance.end() ? nullptr : &*found;
}

}  // namespace

std::span<const Guidance> all_guidance() { return guidance; }

const Guidance& guidance_for(std::string_view kind, std::string_view condition,
                             std::string_view reason) {
  const std::string_view type = Dialect::canonical_type(kind, condition);
  const std::string_view word = Dialect::canonical_reason(kind, type, reason);
  if (const Guidance* exact = find_guidance(kind, type, word)) return *exact;
  if (const Guidance* of_condition = find_guidance(kind, type, any)) return *of_condition;
  if (const Guidance* of_kind = find_guidance(kind, any, any)) return *of_kind;
  return guidance.back();
}

bool is_about_stalling(const Guidance& guidance) {
  return guidance.runbook.ends_with("Stalled.md");
}

}  // namespace telltale
