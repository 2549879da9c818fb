// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/remediation.h"

#include <algorithm>

#include "catalog/healthcheck/check.h"
#include "condition/set.h"

namespace telltale::healthcheck {
namespace {

// The check to speak of: one that fails the Machine and may ask, else one that fails it, else any.
const Target* speaking(std::span<const Target> targets, const Totals& totals) {
  const auto rank = [&](const Target& target) {
    if (target.outcome != Outcome::Failed) return 2;
    return totals.allows_remediation(*target.check) ? 0 : 1;
  };
  const auto found = std::ranges::min_element(targets, {}, rank);
  return found == targets.end() ? nullptr : &*found;
}

void see_template(const JudgeContext& context, const Object& check, Request& request) {
  request.external = has_remediation_template(check);
  if (!request.external) return;
  const shapes::Ref named = remediation_template(check);
  request.template_kind = named.kind;
  request.template_name = named.name;
  request.template_namespace = check.key.namespace_name;
  request.external_template =
      context.world.find({named.group, named.kind, check.key.namespace_name, named.name, {}}).sight;
}

}  // namespace

Remediation remediation_of(const Request& request) {
  if (!request.checked || !request.failing) return Remediation::NotNeeded;
  return request.allowed ? Remediation::Asked : Remediation::Refused;
}

Request observe_request(const JudgeContext& context, const Totals& totals, const Judged& machine) {
  Request request{.now = context.now};
  const std::vector<Target> targets = targets_of(context, *machine.object, machine.conditions);
  const Target* target = speaking(targets, totals);
  if (target == nullptr) return request;
  request.checked = true;
  request.check_name = target->check->key.name;
  request.failing = target->outcome == Outcome::Failed;
  request.succeeded = is_true(machine.conditions, "HealthCheckSucceeded");
  request.allowed = totals.allows_remediation(*target->check);
  request.deleting = machine.object->deleting();
  request.owner = find_condition(machine.conditions, "OwnerRemediated");
  request.externally = find_condition(machine.conditions, "ExternallyRemediated");
  see_template(context, *target->check, request);
  return request;
}

Remediation judge_remediation(const JudgeContext& context, const Totals& totals, Judged& machine,
                              ConditionWriter& writer) {
  const Request request = observe_request(context, totals, machine);
  if (!request.checked) return Remediation::NotNeeded;
  writer.begin(*machine.object, machine.conditions);
  writer.speak(owner_remediated_table, request);
  writer.speak(externally_remediated_table, request);
  if (writer.changed()) {
    machine.changed = true;
    machine.conditions = writer.finish();
  }
  return remediation_of(request);
}

}  // namespace telltale::healthcheck
