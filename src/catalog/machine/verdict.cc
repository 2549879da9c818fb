// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/verdict.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "catalog/engine/condition_writer.h"
#include "catalog/machine/deletion_tables.h"
#include "catalog/machine/ready.h"
#include "catalog/machine/verdict_table.h"
#include "catalog/names.h"
#include "catalog/owners/failure_patience.h"

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

// What is behind a Ready that is not True.
void see_trouble(const Judged& judged, const Seen& seen, const Settings& settings,
                 VerdictSeen& sheet) {
  const Condition* issue = first_behind_ready(judged, Priority::Issue, settings);
  sheet.has_issue = issue != nullptr;
  sheet.trouble = issue;
  if (issue == nullptr) sheet.trouble = first_behind_ready(judged, Priority::Unknown, settings);
  if (sheet.trouble == nullptr) sheet.trouble = get(judged, "Ready", settings);
  if (sheet.trouble == nullptr) return;
  const Condition& trouble = *sheet.trouble;
  sheet.cannot_tell = cannot_tell(trouble);
  const Instant now = seen.now;
  const Instant since = trouble.last_transition;
  if (const auto known = provider_patience(trouble, seen, settings)) {
    sheet.provider_fails = true;
    sheet.provider_term = term_from(std::max(since, seen.created), *known, now);
  }
  const Patience& patience = settings.patience;
  sheet.node_term = term_from(seen.created, patience.machine_without_node, now);
  // Told for the first time, and true since the beginning: a Node that was found is never unset.
  const bool first = trouble.type == "NodeHealthy" && since >= now && is_set(seen.created);
  sheet.without_node_since = first ? std::min(seen.created, now) : since;
  sheet.troubled_since = trouble_start(seen, trouble);
  sheet.trouble_term = term_from(sheet.troubled_since, patience.machine_not_ready, now);
}

VerdictSeen observe_verdict(const Judged& judged, const Seen& seen, Remediation remediation,
                            const Settings& settings) {
  const auto while_it_is = [&](std::string_view type, Status status) {
    const Condition* found = get(judged, type, settings);
    return is(found, status) ? found : nullptr;
  };
  VerdictSeen sheet{.now = seen.now,
                    .object = judged.object,
                    .deletion = while_it_is("Deleted", Status::True),
                    .ready = while_it_is("Ready", Status::True),
                    .has_node_ref = seen.has_node_ref};
  if (sheet.deletion != nullptr) {
    sheet.stage_since = stage_start(seen, sheet.deletion->reason);
    sheet.stage_term = term_from(sheet.stage_since, settings.patience.deletion_stage, seen.now);
    return sheet;
  }
  if (sheet.ready != nullptr) {
    sheet.outdated = while_it_is("UpToDate", Status::False);
    return sheet;
  }
  sheet.violation = contract_violation(judged);
  sheet.refused = remediation == Remediation::Refused;
  sheet.will_be_replaced = will_be_replaced(judged, remediation, settings);
  see_trouble(judged, seen, settings, sheet);
  return sheet;
}

Cause trouble_since(const VerdictSeen& seen, Instant since) {
  Cause cause = blame_unresolved(seen);
  cause.since = since;
  return cause;
}

}  // namespace

Cause blame_deletion(const VerdictSeen& seen) {
  Cause cause = cause_of(*seen.deletion, *seen.object);
  cause.since = seen.stage_since;
  return cause;
}
Cause blame_outdated(const VerdictSeen& seen) { return cause_of(*seen.outdated, *seen.object); }
Cause blame_violation(const VerdictSeen& seen) { return cause_of(*seen.violation, *seen.object); }
// Nothing stands on it at all, as on a paused new Machine.
Cause blame_nothing_told(const VerdictSeen& seen) { return {.because = seen.object}; }
Cause blame_trouble(const VerdictSeen& seen) { return cause_of(*seen.trouble, *seen.object); }

// Nobody will replace it; where that is because too many fail, this is what to look after.
Cause blame_unresolved(const VerdictSeen& seen) {
  Cause cause = blame_trouble(seen);
  if (seen.refused) {
    cause.guidance = &guidance_for("Machine", "HealthCheckSucceeded", "TooManyUnhealthy");
  }
  return cause;
}
Cause blame_missing_node(const VerdictSeen& seen) {
  return trouble_since(seen, seen.without_node_since);
}
Cause blame_lasting_trouble(const VerdictSeen& seen) {
  return trouble_since(seen, seen.troubled_since);
}

void decide_verdict(Judged& judged, const Seen& seen, Remediation remediation,
                    const Settings& settings) {
  tell_verdict(verdict_rows::verdict_table, observe_verdict(judged, seen, remediation, settings),
               judged);
}

VerdictExplanation explain_verdict(const Kind&, const JudgeContext& context, const Judged& judged) {
  const Seen seen = observe(context, *judged.object);
  const healthcheck::Totals totals(context);
  const auto remediation = remediation_of(healthcheck::observe_request(context, totals, judged));
  return explain_by(verdict_rows::verdict_table,
                    observe_verdict(judged, seen, remediation, context.settings));
}

}  // namespace telltale::machine
