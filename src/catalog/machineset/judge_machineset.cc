// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/judge_machineset.h"

#include "catalog/machineset/tables.h"
#include "catalog/merge_machines.h"
#include "convert/shapes.h"

namespace telltale::machineset {
namespace {

// What a paused or partly dumped set still says about itself. In v1beta1 the counters of the new
// meaning stand in the preview block, in either spelling; the old ones count something else.
Counters stored_counters(const Object& set) {
  const json::Tree status = set.body["status"];
  const json::Tree place = set.version() == "v1beta1" ? status["v1beta2"] : status;
  Counters counters{.replicas = shapes::small_number(status["replicas"]),
                    .ready = shapes::small_number(place["readyReplicas"]),
                    .available = shapes::small_number(place["availableReplicas"]),
                    .up_to_date = shapes::small_number(place["upToDateReplicas"])};
  if (set.version() != "v1beta1") return counters;
  for (const std::string_view name : {"experimentalReadyReplicas", "exprimentalReadyReplicas"}) {
    if (!counters.ready) counters.ready = shapes::small_number(status[name]);
  }
  if (!counters.up_to_date) counters.up_to_date = shapes::small_number(status["upToDateReplicas"]);
  return counters;
}

Counters counters_of(const Tally& tally) {
  return {.replicas = static_cast<std::int32_t>(tally.current),
          .ready = static_cast<std::int32_t>(tally.ready),
          .available = static_cast<std::int32_t>(tally.available),
          .up_to_date = static_cast<std::int32_t>(tally.up_to_date)};
}

void judge_machines(const Sheet& sheet, Voice& voice) {
  const Members& machines = *sheet.machines;
  voice.speak(rows::machines_ready_table, sheet.seen,
              [&] { return merge_ready(machines, voice.arena()); });
  voice.speak(rows::up_to_date_table, sheet.seen,
              [&] { return merge_up_to_date(machines, voice.arena()); });
  voice.speak(rows::remediating_table, sheet.seen,
              [&] { return merge_remediation(machines, voice.arena()); });
}

}  // namespace

Judged judge(const Object& machine_set, const Sheet& sheet, Voice& voice) {
  voice.begin(machine_set, shapes::conditions(machine_set));
  Judged judged{.object = &machine_set, .counters = stored_counters(machine_set)};
  const auto paused = voice.speak(rows::paused_table, sheet.seen);
  if (!paused || paused->status != Status::True) {
    if (sheet.seen.machines_collected) judged.counters = counters_of(sheet.seen.tally);
    voice.speak(rows::replica_failure_table, sheet.seen);
    voice.speak(rows::scaling_up_table, sheet.seen);
    voice.speak(rows::scaling_down_table, sheet.seen);
    judge_machines(sheet, voice);
    voice.speak(rows::deleted_table, sheet.seen);
    voice.wake_at(sheet.machines->next_deletion_change());
  }
  judged.changed = voice.changed();
  judged.conditions = voice.finish();
  judged.wake = voice.wake();
  return judged;
}

}  // namespace telltale::machineset
