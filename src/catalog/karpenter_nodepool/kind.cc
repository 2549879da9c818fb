// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "catalog/columns.h"
#include "catalog/explain/explainer.h"
#include "catalog/explain/tables.h"
#include "catalog/groups.h"
#include "catalog/karpenter_nodepool/judge_pool.h"
#include "catalog/karpenter_nodepool/verdict_table.h"
#include "catalog/kinds.h"

namespace telltale {
namespace karpenter_nodepool {
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
}  // namespace karpenter_nodepool

namespace {

constexpr std::string_view read_launch_errors =
    "read why the cloud refused (permissions, image, subnet, quota), and fix the "
    "NodeClass[: kubectl describe nodeclaims -l karpenter.sh/nodepool=<name>]";
constexpr std::string_view find_silent_node =
    "find why the instance comes up and never joins (network path, bootstrap, node role), in its "
    "console log[ and here: kubectl get nodeclaims -l "
    "karpenter.sh/nodepool=<name>]";

// Ready is positive as Ready is everywhere.
constexpr ConditionFacts condition_facts[] = {
    {.type = "Degraded", .polarity = Polarity::Negative, .is_only_ours = true},
    {.type = "NodeClassReady"},
    {.type = "NodeRegistrationHealthy"},
    {.type = "ValidationSucceeded"},
};

constexpr GuidanceFacts guidance_facts[] = {
    {"Degraded", "LaunchFailure", read_launch_errors, "docs/runbooks/LaunchFailure.md"},
    {"Degraded", "NodeRegistrationFailure", find_silent_node,
     "docs/runbooks/NodeRegistrationFailure.md"},
    {"Degraded", "LaunchFailure,NodeRegistrationFailure", read_launch_errors,
     "docs/runbooks/LaunchFailure.md"},
    {"Degraded", any_name,
     "read what the reasons are about, and fix the NodePool or its NodeClass, which "
     "resets them[: kubectl describe <self>]",
     "docs/runbooks/LaunchFailure.md"},
    {"NodeRegistrationHealthy", any_name, find_silent_node,
     "docs/runbooks/NodeRegistrationUnhealthy.md"},
    {"Ready", any_name,
     "read which dependent is not ready, and fix the NodePool or its NodeClass[: kubectl "
     "describe <self>]",
     "docs/runbooks/NodePoolNotReady.md"},
};

constexpr std::string_view kept_fields[] = {"spec.template.spec.nodeClassRef:map",
                                            "spec.replicas",
                                            "spec.limits",
                                            "spec.weight",
                                            "status.failedLaunches:int",
                                            "status.nodeClassObservedGeneration",
                                            "status.resources",
                                            "status.nodes"};

constexpr std::string_view node_claim_fields[] = {"spec.nodeClassRef:map", "status.providerID",
                                                  "status.nodeName"};

constexpr Column printed_columns[] = {
    {"NODECLASS", column::String, ".spec.template.spec.nodeClassRef.name"},
    {"NODES", column::String, ".status.nodes"},
    {"READY", column::String, column::ready},
    {"DEGRADED", column::String, R"(.status.conditions[?(@.type=="Degraded")].status)"},
    {"REASON", column::String, R"(.status.conditions[?(@.type=="Degraded")].reason)"},
    {"FAILED", column::Integer, ".status.failedLaunches"},
    {"REGISTRATION", column::String,
     R"(.status.conditions[?(@.type=="NodeRegistrationHealthy")].status)"},
    {"AGE", column::Date, column::created},
    {"WEIGHT", column::Integer, ".spec.weight", column::wide},
    {"MESSAGE", column::String, R"(.status.conditions[?(@.type=="Degraded")].message)",
     column::wide},
};

constexpr ReadKind evidence_read[] = {
    {.group = karpenter_group,
     .kind = "NodeClaim",
     .fields = node_claim_fields,
     .extent = all_of_it},
};

constexpr GateOfCondition gates[] = {
    {"NodePoolDegradedCondition", &Gates::node_pool_degraded, "Degraded"}};

std::string tree_of_pool(const Key& key) { return format("karpenter/{}", key.name); }

const std::string_view* pool_named_by(const Object& object) {
  return object.label("karpenter.sh/nodepool");
}

TreeTie tie_to_pool(const Kind& self, const Object& object, Anchors& anchors) {
  if (is_a(object, self)) {
    anchors.push_back(tree_of_pool(object.key));
    return TreeTie::Only;
  }
  if (const auto* name = pool_named_by(object)) anchors.push_back(format("karpenter/{}", *name));
  return TreeTie::Also;
}

Key place_named_by(const Kind& self, const Object& object) {
  const auto* name = pool_named_by(object);
  if (name == nullptr) return {};
  return {self.group, self.kind, {}, *name, {}};
}

// The class of a pool lives in a group of its provider.
constexpr KindPattern watched_kinds[] = {{karpenter_group}, {"*karpenter*", "*NodeClass"}};
constexpr KindPattern listed_kinds[] = {{any_name, "*NodeClass"}};

constexpr std::string_view short_names[] = {"np", "nps"};

}  // namespace

extern constinit const Kind karpenter_node_pool_kind{
    .group = karpenter_group,
    .kind = "NodePool",
    .plural = "nodepools",
    .short_names = short_names,
    .root_condition = "Degraded",
    .telling_condition = "Ready",
    .conditions = condition_facts,
    .guidance = guidance_facts,
    .fields = kept_fields,
    .evidence = evidence_read,
    .watched = watched_kinds,
    .listed = listed_kinds,
    .needs_definition = true,
    .columns = {printed_columns, printed_columns, printed_columns, printed_columns},
    .list_rules = {.conditions_max = long_list, .message_is_news = false},
    .gates = gates,
    .is_namespaced = false,
    .is_remembered = true,
    .tree_of = tree_of_pool,
    .tie = tie_to_pool,
    .place_named_by = place_named_by,
    .stage = JudgingStage::Platforms,
    .judge = karpenter_nodepool::judge_object,
    .tables = karpenter_nodepool::list_tables,
    .explain = karpenter_nodepool::explain_object,
    .explain_verdict = karpenter_nodepool::explain_verdict,
};

}  // namespace telltale
