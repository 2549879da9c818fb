// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "catalog/cluster/available.h"
#include "catalog/cluster/judge_cluster.h"
#include "catalog/cluster/tables.h"
#include "catalog/cluster/verdict.h"
#include "catalog/cluster_api/shared_advice.h"
#include "catalog/columns.h"
#include "catalog/explain/explainer.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "catalog/legacy/legacy_status.h"
#include "catalog/owners/owner_functions.h"
#include "observe/world.h"

namespace telltale {
namespace cluster {
namespace {

constexpr auto visit_tables = [](auto visit) { for_each_table(visit); };
using Functions = OwnerFunctions<gather, observe, visit_tables, verdict_table>;

std::vector<Part> parts_of(const Explainer& explainer, const Sheet& sheet, std::string_view type) {
  const JudgeContext& context = explainer.context();
  const auto made_of = [&](Whose whose, std::string_view source, Polarity polarity) {
    return parts_of_sources(sources(sheet.children, whose, source), polarity);
  };
  if (type == "Available") {
    static constexpr std::string_view may_be_missing[] = {"RemoteConnectionProbe",
                                                          "TopologyReconciled"};
    return parts_of_summary(explainer.judged().conditions,
                            available_types(sheet, context.settings.dialect), may_be_missing);
  }
  if (type == "WorkersAvailable") return made_of(Whose::Workers, "Available", Polarity::Positive);
  if (type == "RollingOut") return made_of(Whose::Rollouts, type, Polarity::Negative);
  if (type == "ScalingUp" || type == "ScalingDown") {
    return made_of(Whose::ReplicaHolders, type, Polarity::Negative);
  }
  const auto machines = machines_among(context, context.world.members_of(explainer.object()));
  return parts_of_machines(context, machines, type);
}

void explain_object(const Kind&, Explainer& explainer) {
  Functions::look_again(explainer, [&](const Sheet& sheet) {
    for_each_table([&](const auto& table) {
      explainer.tell(table, sheet.seen,
                     [&](std::string_view type) { return parts_of(explainer, sheet, type); });
    });
  });
}

}  // namespace
}  // namespace cluster

namespace {

constexpr std::string_view reach_cluster =
    "find what is between the management cluster and the API server (endpoint, load "
    "balancer, kubeconfig Secret)[: <workload> get --raw /readyz|: kubectl describe "
    "<self>]";
constexpr std::string_view look_at_cluster =
    "start with the object at the bottom of it[: kubectl describe "
    "<deepest>]";
constexpr std::string_view read_infra_cluster =
    "read the provider's error (network, quota, credentials)[: kubectl describe "
    "<infrastructure>|: kubectl describe <self>]";
constexpr std::string_view read_control_plane =
    "read what the control plane waits for[: kubectl describe <control plane>|: kubectl "
    "describe <self>]";
constexpr std::string_view restore_for_cluster =
    "restore the missing object from a backup or from Git under the same name[: kubectl "
    "get <self> -o yaml]";
constexpr std::string_view find_cluster_holder =
    "find the object that does not go, and the finalizer that keeps it[: kubectl get "
    "<self> -o yaml]";

constexpr ConditionFacts condition_facts[] = {
    {.type = "Available"},
    {.type = "RemoteConnectionProbe"},
    {.type = "InfrastructureReady", .spoken_in = SpokenIn::UpstreamOnly},
    {.type = "ControlPlaneInitialized", .others_act_on_it = true},
    {.type = "ControlPlaneAvailable"},
    {.type = "WorkersAvailable"},
    {.type = "TopologyReconciled"},
    {.type = "ControlPlaneMachinesReady", .spoken_in = SpokenIn::UpstreamOnly},
    {.type = "WorkerMachinesReady", .spoken_in = SpokenIn::UpstreamOnly},
    {.type = "UpToDate", .spoken_in = SpokenIn::ProposalOnly},
    {.type = "ControlPlaneMachinesUpToDate", .spoken_in = SpokenIn::UpstreamOnly},
    {.type = "WorkerMachinesUpToDate", .spoken_in = SpokenIn::UpstreamOnly},
    {.type = "RollingOut", .polarity = Polarity::Negative, .spoken_in = SpokenIn::UpstreamOnly},
    {.type = "Remediating", .polarity = Polarity::Negative},
    {.type = "ScalingDown", .polarity = Polarity::Negative},
    {.type = "ScalingUp", .polarity = Polarity::Negative},
    {.type = "Paused", .polarity = Polarity::Negative},
    {.type = "Deleted", .polarity = Polarity::Negative, .upstream = "Deleting"},
};

constexpr GuidanceFacts guidance_facts[] = {
    {"RemoteConnectionProbe", "ProbeFailed", reach_cluster, "docs/runbooks/ClusterUnreachable.md"},
    {"RemoteConnectionProbe", any_name, reach_cluster, "docs/runbooks/ClusterUnreachable.md"},
    {"InfrastructureReady", "ObjectDoesNotExist", restore_for_cluster,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"InfrastructureReady", "ObjectDeleted", restore_for_cluster,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"InfrastructureReady", "InvalidConditionReported", advice::correct_provider,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"InfrastructureReady", any_name, read_infra_cluster, "docs/runbooks/ClusterObjectUnwell.md"},
    {"ControlPlaneAvailable", "ObjectDoesNotExist", restore_for_cluster,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"ControlPlaneAvailable", "ObjectDeleted", restore_for_cluster,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"ControlPlaneAvailable", "InvalidConditionReported", advice::correct_provider,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"ControlPlaneAvailable", any_name, read_control_plane, "docs/runbooks/ClusterObjectUnwell.md"},
    {"ControlPlaneInitialized", "ObjectDoesNotExist", restore_for_cluster,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"ControlPlaneInitialized", any_name, read_control_plane,
     "docs/runbooks/ClusterObjectUnwell.md"},
    {"WorkersAvailable", any_name, look_at_cluster, "docs/runbooks/ClusterUnavailable.md"},
    {"TopologyReconciled", any_name,
     "correct what the topology controller complains about, most often a template or "
     "variable of the class[: kubectl describe <self>]",
     "docs/runbooks/TopologyNotReconciled.md"},
    {"Deleted", "WaitingForBeforeDeleteHook",
     "ask the owner of the runtime extension that answers the hook, and read its logs: "
     "kubectl get extensionconfigs",
     "docs/runbooks/ClusterDeletionStalled.md"},
    {"Deleted", "WaitingForWorkersDeletion", find_cluster_holder,
     "docs/runbooks/ClusterDeletionStalled.md"},
    {"Deleted", "WaitingForControlPlaneDeletion", find_cluster_holder,
     "docs/runbooks/ClusterDeletionStalled.md"},
    {"Deleted", "WaitingForInfrastructureDeletion", find_cluster_holder,
     "docs/runbooks/ClusterDeletionStalled.md"},
    {"Deleted", any_name, find_cluster_holder, "docs/runbooks/ClusterDeletionStalled.md"},
    {"ScalingUp", any_name, look_at_cluster, "docs/runbooks/ClusterUnavailable.md"},
    {"Remediating", any_name, advice::read_remediation, "docs/runbooks/CannotBeRemediated.md"},
    {"Available", any_name, look_at_cluster, "docs/runbooks/ClusterUnavailable.md"},
    {any_name, any_name, look_at_cluster, "docs/runbooks/ClusterUnavailable.md"},
};

constexpr std::string_view kept_fields[] = {"spec.paused:bool",
                                            "spec.topology.version",
                                            "spec.controlPlaneRef",
                                            "spec.controlPlaneEndpoint",
                                            "status.initialization:map",
                                            "status.infrastructureReady:bool",
                                            "spec.infrastructureRef:map",
                                            "spec.availabilityGates:list",
                                            "spec.topology:map",
                                            "spec.topology.class",
                                            "spec.topology.classNamespace",
                                            "spec.topology.classRef",
                                            "status.controlPlaneReady:bool",
                                            "status.controlPlane:map",
                                            "status.workers:map",
                                            "status.failureDomains",
                                            "status.v1beta2.controlPlane",
                                            "status.v1beta2.workers"};

constexpr std::string_view cluster_class_fields[] = {"spec.availabilityGates:list"};

constexpr Column columns_current[] = {
    {"CLUSTER CLASS", column::String, ".spec.topology.class"},
    {"PHASE", column::String, ".status.phase"},
    {"AGE", column::Date, column::created},
    {"VERSION", column::String, ".spec.topology.version"},
};

constexpr Column columns_to_be[] = {
    {"CLUSTER CLASS", column::String, ".spec.topology.classRef.name"},
    {"PAUSED", column::String, column::paused, column::wide},
    {"AVAILABLE", column::String, column::available},
    {"CP_DESIRED", column::Integer, ".status.controlPlane.desiredReplicas"},
    {"CP_CURRENT", column::Integer, ".status.controlPlane.replicas", column::wide},
    {"CP_READY", column::Integer, ".status.controlPlane.readyReplicas", column::wide},
    {"CP_AVAILABLE", column::Integer, ".status.controlPlane.availableReplicas"},
    {"CP_UP_TO_DATE", column::Integer, ".status.controlPlane.upToDateReplicas"},
    {"W_DESIRED", column::Integer, ".status.workers.desiredReplicas"},
    {"W_CURRENT", column::Integer, ".status.workers.replicas", column::wide},
    {"W_READY", column::Integer, ".status.workers.readyReplicas", column::wide},
    {"W_AVAILABLE", column::Integer, ".status.workers.availableReplicas"},
    {"W_UP_TO_DATE", column::Integer, ".status.workers.upToDateReplicas"},
    {"AGE", column::Date, column::created},
    {"VERSION", column::String, ".spec.topology.version"},
};

constexpr Column columns_upstream_v1beta1[] = {
    {"ClusterClass", column::String, ".spec.topology.class"},
    {"Phase", column::String, ".status.phase"},
    {"Age", column::Date, column::created},
    {"Version", column::String, ".spec.topology.version"},
};

constexpr Column columns_upstream[] = {
    {"ClusterClass", column::String, ".spec.topology.classRef.name"},
    {"Available", column::String, column::available},
    {"CP Desired", column::Integer, ".status.controlPlane.desiredReplicas"},
    {"CP Current", column::Integer, ".status.controlPlane.replicas", column::wide},
    {"CP Ready", column::Integer, ".status.controlPlane.readyReplicas", column::wide},
    {"CP Available", column::Integer, ".status.controlPlane.availableReplicas"},
    {"CP Up-to-date", column::Integer, ".status.controlPlane.upToDateReplicas"},
    {"W Desired", column::Integer, ".status.workers.desiredReplicas"},
    {"W Current", column::Integer, ".status.workers.replicas", column::wide},
    {"W Ready", column::Integer, ".status.workers.readyReplicas", column::wide},
    {"W Available", column::Integer, ".status.workers.availableReplicas"},
    {"W Up-to-date", column::Integer, ".status.workers.upToDateReplicas"},
    {"Paused", column::String, column::paused, column::wide},
    {"Phase", column::String, ".status.phase"},
    {"Age", column::Date, column::created},
    {"Version", column::String, ".spec.topology.version"},
};

constexpr ReadKind evidence_read[] = {
    {.group = cluster_api_group, .kind = "ClusterClass", .fields = cluster_class_fields},
};

std::string cluster_tree(std::string_view namespace_name, std::string_view name) {
  return format("capi/{}/{}", namespace_name, name);
}

std::string tree_of_cluster(const Key& key) { return cluster_tree(key.namespace_name, key.name); }

// Of Secrets only the certificates of a Cluster are ever looked at: its name, and one word more.
// Whoever made them by hand may have left out the label.
void tie_secret(const Key& key, Anchors& anchors) {
  const std::size_t dash = key.name.rfind('-');
  if (dash == std::string_view::npos) return;
  anchors.push_back(cluster_tree(key.namespace_name, key.name.substr(0, dash)));
}

TreeTie tie_to_cluster(const Kind& self, const Object& object, Anchors& anchors) {
  const Key& key = object.key;
  if (is_a(object, self)) {
    anchors.push_back(tree_of_cluster(key));
    return TreeTie::Only;
  }
  if (key.group.empty() && key.kind == "Secret") {
    tie_secret(key, anchors);
    return TreeTie::Only;
  }
  const std::string_view name = cluster_name_of(object);
  if (!name.empty()) anchors.push_back(cluster_tree(key.namespace_name, name));
  return TreeTie::Also;
}

// Providers bring kinds of their own, in groups that end like these.
constexpr KindPattern watched_kinds[] = {
    {cluster_api_group},
    {"*bootstrap.cluster.x-k8s.io"},
    {"*controlplane.cluster.x-k8s.io"},
    {"*infrastructure.cluster.x-k8s.io"},
};
constexpr KindPattern listed_kinds[] = {{"*.cluster.x-k8s.io"}};

// Groups in which others have a kind of this name.
constexpr std::string_view namesakes[] = {"management.cattle.io", "provisioning.cattle.io",
                                          "postgresql.cnpg.io"};
constexpr std::string_view short_names[] = {"cl"};

}  // namespace

extern constinit const Kind cluster_kind{
    .group = cluster_api_group,
    .kind = "Cluster",
    .plural = "clusters",
    .short_names = short_names,
    .root_condition = "Available",
    .telling_condition = "RemoteConnectionProbe",
    .namesakes = namesakes,
    .conditions = condition_facts,
    .guidance = guidance_facts,
    .fields = kept_fields,
    .evidence = evidence_read,
    .watched = watched_kinds,
    .listed = listed_kinds,
    .columns = {columns_current, columns_to_be, columns_upstream_v1beta1, columns_upstream},
    .counters = CounterPlace::Halves,
    .tree_of = tree_of_cluster,
    .tie = tie_to_cluster,
    .stage = JudgingStage::Clusters,
    .judge = cluster::Functions::judge_object,
    .gather = cluster::Functions::gather_members,
    .tables = cluster::Functions::list_tables,
    .explain = cluster::explain_object,
    .explain_verdict = cluster::explain_verdict,
    .legacy_status = legacy::cluster_status,
};

}  // namespace telltale
