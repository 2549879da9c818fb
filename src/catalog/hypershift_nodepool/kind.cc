// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "catalog/columns.h"
#include "catalog/explain/explainer.h"
#include "catalog/explain/tables.h"
#include "catalog/groups.h"
#include "catalog/hypershift_nodepool/hidden_cause.h"
#include "catalog/hypershift_nodepool/judge_pool.h"
#include "catalog/hypershift_nodepool/verdict_table.h"
#include "catalog/kinds.h"

namespace telltale {
namespace hypershift_nodepool {
namespace {

Judged judge_object(const Kind&, const Judging& at) {
  return judge(at.context, at.object, at.writer);
}

void explain_object(const Kind&, Explainer& explainer) {
  for_each_decision(explainer.context(), explainer.object(),
                    [&](const auto& table, const auto& seen) { explainer.tell(table, seen); });
}

std::vector<TableEntry> list_tables(const Kind&) {
  return entries_of([](auto list) {
    for_each_table(list);
    list(verdict_rows::verdict_table);
  });
}

}  // namespace
}  // namespace hypershift_nodepool

namespace {

// HyperShift's own and what telltale adds; what is not listed is good when True.
constexpr ConditionFacts condition_facts[] = {
    {.type = "Progressing", .is_only_ours = true, .tells_movement = true},
    {.type = "UpdatingConfig", .polarity = Polarity::Negative, .tells_movement = true},
    {.type = "UpdatingVersion", .polarity = Polarity::Negative, .tells_movement = true},
    {.type = "UpdatingPlatformMachineTemplate",
     .polarity = Polarity::Negative,
     .tells_movement = true},
    {.type = "ClusterNetworkCIDRConflict", .polarity = Polarity::Negative},
    {.type = "AWSResourceTagConflict", .polarity = Polarity::Negative},
};

// A pool that has nothing to do does not progress, and what nobody switched on is off: that is how
// it should be.
constexpr GoodReasonFacts good_reasons[] = {
    {"Progressing", Status::False, "AsExpected"},
    {"AutoscalingEnabled", Status::False, "AsExpected"},
    {"AutorepairEnabled", Status::False, "AsExpected"},
    {"AllMachinesReady", Status::False, "AsExpected"},
};

constexpr GuidanceFacts guidance_facts[] = {
    {"Progressing", "CloudQuotaExceeded",
     "raise the [<quota>|quota that the error names][ in <region>], or [kubectl scale "
     "<scaled> --replicas=<count>|use fewer or smaller machines[: kubectl edit <self>]]",
     "docs/runbooks/CloudQuotaExceeded.md"},
    {"Progressing", "InsufficientCloudCapacity",
     "wait for the cloud, or use another zone, instance type or capacity type[: kubectl "
     "edit <self>]",
     "docs/runbooks/InsufficientCloudCapacity.md"},
    {"Progressing", "MissingCloudResources",
     "create the [<resource>|resource that the error names] again, or correct the "
     "reference to it in spec.platform[: kubectl edit <self>]",
     "docs/runbooks/MissingCloudResources.md"},
    {"Progressing", "CAPIProviderFailed",
     "read the log of the infrastructure provider, and check its credentials and "
     "permissions[: kubectl logs -n <hosted namespace> deployment/capi-provider|: kubectl "
     "describe <self>]",
     "docs/runbooks/CAPIProviderFailed.md"},
    {"Progressing", "MachineDeploymentFailed",
     "find the first machine that is not ready, and why[: kubectl describe "
     "machines.cluster.x-k8s.io -n <hosted namespace>|: kubectl describe <self>]",
     "docs/runbooks/MachineDeploymentFailed.md"},
    {"Progressing", "ControllerError",
     "correct what the condition complains about, or read the log of the operator: "
     "kubectl logs -n hypershift deployment/operator",
     "docs/runbooks/ControllerError.md"},
};

constexpr std::string_view kept_fields[] = {
    "spec.clusterName:string", "spec.replicas:int", "spec.autoScaling:map",
    "spec.release.image:string", "spec.management:map", "spec.management.upgradeType:string",
    "spec.platform.type:string", "spec.platform.ibmcloud", "spec.pausedUntil:string",
    "status.replicas:int", "status.version:string",
    // Which quota its machines count against.
    "spec.platform.aws.instanceType", "spec.platform.aws.placement"};

// What a Machine of a NodePool has on top: the failures of the old API.
constexpr std::string_view pool_machine_fields[] = {
    "status.failureReason:string", "status.failureMessage:string",
    "status.deprecated.v1beta1.failureReason", "status.deprecated.v1beta1.failureMessage"};

constexpr std::string_view hosted_cluster_fields[] = {
    "spec.infraID", "spec.pausedUntil", "spec.platform.type", "status.version",
    // Where its machines are.
    "spec.platform.aws.region", "spec.platform.azure.location", "spec.platform.gcp.region",
    "spec.platform.powervs.region", "spec.platform.ibmcloud.region"};

// Of KubeVirt's machines and their instances: whether one is up, and what became of it.
constexpr std::string_view virtual_machine_fields[] = {"status.printableStatus", "status.phase"};

// What tells whether a schema keeps a field.
constexpr std::string_view definition_fields[] = {"spec.group", "spec.names", "spec.scope",
                                                  "spec.versions"};

constexpr Column printed_columns[] = {
    {"CLUSTER", column::String, ".spec.clusterName"},
    {"DESIRED", column::Integer, ".spec.replicas"},
    {"CURRENT", column::Integer, ".status.replicas"},
    {"PROGRESSING", column::String, R"(.status.conditions[?(@.type=="Progressing")].status)"},
    {"REASON", column::String, R"(.status.conditions[?(@.type=="Progressing")].reason)"},
    {"VERSION", column::String, ".status.version"},
    {"PLATFORM", column::String, ".spec.platform.type", column::wide},
    {"AUTOSCALING-MIN", column::Integer, ".spec.autoScaling.min", column::wide},
    {"AUTOSCALING-MAX", column::Integer, ".spec.autoScaling.max", column::wide},
    {"UPGRADE", column::String, ".spec.management.upgradeType", column::wide},
    {"AGE", column::Date, column::created},
    {"MESSAGE", column::String, R"(.status.conditions[?(@.type=="Progressing")].message)",
     column::wide},
};

constexpr ReadKind evidence_read[] = {
    {.group = cluster_api_group,
     .kind = "Machine",
     .fields = pool_machine_fields,
     .extent = all_of_it,
     .marker = "hypershift.openshift.io/nodePool"},
    {.group = hypershift_group, .kind = "HostedCluster", .fields = hosted_cluster_fields},
    {.group = "kubevirt.io", .kind = "VirtualMachine", .fields = virtual_machine_fields},
    {.group = "kubevirt.io", .kind = "VirtualMachineInstance", .fields = virtual_machine_fields},
    {.group = "apiextensions.k8s.io",
     .kind = "CustomResourceDefinition",
     .fields = definition_fields,
     .marker = "nodepools."},
};

constexpr GateOfCondition gates[] = {
    {"NodePoolProgressingCondition", &Gates::node_pool_progressing, "Progressing"}};

std::string tree_of_pool(const Key& key) {
  return format("pool/{}/{}", key.namespace_name, key.name);
}

// "namespace/name"
const std::string_view* pool_named_by(const Object& object) {
  return object.annotation("hypershift.openshift.io/nodePool");
}

std::string tree_of_hosted(std::string_view namespace_name, std::string_view name) {
  return format("hosted/{}/{}", namespace_name, name);
}

// What stands behind the infrastructure of a Machine, and is called otherwise than its Cluster.
std::string tree_of_machine(std::string_view what, std::string_view namespace_name,
                            std::string_view name) {
  return format("machine/{}/{}/{}", what, namespace_name, name);
}

// Virtual machines and agents, from both sides: those that are looked at through a Machine.
void tie_to_machine(const Object& object, Anchors& anchors) {
  const Key& key = object.key;
  if (key.group == "kubevirt.io") {
    const auto* name = object.label("capk.cluster.x-k8s.io/kubevirt-machine-name");
    const auto* place = object.label("capk.cluster.x-k8s.io/kubevirt-machine-namespace");
    if (name == nullptr) return;
    const std::string_view home = place == nullptr ? key.namespace_name : *place;
    anchors.push_back(tree_of_machine("kubevirt", home, *name));
  } else if (key.kind == "KubevirtMachine") {
    anchors.push_back(tree_of_machine("kubevirt", key.namespace_name, key.name));
  } else if (key.kind == "Agent" && key.group == "agent-install.openshift.io") {
    anchors.push_back(tree_of_machine("agent", key.namespace_name, key.name));
  } else if (key.kind == "AgentMachine") {
    const json::Tree ref = object.body["status"]["agentRef"];
    const std::string_view name = ref["name"].as_string("");
    if (name.empty()) return;
    anchors.push_back(
        tree_of_machine("agent", ref["namespace"].as_string(key.namespace_name), name));
  }
}

TreeTie tie_to_pool(const Kind& self, const Object& object, Anchors& anchors) {
  const Key& key = object.key;
  if (key.group == self.group) {
    if (key.kind == "HostedCluster") {
      anchors.push_back(tree_of_hosted(key.namespace_name, key.name));
    } else if (key.kind == self.kind) {
      anchors.push_back(tree_of_pool(key));
      anchors.push_back(
          tree_of_hosted(key.namespace_name, object.body["spec"]["clusterName"].as_string("")));
    }
    return TreeTie::Only;
  }
  if (const auto* pool = pool_named_by(object)) anchors.push_back(format("pool/{}", *pool));
  tie_to_machine(object, anchors);
  return TreeTie::Also;
}

Key place_named_by(const Kind& self, const Object& object) {
  const auto* pool = pool_named_by(object);
  if (pool == nullptr) return {};
  const std::size_t slash = std::min(pool->find('/'), pool->size());
  const std::size_t name = std::min(slash + 1, pool->size());
  return {self.group, self.kind, pool->substr(0, slash), pool->substr(name), {}};
}

Key hosted_cluster_of(const Kind& self, const Object& pool) {
  const std::string_view name = pool.body["spec"]["clusterName"].as_string("");
  return {self.group, "HostedCluster", pool.key.namespace_name, name, {}};
}

constexpr KindPattern watched_kinds[] = {
    {hypershift_group},
    {"capi-provider.agent-install.openshift.io"},
};

// They tell why a Machine has no Node.
constexpr std::string_view of_machines = "capk.cluster.x-k8s.io/kubevirt-machine-name";
constexpr KindBehind kinds_behind[] = {
    {"kubevirt.io", "VirtualMachine", "virtualmachines", of_machines},
    {"kubevirt.io", "VirtualMachineInstance", "virtualmachineinstances", of_machines},
    {"agent-install.openshift.io", "Agent", "agents"},
};

constexpr std::string_view short_names[] = {"np", "nps"};

}  // namespace

extern constinit const Kind hypershift_node_pool_kind{
    .group = hypershift_group,
    .kind = "NodePool",
    .plural = "nodepools",
    .short_names = short_names,
    .root_condition = "Progressing",
    .conditions = condition_facts,
    .good_reasons = good_reasons,
    .guidance = guidance_facts,
    .fields = kept_fields,
    .evidence = evidence_read,
    .watched = watched_kinds,
    .behind = kinds_behind,
    .needs_definition = true,
    .columns = {printed_columns, printed_columns, printed_columns, printed_columns},
    .list_rules = {.conditions_max = long_list, .message_is_news = false, .needs_reasons = true},
    .gates = gates,
    .events_are_evidence = true,
    .is_remembered = true,
    .is_scaled = true,
    .tree_of = tree_of_pool,
    .tie = tie_to_pool,
    .place_named_by = place_named_by,
    .located_by = hosted_cluster_of,
    .stage = JudgingStage::Platforms,
    .judge = hypershift_nodepool::judge_object,
    .tables = hypershift_nodepool::list_tables,
    .explain = hypershift_nodepool::explain_object,
    .explain_verdict = hypershift_nodepool::explain_verdict,
    .hidden_cause = hypershift_nodepool::hidden_cause,
};

}  // namespace telltale
