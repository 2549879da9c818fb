// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/judge_clusterdeployment.h"

#include "catalog/clusterdeployment/retiring.h"
#include "catalog/clusterdeployment/verdict.h"

namespace telltale::clusterdeployment {
namespace {

// A copy that outlives the sheet it was made from.
Condition keep(Condition copy, Arena& arena) {
  copy.reason = arena.keep(copy.reason);
  copy.message = arena.keep(copy.message);
  return copy;
}

void say(const Seen& seen, ConditionWriter& writer) {
  const auto copier = [&](Condition (*copy)(const Seen&)) {
    return [&seen, &writer, copy] { return keep(copy(seen), writer.arena()); };
  };
  writer.speak(rows::requirements_met_table, seen, copier(requirements_copy));
  writer.speak(rows::provision_failed_table, seen, copier(failure_copy));
  writer.speak(rows::provision_stopped_table, seen, copier(stop_copy));
  writer.speak(rows::provisioned_table, seen);
  writer.speak(rows::deprovision_error_table, seen, copier(deprovision_copy));
}

}  // namespace

Judged judge(const JudgeContext& context, const Object& deployment, ConditionWriter& writer) {
  const Sheet sheet = observe(context, deployment);
  writer.begin(deployment, shapes::conditions(deployment));
  say(sheet.seen, writer);
  const Memory before = recall(context.world, deployment, writer.arena());
  // Whoever pauses a deployment wants nothing about it touched.
  const Memory after = sheet.seen.paused ? before : retire(context, deployment, before, writer);
  Judged judged{.object = &deployment, .changed = writer.changed()};
  if (!before.empty() || !after.empty()) remember(before, after, judged, writer.arena());
  judged.conditions = writer.finish();
  judged.wake = writer.wake();
  decide_verdict(judged, sheet.seen, context.settings);
  return judged;
}

}  // namespace telltale::clusterdeployment
