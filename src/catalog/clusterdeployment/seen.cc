// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/seen.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "catalog/clusterdeployment/observe_parts.h"
#include "catalog/clusterdeployment/retiring.h"
#include "catalog/clusterdeployment/tables.h"
#include "catalog/groups.h"
#include "classify/scrub.h"
#include "convert/shapes.h"

namespace telltale::clusterdeployment {
namespace {

constexpr std::string_view install_once = "hive.openshift.io/try-install-once";
constexpr std::string_view reconcile_pause = "hive.openshift.io/reconcile-pause";

// Hive reads this annotation as Go reads a bool, and takes what it cannot read for no.
bool is_paused(const Object& deployment) {
  static constexpr std::string_view yes[] = {"1", "t", "T", "true", "True", "TRUE"};
  const std::string_view* value = deployment.annotation(reconcile_pause);
  return value != nullptr && std::ranges::find(yes, *value) != std::end(yes);
}

void see_deployment(const Observing& at) {
  Seen& seen = at.seen;
  const json::Tree spec = at.spec();
  seen.now = at.context.now;
  seen.paused = is_paused(at.deployment);
  seen.deleting = at.deployment.deleting();
  seen.installed = spec["installed"].as_bool(false);
  seen.provisioning = spec["provisioning"].is(json::Tree::Type::Map);
  seen.preserves = spec["preserveOnDelete"].as_bool(false);
  const std::string_view* once = at.deployment.annotation(install_once);
  seen.installs_once = once != nullptr && *once == "true";
  seen.restarts = at.status()["installRestarts"].as_int().value_or(0);
  seen.attempts_limit = spec["installAttemptsLimit"].as_int();
  seen.stored = {.requirements = at.condition("RequirementsMet"),
                 .failed = at.condition("ProvisionFailed"),
                 .stopped = at.condition("ProvisionStopped"),
                 .provisioned = at.condition("Provisioned"),
                 .deprovision = at.condition("DeprovisionError")};
}

// What a table will say, for the tables that rest on it.
template <class Table>
Status outcome(const Table& table, const Seen& seen, const Condition* stored,
               Condition (*copy)(const Seen&)) {
  const Row<Seen>* row = table.decide(seen).row;
  if (row->act == Act::Mirror) return copy(seen).status;
  if (row->act != Act::Keep) return row->status;
  return stored != nullptr ? stored->status : Status::Unknown;
}

// Another's words, under our name for the matter and with a time of our own.
Condition under(std::string_view type, const Condition& told) {
  return {.type = type, .status = told.status, .reason = told.reason, .message = told.message};
}

}  // namespace

Found find_beside(const Observing& at, std::string_view kind, std::string_view name) {
  return at.context.world.find({hive_group, kind, at.deployment.key.namespace_name, name, {}});
}

bool may_be_ours(const Observing& at, const Object& object) {
  const OwnerRef* owner = object.controller();
  if (owner == nullptr) return true;
  if (owner->kind != "ClusterDeployment" || owner->name != at.deployment.key.name) return false;
  return owner->uid.empty() || at.deployment.uid.empty() || owner->uid == at.deployment.uid;
}

const Condition* condition_of(const Object& object, std::string_view type) {
  const ConditionList* list = object.conditions_at("status.conditions");
  return list != nullptr ? find_condition(list->conditions, type) : nullptr;
}

std::string shown(std::string_view message) {
  std::string text = scrub_short(message);
  // Where nothing had to go, people find the very sentence they know.
  if (message.ends_with('.') && message.substr(0, message.size() - 1) == text) text += '.';
  return text;
}

std::string with_reason(std::string_view reason, std::string_view message) {
  if (reason.empty() || message.empty()) return std::string(reason.empty() ? message : reason);
  return format("{}: {}", reason, message);
}

Sheet observe(const JudgeContext& context, const Object& deployment) {
  Sheet sheet;
  Seen& seen = sheet.seen;
  const Memory memory = recall(context.world, deployment, sheet.remembered);
  const Conditions evidence =
      with_retired(shapes::conditions(deployment), memory.retired, sheet.remembered);
  const Observing at{context, deployment, evidence, seen, sheet.texts};
  see_deployment(at);
  see_install(at);
  see_attempts(at);
  see_checks(at);
  see_deprovision(at);
  seen.requirements_met =
      outcome(rows::requirements_met_table, seen, seen.stored.requirements, requirements_copy);
  seen.stopped = outcome(rows::provision_stopped_table, seen, seen.stored.stopped, stop_copy);
  return sheet;
}

Condition requirements_copy(const Seen& seen) {
  if (seen.install.requirements != nullptr) {
    return under("RequirementsMet", *seen.install.requirements);
  }
  return seen.resolved.value_or(Condition{});
}

Condition failure_copy(const Seen& seen) {
  if (seen.failure) return under("ProvisionFailed", *seen.failure);
  return seen.launched.value_or(Condition{});
}

Condition stop_copy(const Seen& seen) {
  return seen.install.stopped != nullptr ? under("ProvisionStopped", *seen.install.stopped)
                                         : Condition{};
}

// The first that speaks of trouble, else the first that speaks of none.
Condition deprovision_copy(const Seen& seen) {
  for (const Status status : {Status::True, Status::False}) {
    for (const auto* told : {&seen.deprovision_denied, &seen.deprovision_failed}) {
      if (is(*told, status)) return under("DeprovisionError", **told);
    }
  }
  return {};
}

}  // namespace telltale::clusterdeployment
