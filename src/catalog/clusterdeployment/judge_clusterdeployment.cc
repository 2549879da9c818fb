// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/judge_clusterdeployment.h"

#include "catalog/clusterdeployment/opinion.h"
#include "catalog/clusterdeployment/retiring.h"

namespace telltale::clusterdeployment {
namespace {

// A copy that outlives the sheet it was made from.
Condition keep(Condition copy, Arena& arena) {
  copy.reason = arena.keep(copy.reason);
  copy.message = arena.keep(copy.message);
  return copy;
}

void say(const Seen& seen, Voice& voice) {
  const auto copier = [&](Condition (*copy)(const Seen&)) {
    return [&seen, &voice, copy] { return keep(copy(seen), voice.arena()); };
  };
  voice.speak(rows::requirements_met_table, seen, copier(requirements_copy));
  voice.speak(rows::provision_failed_table, seen, copier(failure_copy));
  voice.speak(rows::provision_stopped_table, seen, copier(stop_copy));
  voice.speak(rows::provisioned_table, seen);
  voice.speak(rows::deprovision_error_table, seen, copier(deprovision_copy));
}

}  // namespace

Judged judge(const Scene& scene, const Object& deployment, Voice& voice) {
  const Sheet sheet = observe(scene, deployment);
  voice.begin(deployment, shapes::conditions(deployment));
  say(sheet.seen, voice);
  const Memory before = recall(scene.world, deployment, voice.arena());
  // Whoever pauses a deployment wants nothing about it touched.
  const Memory after = sheet.seen.paused ? before : retire(scene, deployment, before, voice);
  Judged judged{.object = &deployment, .changed = voice.changed()};
  if (!before.empty() || !after.empty()) remember(before, after, judged, voice.arena());
  judged.conditions = voice.finish();
  judged.wake = voice.wake();
  opine(judged, sheet.seen, scene.settings);
  return judged;
}

}  // namespace telltale::clusterdeployment
