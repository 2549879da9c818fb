// SPDX-License-Identifier: Apache-2.0
#include "catalog/guidance.h"

#include <algorithm>
#include <array>

#include "convert/dialect.h"

// Advice says the first thing to do, names commands by their shape (<name>, <node>) and repeats
// nothing of the message beside which it is printed. <workload> is the workload cluster's
// kubeconfig; commands without it go to the management cluster.

namespace telltale {
namespace {

constexpr std::string_view any = "*";

// Advice that several reasons share.

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
    "Start with the worst Machine of the set: telltale check <dump> -n <namespace> -o wide";
constexpr std::string_view unblock_scaling =
    "Read what blocks new Machines and clear it: "
    "kubectl describe machineset <name> -n <namespace>, condition ScalingUp";
constexpr std::string_view read_create_error =
    "Read why the API server refuses new Machines (quota, webhook, permissions): "
    "kubectl describe machineset <name> -n <namespace>";
constexpr std::string_view look_at_deleting =
    "Find the Machine whose deletion hangs: "
    "kubectl get machines -n <namespace> and telltale why machine/<name> Deleted";

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
    {"Machine", "HealthCheckSucceeded", any, why_not_replaced,
     "docs/runbooks/HealthCheckFailed.md"},

    {"Machine", "OwnerRemediated", "CannotBeRemediated", read_refusal,
     "docs/runbooks/CannotBeRemediated.md"},
    {"Machine", "OwnerRemediated", any, read_refusal, "docs/runbooks/CannotBeRemediated.md"},

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

constexpr auto guidance = joined(machine_guidance, machine_set_guidance, last_resort);

const Guidance* find(std::string_view kind, std::string_view condition, std::string_view reason) {
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
  if (const Guidance* exact = find(kind, type, word)) return *exact;
  if (const Guidance* of_condition = find(kind, type, any)) return *of_condition;
  if (const Guidance* of_kind = find(kind, any, any)) return *of_kind;
  return guidance.back();
}

}  // namespace telltale
