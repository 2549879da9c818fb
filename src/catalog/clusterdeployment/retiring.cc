// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/retiring.h"

#include <algorithm>
#include <vector>

#include "catalog/clusterdeployment/mapping.h"
#include "convert/shapes.h"

namespace telltale::clusterdeployment {
namespace {

// Hive notes at every write of a condition when that was. Without any time the deployment's own
// counts: nothing on it is older.
Instant last_written(const Object& deployment, const Condition& condition) {
  const Instant probed = shapes::time(deployment.body["status"]["conditions"][condition.type]);
  const Instant written = std::max(probed, condition.last_transition);
  return is_set(written) ? written : deployment.created;
}

Condition keep_text(const Condition& condition, Arena& arena) {
  return {.type = arena.keep(condition.type),
          .status = condition.status,
          .reason = arena.keep(condition.reason),
          .message = arena.keep(condition.message),
          .last_transition = condition.last_transition};
}

// What stands on the deployment is somebody's again.
std::vector<Condition> not_come_back(Conditions retired, Conditions stored) {
  std::vector<Condition> kept(retired.begin(), retired.end());
  std::erase_if(kept,
                [&](const Condition& one) { return find_condition(stored, one.type) != nullptr; });
  return kept;
}

}  // namespace

bool is_told_by_the_five(std::string_view old_type) {
  return std::ranges::any_of(old_to_new(), [&](const OldToNew& one) {
    return one.old_type == old_type && !one.new_type.empty() && one.new_type != old_type;
  });
}

Conditions with_retired(Conditions stored, Conditions retired, Arena& arena) {
  std::vector<Condition> all(stored.begin(), stored.end());
  for (const Condition& one : not_come_back(retired, stored)) all.push_back(one);
  return all.size() == stored.size() ? stored : Conditions(arena.keep(all));
}

Memory retire(const JudgeContext& context, const Object& deployment, const Memory& before,
              ConditionWriter& writer) {
  const ProvisioningRules& rules = context.settings.provisioning;
  const Conditions stored = shapes::conditions(deployment);
  std::vector<Condition> retired = not_come_back(before.retired, stored);
  for (const Condition& condition : stored) {
    if (rules.conditions != HiveConditions::New || !is_told_by_the_five(condition.type)) continue;
    const Instant written = last_written(deployment, condition);
    if (!is_set(written) || retired.size() == Memory::retired_max) continue;
    const Instant due = written + rules.retire_after;
    if (context.now < due) {
      writer.wake_at(due);
      continue;
    }
    retired.push_back(keep_text(condition, writer.arena()));
    writer.drop(condition.type);
  }
  std::ranges::sort(retired, {}, &Condition::type);
  Memory after = before;
  after.retired = writer.arena().keep(retired);
  return after;
}

}  // namespace telltale::clusterdeployment
