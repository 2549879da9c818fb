// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinepool/judge_machinepool.h"

#include "catalog/machinepool/tables.h"
#include "catalog/merge_machines.h"
#include "catalog/stored_counters.h"
#include "convert/shapes.h"

namespace telltale::machinepool {
namespace {

void judge_references(const Seen& seen, Voice& voice) {
  voice.speak(rows::bootstrap_config_ready_table, seen, [&] {
    return reference::mirror_ready(seen.bootstrap, "BootstrapConfigReady", voice.arena());
  });
  voice.speak(rows::infrastructure_ready_table, seen, [&] {
    return reference::mirror_ready(seen.infrastructure, "InfrastructureReady", voice.arena());
  });
}

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

}  // namespace

Judged judge(const Object& pool, const Sheet& sheet, Voice& voice) {
  voice.begin(pool, shapes::conditions(pool));
  Judged judged{.object = &pool, .counters = stored_counters(pool)};
  const auto paused = voice.speak(rows::paused_table, sheet.seen);
  // Whoever pauses an object wants nothing about it touched; what stands, stands.
  if (!paused || paused->status != Status::True) {
    judged.counters = sheet.counters;
    judge_references(sheet.seen, voice);
    voice.speak(rows::available_table, sheet.seen);
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

}  // namespace telltale::machinepool
