// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include <string_view>

#include "catalog/cluster_api/shared_advice.h"
#include "catalog/cluster_api/template_fields.h"
#include "catalog/columns.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "catalog/legacy/legacy_status.h"
#include "catalog/machineset/judge_machineset.h"
#include "catalog/machineset/tables.h"
#include "catalog/machineset/verdict.h"
#include "catalog/owners/owner_functions.h"

namespace telltale {
namespace machineset {
namespace {

constexpr auto visit_tables = [](auto visit) { for_each_table(visit); };
using Functions = OwnerFunctions<gather, observe, visit_tables, verdict_table>;

}  // namespace
}  // namespace machineset

namespace {

constexpr std::string_view look_at_machines =
    "start with the worst Machine of the set[: kubectl describe <deepest>]";
constexpr std::string_view unblock_scaling =
    "read in condition ScalingUp what blocks new Machines, and clear it[: kubectl "
    "describe <self>]";
constexpr std::string_view read_create_error =
    "read why the API server refuses new Machines (quota, webhook, permissions)[: "
    "kubectl describe <self>]";

constexpr ConditionFacts condition_facts[] = {
    // Machines that come up are Unknown first, and may stay so.
    {.type = "MachinesReady", .unknown_gets_stuck = true},
    {.type = "UpToDate", .upstream = "MachinesUpToDate"},
    {.type = "ReplicaFailure", .polarity = Polarity::Negative, .spoken_in = SpokenIn::ProposalOnly},
    {.type = "Remediating", .polarity = Polarity::Negative},
    {.type = "ScalingDown", .polarity = Polarity::Negative},
    {.type = "ScalingUp", .polarity = Polarity::Negative},
    {.type = "Paused", .polarity = Polarity::Negative},
    {.type = "Deleted", .polarity = Polarity::Negative, .upstream = "Deleting"},
};

constexpr GuidanceFacts guidance_facts[] = {
    {"MachinesReady", "NotReady", look_at_machines, "docs/runbooks/MachinesNotReady.md"},
    {"MachinesReady", any_name, look_at_machines, "docs/runbooks/MachinesNotReady.md"},
    {"ReplicaFailure", "ReplicaFailure", read_create_error, "docs/runbooks/ReplicaFailure.md"},
    {"ReplicaFailure", "TemplateNotFound",
     "create the missing template again under the same name, or point the owner to one "
     "that exists[: kubectl get <self> -o yaml]",
     "docs/runbooks/TemplateNotFound.md"},
    {"ReplicaFailure", any_name, read_create_error, "docs/runbooks/ReplicaFailure.md"},
    {"ScalingUp", "ScalingUp", unblock_scaling, "docs/runbooks/ScalingUpStalled.md"},
    {"ScalingUp", any_name, unblock_scaling, "docs/runbooks/ScalingUpStalled.md"},
    {"ScalingDown", any_name, advice::look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {"Remediating", any_name,
     "read in condition Remediating why the unhealthy Machines are not replaced[: kubectl "
     "describe <self>]",
     "docs/runbooks/CannotBeRemediated.md"},
    {"Deleted", "Deleting", advice::look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {"Deleted", any_name, advice::look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {any_name, any_name, look_at_machines, "docs/runbooks/MachinesNotReady.md"},
};

constexpr Column columns_current[] = {
    {"CLUSTER", column::String, ".spec.clusterName"},
    {"DESIRED", column::Integer, ".spec.replicas", column::wide},
    {"REPLICAS", column::Integer, ".status.replicas"},
    {"READY", column::Integer, ".status.readyReplicas"},
    {"AVAILABLE", column::Integer, ".status.availableReplicas"},
    {"AGE", column::Date, column::created},
    {"VERSION", column::String, column::template_version},
};

constexpr Column columns_upstream_v1beta1[] = {
    {"Cluster", column::String, ".spec.clusterName"},
    {"Desired", column::Integer, ".spec.replicas", column::wide},
    {"Replicas", column::Integer, ".status.replicas"},
    {"Ready", column::Integer, ".status.readyReplicas"},
    {"Available", column::Integer, ".status.availableReplicas"},
    {"Age", column::Date, column::created},
    {"Version", column::String, column::template_version},
};

constexpr Column columns_upstream[] = {
    {"Cluster", column::String, ".spec.clusterName"},
    {"Desired", column::Integer, ".spec.replicas"},
    {"Current", column::Integer, ".status.replicas"},
    {"Ready", column::Integer, ".status.readyReplicas"},
    {"Available", column::Integer, ".status.availableReplicas"},
    {"Up-to-date", column::Integer, ".status.upToDateReplicas"},
    {"Paused", column::String, column::paused, column::wide},
    {"Age", column::Date, column::created},
    {"Version", column::String, column::template_version},
};

constexpr LegacyCount legacy_counts[] = {{"readyReplicas", &LegacyCounters::ready},
                                         {"availableReplicas", &LegacyCounters::available},
                                         {"fullyLabeledReplicas", &LegacyCounters::fully_labeled}};

// Groups in which others have a kind of this name.
constexpr std::string_view namesakes[] = {"machine.openshift.io", "machine.sapcloud.io"};
constexpr std::string_view short_names[] = {"ms"};

}  // namespace

extern constinit const Kind machine_set_kind{
    .group = cluster_api_group,
    .kind = "MachineSet",
    .plural = "machinesets",
    .short_names = short_names,
    .root_condition = "MachinesReady",
    .brief = "MS",
    .namesakes = namesakes,
    .conditions = condition_facts,
    .guidance = guidance_facts,
    .fields = template_fields,
    .columns = {columns_current, column::workers_to_be, columns_upstream_v1beta1, columns_upstream},
    .legacy_counts = legacy_counts,
    .events_are_evidence = true,
    .is_scaled = true,
    .stage = JudgingStage::Groups,
    .judge = machineset::Functions::judge_object,
    .gather = machineset::Functions::gather_members,
    .tables = machineset::Functions::list_tables,
    .explain = machineset::Functions::explain_object,
    .explain_verdict = machineset::explain_verdict,
    .legacy_status = legacy::machine_set_status,
};

}  // namespace telltale
