// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include <string_view>

#include "catalog/cluster_api/shared_advice.h"
#include "catalog/columns.h"
#include "catalog/controlplane/judge_controlplane.h"
#include "catalog/controlplane/tables.h"
#include "catalog/controlplane/verdict.h"
#include "catalog/kinds.h"
#include "catalog/legacy/legacy_status.h"
#include "catalog/owners/owner_functions.h"

namespace telltale {
namespace controlplane {
namespace {

constexpr auto visit_tables = [](auto visit) { for_each_table(visit); };
using Functions = OwnerFunctions<gather, observe, visit_tables, verdict_table>;

}  // namespace
}  // namespace controlplane

namespace {

constexpr std::string_view look_at_plane =
    "find the first control plane Machine that is not well, and why[: kubectl describe "
    "<deepest>]";
constexpr std::string_view restore_quorum =
    "bring back control plane Machines until more than half of the etcd members are "
    "healthy, and delete none before[: kubectl describe <self>]";
constexpr std::string_view restore_certificates =
    "restore the certificate Secrets from a backup or from the hosts' "
    "/etc/kubernetes/pki, since they are never created again[: kubectl get secrets -n "
    "<namespace>]";
constexpr std::string_view find_init_failure =
    "read the console log of the first control plane Machine's host to find where "
    "kubeadm init stopped[: kubectl describe <deepest>]";

constexpr ConditionFacts condition_facts[] = {
    {.type = "Available"},
    {.type = "CertificatesAvailable", .others_act_on_it = true},
    {.type = "Initialized", .others_act_on_it = true},
    {.type = "EtcdClusterHealthy", .others_act_on_it = true},
    {.type = "ControlPlaneComponentsHealthy", .others_act_on_it = true},
    {.type = "MachinesReady"},
    {.type = "UpToDate", .upstream = "MachinesUpToDate"},
    {.type = "ReplicaFailure", .polarity = Polarity::Negative, .spoken_in = SpokenIn::ProposalOnly},
    {.type = "RollingOut", .polarity = Polarity::Negative, .spoken_in = SpokenIn::UpstreamOnly},
    {.type = "Remediating", .polarity = Polarity::Negative},
    {.type = "ScalingDown", .polarity = Polarity::Negative},
    {.type = "ScalingUp", .polarity = Polarity::Negative},
    {.type = "Paused", .polarity = Polarity::Negative},
    {.type = "Deleted", .polarity = Polarity::Negative, .upstream = "Deleting"},
};

constexpr GuidanceFacts guidance_facts[] = {
    {"Available", "NotAvailable", restore_quorum, "docs/runbooks/ControlPlaneUnavailable.md"},
    {"Available", any_name, restore_quorum, "docs/runbooks/ControlPlaneUnavailable.md"},
    {"CertificatesAvailable", "NotAvailable", restore_certificates,
     "docs/runbooks/CertificatesMissing.md"},
    {"CertificatesAvailable", any_name, restore_certificates,
     "docs/runbooks/CertificatesMissing.md"},
    {"Initialized", any_name, find_init_failure, "docs/runbooks/ControlPlaneUnavailable.md"},
    {"ControlPlaneComponentsHealthy", any_name, restore_quorum,
     "docs/runbooks/ControlPlaneUnavailable.md"},
    {"EtcdClusterHealthy", any_name, restore_quorum, "docs/runbooks/ControlPlaneUnavailable.md"},
    {"MachinesReady", any_name, look_at_plane, "docs/runbooks/MachinesNotReady.md"},
    {"ReplicaFailure", "TemplateNotFound",
     "create the missing template again under the same name, or point the control plane "
     "to one that exists[: kubectl get <self> -o yaml]",
     "docs/runbooks/TemplateNotFound.md"},
    {"ReplicaFailure", any_name,
     "read why the API server refuses a new Machine (quota, webhook, permissions)[: "
     "kubectl describe <self>]",
     "docs/runbooks/ReplicaFailure.md"},
    {"ScalingUp", any_name, look_at_plane, "docs/runbooks/ScalingUpStalled.md"},
    {"ScalingDown", any_name, advice::look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {"RollingOut", any_name, look_at_plane, "docs/runbooks/RolloutStalled.md"},
    {"UpToDate", any_name, look_at_plane, "docs/runbooks/RolloutStalled.md"},
    {"Remediating", any_name, advice::read_remediation, "docs/runbooks/CannotBeRemediated.md"},
    {"Deleted", any_name, advice::look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {any_name, any_name, look_at_plane, "docs/runbooks/ControlPlaneUnavailable.md"},
};

constexpr std::string_view kept_fields[] = {"spec.clusterName:string",
                                            "spec.replicas:int",
                                            "spec.version:string",
                                            "spec.kubeadmConfigSpec:map",
                                            "spec.machineTemplate.infrastructureRef:map",
                                            "spec.machineTemplate.spec.infrastructureRef:map",
                                            "spec.rollout.after:time",
                                            "spec.rollout.before.certificatesExpiryDays:int",
                                            "spec.rolloutAfter:time",
                                            "spec.rolloutBefore.certificatesExpiryDays:int",
                                            "status.initialization:map",
                                            "status.initialization.controlPlaneInitialized",
                                            "status.initialized",
                                            "status.version",
                                            "status.versions",
                                            "status.replicas:int",
                                            "status.readyReplicas",
                                            "status.availableReplicas",
                                            "status.unavailableReplicas",
                                            "status.upToDateReplicas",
                                            "status.updatedReplicas",
                                            "status.experimentalReadyReplicas",
                                            "status.exprimentalReadyReplicas",
                                            "status.v1beta2.readyReplicas",
                                            "status.v1beta2.availableReplicas",
                                            "status.v1beta2.upToDateReplicas"};

// Of a Pod only what tells whether its containers run.
constexpr std::string_view pod_fields[] = {
    "status.phase:string", "status.containerStatuses.*.state.waiting.reason",
    "status.containerStatuses.*.state.terminated.reason",
    "status.containerStatuses.*.lastState.terminated.exitCode"};

// The spec is kept for the Machines of control planes only; the label tells.
constexpr std::string_view kubeadm_config_fields[] = {"metadata.labels", "spec", "status.ready",
                                                      "status.initialization"};

constexpr Column columns_current[] = {
    {"CLUSTER", column::String, column::cluster_label},
    {"DESIRED", column::Integer, ".spec.replicas", column::wide},
    {"REPLICAS", column::Integer, ".status.replicas"},
    {"READY", column::Integer, ".status.readyReplicas"},
    {"UPDATED", column::Integer, ".status.updatedReplicas"},
    {"UNAVAILABLE", column::Integer, ".status.unavailableReplicas"},
    {"PHASE", column::String, ".status.phase"},
    {"AGE", column::Date, column::created},
    {"VERSION", column::String, ".spec.version"},
};

constexpr Column columns_to_be[] = {
    {"CLUSTER", column::String, column::cluster_label},
    {"PAUSED", column::String, column::paused, column::wide},
    {"INITIALIZED", column::String, R"(.status.conditions[?(@.type=="Initialized")].status)"},
    {"DESIRED", column::Integer, ".spec.replicas"},
    {"CURRENT", column::Integer, ".status.replicas", column::wide},
    {"READY", column::Integer, ".status.readyReplicas"},
    {"AVAILABLE", column::Integer, ".status.availableReplicas"},
    {"UP-TO-DATE", column::Integer, ".status.upToDateReplicas"},
    {"AGE", column::Date, column::created},
    {"VERSION", column::String, ".spec.version"},
};

constexpr Column columns_upstream_v1beta1[] = {
    {"Cluster", column::String, column::cluster_label},
    {"Initialized", column::Boolean, ".status.initialized"},
    {"API Server Available", column::Boolean, ".status.ready"},
    {"Desired", column::Integer, ".spec.replicas", column::wide},
    {"Replicas", column::Integer, ".status.replicas"},
    {"Ready", column::Integer, ".status.readyReplicas"},
    {"Updated", column::Integer, ".status.updatedReplicas"},
    {"Unavailable", column::Integer, ".status.unavailableReplicas"},
    {"Age", column::Date, column::created},
    {"Version", column::String, ".spec.version"},
};

constexpr Column columns_upstream[] = {
    {"Cluster", column::String, column::cluster_label},
    {"Available", column::String, column::available},
    {"Desired", column::Integer, ".spec.replicas"},
    {"Current", column::Integer, ".status.replicas"},
    {"Ready", column::Integer, ".status.readyReplicas"},
    {"Available", column::Integer, ".status.availableReplicas"},
    {"Up-to-date", column::Integer, ".status.upToDateReplicas"},
    {"Paused", column::String, column::paused, column::wide},
    {"Initialized", column::Boolean, ".status.initialization.controlPlaneInitialized"},
    {"Age", column::Date, column::created},
    {"Version", column::String, ".spec.version"},
};

constexpr ReadKind evidence_read[] = {
    {.group = "", .kind = "Pod", .fields = pod_fields},
    {.group = "bootstrap.cluster.x-k8s.io",
     .kind = "KubeadmConfig",
     .fields = kubeadm_config_fields},
};

constexpr LegacyCount legacy_counts[] = {{"readyReplicas", &LegacyCounters::ready},
                                         {"unavailableReplicas", &LegacyCounters::unavailable},
                                         {"updatedReplicas", &LegacyCounters::updated}};

constexpr std::string_view short_names[] = {"kcp"};

}  // namespace

extern constinit const Kind kubeadm_control_plane_kind{
    .group = "controlplane.cluster.x-k8s.io",
    .kind = "KubeadmControlPlane",
    .plural = "kubeadmcontrolplanes",
    .short_names = short_names,
    .root_condition = "Available",
    .brief = "KCP",
    .conditions = condition_facts,
    .guidance = guidance_facts,
    .fields = kept_fields,
    .evidence = evidence_read,
    .columns = {columns_current, columns_to_be, columns_upstream_v1beta1, columns_upstream},
    .legacy_counts = legacy_counts,
    .is_control_plane = true,
    .events_are_evidence = true,
    .stage = JudgingStage::Owners,
    .judge = controlplane::Functions::judge_object,
    .gather = controlplane::Functions::gather_members,
    .tables = controlplane::Functions::list_tables,
    .explain = controlplane::Functions::explain_object,
    .explain_verdict = controlplane::explain_verdict,
    .legacy_status = legacy::control_plane_status,
};

}  // namespace telltale
