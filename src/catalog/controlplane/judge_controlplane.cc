// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/judge_controlplane.h"

#include "catalog/controlplane/tables.h"
#include "catalog/merge_machines.h"
#include "catalog/stored_counters.h"
#include "convert/shapes.h"

namespace telltale::controlplane {
namespace {

void judge_machines(const Sheet& sheet, Voice& voice) {
  const Members& machines = *sheet.machines;
  voice.speak(rows::machines_ready_table, sheet.seen,
              [&] { return merge_ready(machines, voice.arena()); });
  voice.speak(rows::up_to_date_table, sheet.seen,
              [&] { return merge_up_to_date(machines, voice.arena()); });
  voice.speak(rows::rolling_out_table, sheet.seen);
  voice.speak(rows::remediating_table, sheet.seen,
              [&] { return merge_remediation(machines, voice.arena()); });
}

void judge_all(const Sheet& sheet, Voice& voice) {
  const Seen& seen = sheet.seen;
  voice.speak(rows::certificates_available_table, seen);
  voice.speak(rows::initialized_table, seen);
  voice.speak(rows::components_healthy_table, seen);
  voice.speak(rows::etcd_healthy_table, seen);
  voice.speak(rows::replica_failure_table, seen);
  voice.speak(rows::scaling_up_table, seen);
  voice.speak(rows::scaling_down_table, seen);
  judge_machines(sheet, voice);
  voice.speak(rows::deleted_table, seen);
  voice.speak(rows::available_table, seen);
  voice.wake_at(sheet.machines->next_deletion_change());
}

}  // namespace

Judged judge(const Object& control_plane, const Sheet& sheet, Voice& voice) {
  voice.begin(control_plane, shapes::conditions(control_plane));
  Judged judged{.object = &control_plane, .counters = stored_counters(control_plane)};
  const auto paused = voice.speak(rows::paused_table, sheet.seen);
  // Whoever pauses an object wants nothing about it touched; what stands, stands.
  if (!paused || paused->status != Status::True) {
    judged.counters = sheet.counters;
    judge_all(sheet, voice);
  }
  judged.changed = voice.changed();
  judged.conditions = voice.finish();
  judged.wake = voice.wake();
  return judged;
}

}  // namespace telltale::controlplane
