// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include <string_view>

#include "catalog/cluster_api/shared_advice.h"
#include "catalog/cluster_api/template_fields.h"
#include "catalog/columns.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "catalog/legacy/legacy_status.h"
#include "catalog/machinedeployment/judge_machinedeployment.h"
#include "catalog/machinedeployment/tables.h"
#include "catalog/machinedeployment/verdict.h"
#include "catalog/owners/owner_functions.h"

namespace telltale {
namespace machinedeployment {
namespace {

constexpr auto visit_tables = [](auto visit) { for_each_table(visit); };
using Functions = OwnerFunctions<gather, observe, visit_tables, verdict_table>;

}  // namespace
}  // namespace machinedeployment

namespace {

constexpr std::string_view look_at_sets =
    "find the first Machine that is not ready, and why[: kubectl describe <deepest>]";
constexpr std::string_view read_set_create_error =
    "read why the API server refuses a new MachineSet (quota, webhook, permissions)[: "
    "kubectl describe <self>]";

constexpr ConditionFacts condition_facts[] = {
    {.type = "Available"},
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
    {"Available", "NotAvailable", look_at_sets, "docs/runbooks/TooFewAvailable.md"},
    {"Available", any_name, look_at_sets, "docs/runbooks/TooFewAvailable.md"},
    {"MachinesReady", any_name, look_at_sets, "docs/runbooks/MachinesNotReady.md"},
    {"ReplicaFailure", "ReplicaFailure", read_set_create_error, "docs/runbooks/ReplicaFailure.md"},
    {"ReplicaFailure", "TemplateNotFound",
     "create the missing template again under the same name, or point the deployment to "
     "one that exists[: kubectl get <self> -o yaml]",
     "docs/runbooks/TemplateNotFound.md"},
    {"ReplicaFailure", any_name, read_set_create_error, "docs/runbooks/ReplicaFailure.md"},
    {"ScalingUp", any_name, look_at_sets, "docs/runbooks/ScalingUpStalled.md"},
    {"ScalingDown", any_name, advice::look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {"RollingOut", any_name, look_at_sets, "docs/runbooks/RolloutStalled.md"},
    {"UpToDate", any_name, look_at_sets, "docs/runbooks/RolloutStalled.md"},
    {"Remediating", any_name, advice::read_remediation, "docs/runbooks/CannotBeRemediated.md"},
    {"Deleted", any_name, advice::look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {any_name, any_name, look_at_sets, "docs/runbooks/TooFewAvailable.md"},
};

constexpr Column columns_current[] = {
    {"CLUSTER", column::String, ".spec.clusterName"},
    {"DESIRED", column::Integer, ".spec.replicas", column::wide},
    {"REPLICAS", column::Integer, ".status.replicas"},
    {"READY", column::Integer, ".status.readyReplicas"},
    {"UPDATED", column::Integer, ".status.updatedReplicas"},
    {"UNAVAILABLE", column::Integer, ".status.unavailableReplicas"},
    {"PHASE", column::String, ".status.phase"},
    {"AGE", column::Date, column::created},
    {"VERSION", column::String, column::template_version},
};

constexpr Column columns_upstream_v1beta1[] = {
    {"Cluster", column::String, ".spec.clusterName"},
    {"Desired", column::Integer, ".spec.replicas", column::wide},
    {"Replicas", column::Integer, ".status.replicas"},
    {"Ready", column::Integer, ".status.readyReplicas"},
    {"Updated", column::Integer, ".status.updatedReplicas"},
    {"Unavailable", column::Integer, ".status.unavailableReplicas"},
    {"Phase", column::String, ".status.phase"},
    {"Age", column::Date, column::created},
    {"Version", column::String, column::template_version},
};

// Two columns with one header: the condition, and the counter.
constexpr Column columns_upstream[] = {
    {"Cluster", column::String, ".spec.clusterName"},
    {"Available", column::String, column::available},
    {"Desired", column::Integer, ".spec.replicas"},
    {"Current", column::Integer, ".status.replicas"},
    {"Ready", column::Integer, ".status.readyReplicas"},
    {"Available", column::Integer, ".status.availableReplicas"},
    {"Up-to-date", column::Integer, ".status.upToDateReplicas"},
    {"Paused", column::String, column::paused, column::wide},
    {"Phase", column::String, ".status.phase"},
    {"Age", column::Date, column::created},
    {"Version", column::String, column::template_version},
};

constexpr LegacyCount legacy_counts[] = {{"readyReplicas", &LegacyCounters::ready},
                                         {"availableReplicas", &LegacyCounters::available},
                                         {"unavailableReplicas", &LegacyCounters::unavailable},
                                         {"updatedReplicas", &LegacyCounters::updated}};

// Groups in which others have a kind of this name.
constexpr std::string_view namesakes[] = {"machine.sapcloud.io"};
constexpr std::string_view short_names[] = {"md"};

}  // namespace

extern constinit const Kind machine_deployment_kind{
    .group = cluster_api_group,
    .kind = "MachineDeployment",
    .plural = "machinedeployments",
    .short_names = short_names,
    .root_condition = "Available",
    .brief = "MD",
    .namesakes = namesakes,
    .conditions = condition_facts,
    .guidance = guidance_facts,
    .fields = template_fields,
    .columns = {columns_current, column::workers_to_be, columns_upstream_v1beta1, columns_upstream},
    .legacy_counts = legacy_counts,
    .is_scaled = true,
    .stage = JudgingStage::Owners,
    .judge = machinedeployment::Functions::judge_object,
    .gather = machinedeployment::Functions::gather_members,
    .tables = machinedeployment::Functions::list_tables,
    .explain = machinedeployment::Functions::explain_object,
    .explain_verdict = machinedeployment::explain_verdict,
    .legacy_status = legacy::machine_deployment_status,
};

}  // namespace telltale
