// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which fields judging reads of node pools and ClusterDeployments, and of what stands around them.
// The rest of the list is in kinds.cc.

#include <string_view>

namespace telltale {

// What a Machine of a HyperShift NodePool has on top: the failures of the old API.
inline constexpr std::string_view pool_machine_fields[] = {
    "status.failureReason:string", "status.failureMessage:string",
    "status.deprecated.v1beta1.failureReason", "status.deprecated.v1beta1.failureMessage"};

inline constexpr std::string_view hypershift_pool_fields[] = {
    "spec.clusterName:string",   "spec.replicas:int",      "spec.autoScaling:map",
    "spec.release.image:string", "spec.management:map",    "spec.management.upgradeType:string",
    "spec.platform.type:string", "spec.platform.ibmcloud", "spec.pausedUntil:string",
    "status.replicas:int",       "status.version:string"};

inline constexpr std::string_view hosted_cluster_fields[] = {
    "spec.infraID", "spec.pausedUntil", "spec.platform.type", "status.version"};

// Of KubeVirt's machines and their instances: whether one is up, and what became of it.
inline constexpr std::string_view virtual_machine_fields[] = {"status.printableStatus",
                                                              "status.phase"};

inline constexpr std::string_view karpenter_pool_fields[] = {"spec.template.spec.nodeClassRef:map",
                                                             "spec.replicas",
                                                             "spec.limits",
                                                             "spec.weight",
                                                             "status.failedLaunches:int",
                                                             "status.nodeClassObservedGeneration",
                                                             "status.resources",
                                                             "status.nodes"};

inline constexpr std::string_view node_claim_fields[] = {"spec.nodeClassRef:map",
                                                         "status.providerID", "status.nodeName"};

inline constexpr std::string_view cluster_deployment_fields[] = {
    "spec.installed:bool",
    "spec.provisioning:map",
    "spec.clusterInstallRef:map",
    "spec.manageDNS:bool",
    "spec.installAttemptsLimit:int",
    "spec.preserveOnDelete:bool",
    "spec.clusterMetadata.infraID:string",
    "spec.clusterPoolRef:map",
    "spec.clusterName",
    "spec.baseDomain",
    "spec.platform",
    "spec.powerState",
    "status.provisionRef.name:string",
    "status.installRestarts:int",
    "status.installStartedTimestamp:time",
    "status.installedTimestamp:time",
    "status.installVersion",
    "status.installerImage",
    "status.cliImage",
    "status.powerState"};

inline constexpr std::string_view cluster_provision_fields[] = {
    "spec.clusterDeploymentRef.name:string", "spec.stage:string", "spec.attempt:int",
    "spec.infraID", "status.jobRef"};

inline constexpr std::string_view cluster_deprovision_fields[] = {"status.completed:bool",
                                                                  "spec.infraID"};

inline constexpr std::string_view dns_zone_fields[] = {"spec.zone:string", "status.nameServers"};

// What tells whether a schema keeps a field.
inline constexpr std::string_view definition_fields[] = {"spec.group", "spec.names", "spec.scope",
                                                         "spec.versions"};

inline constexpr std::string_view memory_fields[] = {"spec",
                                                     "spec.of:map",
                                                     "spec.generation:int",
                                                     "spec.clocks:list",
                                                     "spec.counted:list",
                                                     "spec.reset:time",
                                                     "spec.paused:time",
                                                     "spec.replicas:int"};

}  // namespace telltale
