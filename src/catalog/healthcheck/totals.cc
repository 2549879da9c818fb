// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/totals.h"

#include "base/check.h"
#include "catalog/kinds.h"
#include "condition/set.h"

namespace telltale::healthcheck {
namespace {

// Where the Nodes were not collected, the last answer of whoever could see them counts.
Outcome counted_outcome(const Seen& seen, Conditions judged) {
  const Outcome outcome = outcome_of(seen);
  const bool told = outcome == Outcome::Pending && seen.node == NodeSight::NotCollected &&
                    !seen.deleting && is_true(judged, "HealthCheckSucceeded");
  return told ? Outcome::Healthy : outcome;
}

}  // namespace

std::vector<Target> targets_of(const JudgeContext& context, const Object& machine,
                               Conditions judged) {
  std::vector<Target> targets;
  for (const Sheet& sheet : observe_all(context, machine, judged)) {
    const Outcome outcome = counted_outcome(sheet.seen, judged);
    if (outcome != Outcome::NoTarget) targets.push_back({sheet.check, outcome});
  }
  return targets;
}

Totals::Totals(const JudgeContext& context) {
  for (const Judged* machine : context.judged_of) {
    if (machine == nullptr || !is_of(machine_kind, *machine->object)) continue;
    add(targets_of(context, *machine->object, machine->conditions));
  }
}

void Totals::add(std::span<const Target> machine) {
  for (const Target& target : machine) {
    const auto [count, first] = counts_.try_emplace(target.check);
    if (first) count->second.limit = read_limit(*target.check);
    ++count->second.targets;
    if (target.outcome == Outcome::Healthy) ++count->second.healthy;
  }
}

void Totals::remove(std::span<const Target> machine) {
  for (const Target& target : machine) {
    const auto count = counts_.find(target.check);
    check(count != counts_.end(), "a target leaves only where it was added");
    if (target.outcome == Outcome::Healthy) --count->second.healthy;
    if (--count->second.targets == 0) counts_.erase(count);
  }
}

const Totals::Count* Totals::of(const Object& health_check) const {
  const auto found = counts_.find(&health_check);
  return found == counts_.end() ? nullptr : &found->second;
}

bool Totals::allows_remediation(const Object& health_check) const {
  const Count* count = of(health_check);
  return count != nullptr && count->allows_remediation();
}

}  // namespace telltale::healthcheck
