// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/verdict.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "catalog/engine/condition_writer.h"
#include "catalog/machine/deletion_tables.h"
#include "catalog/machine/ready.h"
#include "catalog/owners/failure_patience.h"
#include "catalog/owners/patience.h"

namespace telltale::machine {
namespace {

using healthcheck::Remediation;

const Condition* get(const Judged& judged, std::string_view type, const Settings& settings) {
  return find_in_either(judged.conditions, "Machine", type, settings.dialect);
}

bool is(const Condition* condition, Status status) {
  return condition != nullptr && condition->status == status;
}

// The first of the conditions behind Ready that has this priority.
const Condition* first_behind_ready(const Judged& judged, Priority wanted,
                                    const Settings& settings) {
  for (const SummaryType& type : ready_types(*judged.object, settings.dialect)) {
    // A gate that is refused is trouble of Ready itself, which says so.
    const std::string_view told = type.refusal.empty() ? type.type : "Ready";
    const Condition* condition = find_condition(judged.conditions, told);
    if (condition != nullptr && priority_of(*condition, type.polarity) == wanted) return condition;
  }
  return nullptr;
}

// Reasons change with the stage but the status does not, so the condition's own time says nothing.
Instant stage_start(const Seen& seen, std::string_view stage) {
  const std::pair<std::string_view, Instant> starts[] = {
      {"WaitingForPreDrainHook", seen.pre_drain_wait_started},
      {draining_node, seen.drain_started},
      {waiting_for_volume_detach, seen.volumes_wait_started},
      {"WaitingForPreTerminateHook", seen.pre_terminate_wait_started},
      {"WaitingForInfrastructureDeletion", seen.infrastructure.deleted},
      {"WaitingForBootstrapDeletion", seen.bootstrap.deleted},
  };
  for (const auto& [name, start] : starts) {
    if (name == stage && is_set(start)) return std::max(start, seen.deleted);
  }
  return seen.deleted;
}

// A dump without stored conditions still proves how long the Node has been unwell.
Instant trouble_start(const Seen& seen, const Condition& condition) {
  Instant start = condition.last_transition;
  const bool about_node =
      condition.type == "NodeHealthy" || condition.type == "HealthCheckSucceeded";
  if (!about_node || seen.lookup != Lookup::Found) return start;
  for (const NodeCondition& summed : seen.summed_up) {
    const Condition* told = find_condition(seen.node_conditions, summed.type);
    if (told == nullptr || priority_of(*told, summed.polarity) == Priority::Info) continue;
    start = earlier(start, told->last_transition);
  }
  return start;
}

// Somebody else has promised to replace it, or was asked to and has not answered yet. While too
// many Machines are unhealthy nobody keeps promises.
bool will_be_replaced(const Judged& judged, Remediation remediation, const Settings& settings) {
  if (remediation == Remediation::Refused) return false;
  if (!is(get(judged, "HealthCheckSucceeded", settings), Status::False)) return false;
  const Condition* owner = get(judged, "OwnerRemediated", settings);
  const Condition* external = get(judged, "ExternallyRemediated", settings);
  return (is(owner, Status::False) && owner->reason != "CannotBeRemediated") ||
         (is(external, Status::False) && external->reason == "WaitingForRemediation");
}

bool cannot_tell(const Condition& unknown) {
  return unknown.reason == "ConnectionDown" || unknown.reason == "InternalError" ||
         unknown.reason == not_collected_reason;
}

// A provider that breaks the contract will go on breaking it: no amount of patience helps.
const Condition* contract_violation(const Judged& judged) {
  for (const std::string_view type : {"BootstrapConfigReady", "InfrastructureReady"}) {
    const Condition* condition = find_condition(judged.conditions, type);
    if (condition != nullptr && condition->reason == "InvalidConditionReported") return condition;
  }
  return nullptr;
}

// Whether InfrastructureReady is in the provider's words: copied now, or stored since it was.
bool is_providers_own(const Referred& infrastructure) {
  return infrastructure.sight == Sight::NotCollected || infrastructure.ready != nullptr;
}

// What a provider's error tells of has a patience of its own, counted from when it was first told.
std::optional<Seconds> provider_patience(const Condition& issue, const Seen& seen,
                                         const Settings& settings) {
  if (issue.type != "InfrastructureReady" || issue.status != Status::False) return std::nullopt;
  if (!is_providers_own(seen.infrastructure)) return std::nullopt;
  const Platform platform = platform_of_kind(seen.infrastructure.kind);
  return patience_for(classify(issue.message, platform).failure, settings.progressing);
}

void decide_not_ready(Judged& judged, const Seen& seen, Remediation remediation,
                      const Settings& settings) {
  if (const Condition* violation = contract_violation(judged); violation != nullptr) {
    return conclude(judged, Verdict::Stuck, cause_of(*violation, *judged.object));
  }
  const Condition* issue = first_behind_ready(judged, Priority::Issue, settings);
  const Condition* unknown = first_behind_ready(judged, Priority::Unknown, settings);
  const Condition* ready = get(judged, "Ready", settings);
  const Condition* reason = issue != nullptr ? issue : unknown;
  if (reason == nullptr) reason = ready;
  if (reason == nullptr) {
    judged.verdict = Verdict::Unknown;  // Nothing stands on it at all, as on a paused new Machine.
    judged.cause = {.because = judged.object};
    return;
  }
  Cause cause = cause_of(*reason, *judged.object);
  if (issue == nullptr && (seen.has_node_ref || cannot_tell(*reason))) {
    return conclude(judged, Verdict::Unknown, cause);
  }
  if (will_be_replaced(judged, remediation, settings))
    return conclude(judged, Verdict::Working, cause);
  if (remediation == Remediation::Refused) {
    cause.guidance = &guidance_for("Machine", "HealthCheckSucceeded", "TooManyUnhealthy");
  }
  const Patience& patience = settings.patience;
  if (const auto known = provider_patience(*reason, seen, settings)) {
    return be_patient(judged, cause, std::max(cause.since, seen.created), *known, seen.now);
  }
  if (!seen.has_node_ref) {
    // Told for the first time, and true since the beginning: a Node that was found is never unset.
    const bool first = reason->type == "NodeHealthy" && cause.since >= seen.now;
    if (first && is_set(seen.created)) cause.since = std::min(seen.created, seen.now);
    return be_patient(judged, cause, seen.created, patience.machine_without_node, seen.now);
  }
  cause.since = trouble_start(seen, *reason);
  be_patient(judged, cause, cause.since, patience.machine_not_ready, seen.now);
}

}  // namespace

void decide_verdict(Judged& judged, const Seen& seen, Remediation remediation,
                    const Settings& settings) {
  const Condition* deleted = get(judged, "Deleted", settings);
  if (is(deleted, Status::True)) {
    Cause cause = cause_of(*deleted, *judged.object);
    cause.since = stage_start(seen, deleted->reason);
    return be_patient(judged, cause, cause.since, settings.patience.deletion_stage, seen.now);
  }
  if (!is(get(judged, "Ready", settings), Status::True)) {
    return decide_not_ready(judged, seen, remediation, settings);
  }
  const Condition* up_to_date = get(judged, "UpToDate", settings);
  if (is(up_to_date, Status::False)) {
    return conclude(judged, Verdict::Working, cause_of(*up_to_date, *judged.object));
  }
  judged.verdict = Verdict::Healthy;
}

}  // namespace telltale::machine
