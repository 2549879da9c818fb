// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include <string_view>

#include "catalog/cluster_api/shared_advice.h"
#include "catalog/columns.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "catalog/legacy/legacy_status.h"
#include "catalog/machinepool/judge_machinepool.h"
#include "catalog/machinepool/tables.h"
#include "catalog/machinepool/verdict.h"
#include "catalog/owners/owner_functions.h"

namespace telltale {
namespace machinepool {
namespace {

constexpr auto visit_tables = [](auto visit) { for_each_table(visit); };
using Functions = OwnerFunctions<gather, observe, visit_tables, verdict_table>;

}  // namespace
}  // namespace machinepool

namespace {

constexpr std::string_view restore_for_pool =
    "restore the missing object from a backup or from Git, or replace the whole pool[: "
    "kubectl get <self> -o yaml]";
constexpr std::string_view read_pool =
    "read what the provider says about the pool (quota, capacity, image, credentials)[: "
    "kubectl describe <infrastructure>|: kubectl describe <self>]";

constexpr ConditionFacts condition_facts[] = {
    {.type = "Available"},
    {.type = "BootstrapConfigReady"},
    {.type = "InfrastructureReady"},
    {.type = "MachinesReady"},
    {.type = "UpToDate", .upstream = "MachinesUpToDate"},
    {.type = "RollingOut", .polarity = Polarity::Negative, .spoken_in = SpokenIn::UpstreamOnly},
    {.type = "Remediating", .polarity = Polarity::Negative},
    {.type = "ScalingDown", .polarity = Polarity::Negative},
    {.type = "ScalingUp", .polarity = Polarity::Negative},
    {.type = "Paused", .polarity = Polarity::Negative},
    {.type = "Deleted", .polarity = Polarity::Negative, .upstream = "Deleting"},
};

constexpr GuidanceFacts guidance_facts[] = {
    {"Available", "NotAvailable", read_pool, "docs/runbooks/TooFewAvailable.md"},
    {"Available", any_name, read_pool, "docs/runbooks/TooFewAvailable.md"},
    {"BootstrapConfigReady", "InvalidConditionReported", advice::correct_provider,
     "docs/runbooks/InvalidConditionReported.md"},
    {"BootstrapConfigReady", "ObjectDoesNotExist", restore_for_pool,
     "docs/runbooks/ProviderObjectMissing.md"},
    {"BootstrapConfigReady", "ObjectDeleted", restore_for_pool,
     "docs/runbooks/ProviderObjectMissing.md"},
    {"BootstrapConfigReady", any_name, advice::read_bootstrap_config,
     "docs/runbooks/BootstrapNotReady.md"},
    {"InfrastructureReady", "InvalidConditionReported", advice::correct_provider,
     "docs/runbooks/InvalidConditionReported.md"},
    {"InfrastructureReady", "ObjectDoesNotExist", restore_for_pool,
     "docs/runbooks/ProviderObjectMissing.md"},
    {"InfrastructureReady", "ObjectDeleted", restore_for_pool,
     "docs/runbooks/ProviderObjectMissing.md"},
    {"InfrastructureReady", any_name, advice::read_infra_machine,
     "docs/runbooks/InfrastructureNotReady.md"},
    {"MachinesReady", any_name, read_pool, "docs/runbooks/MachinesNotReady.md"},
    {"ScalingUp", any_name, read_pool, "docs/runbooks/ScalingUpStalled.md"},
    {"ScalingDown", any_name, advice::look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {"RollingOut", any_name, read_pool, "docs/runbooks/RolloutStalled.md"},
    {"UpToDate", any_name, read_pool, "docs/runbooks/RolloutStalled.md"},
    {"Remediating", any_name, advice::read_remediation, "docs/runbooks/CannotBeRemediated.md"},
    {"Deleted", any_name, advice::look_at_deleting, "docs/runbooks/DeletionStalled.md"},
    {any_name, any_name, read_pool, "docs/runbooks/TooFewAvailable.md"},
};

constexpr std::string_view kept_fields[] = {"spec.clusterName:string",
                                            "spec.replicas:int",
                                            "spec.template.spec.bootstrap:map",
                                            "spec.template.spec.infrastructureRef:map",
                                            "status.initialization:map",
                                            "status.bootstrapReady:bool",
                                            "status.infrastructureReady:bool",
                                            "status.replicas:int",
                                            "status.readyReplicas",
                                            "status.availableReplicas",
                                            "status.upToDateReplicas",
                                            "status.experimentalReadyReplicas",
                                            "status.exprimentalReadyReplicas",
                                            "status.v1beta2.readyReplicas",
                                            "status.v1beta2.availableReplicas",
                                            "status.v1beta2.upToDateReplicas"};

constexpr Column columns_v1beta1[] = {
    {"Cluster", column::String, ".spec.clusterName"},
    {"Desired", column::Integer, ".spec.replicas", column::wide},
    {"Replicas", column::String, ".status.replicas"},
    {"Phase", column::String, ".status.phase"},
    {"Age", column::Date, column::created},
    {"Version", column::String, column::template_version},
};

constexpr Column columns_v1beta2[] = {
    {"Cluster", column::String, ".spec.clusterName"},
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
                                         {"unavailableReplicas", &LegacyCounters::unavailable}};

// Groups in which others have a kind of this name.
constexpr std::string_view namesakes[] = {"hive.openshift.io"};
constexpr std::string_view short_names[] = {"mp"};

}  // namespace

extern constinit const Kind machine_pool_kind{
    .group = cluster_api_group,
    .kind = "MachinePool",
    .plural = "machinepools",
    .short_names = short_names,
    .root_condition = "Available",
    .brief = "MP",
    .namesakes = namesakes,
    .conditions = condition_facts,
    .guidance = guidance_facts,
    .fields = kept_fields,
    .columns = {columns_v1beta1, columns_v1beta2, columns_v1beta1, columns_v1beta2},
    .legacy_counts = legacy_counts,
    .events_are_evidence = true,
    .is_scaled = true,
    .stage = JudgingStage::Owners,
    .judge = machinepool::Functions::judge_object,
    .gather = machinepool::Functions::gather_members,
    .tables = machinepool::Functions::list_tables,
    .explain = machinepool::Functions::explain_object,
    .explain_verdict = machinepool::explain_verdict,
    .legacy_status = legacy::machine_pool_status,
};

}  // namespace telltale
