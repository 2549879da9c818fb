// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinepool/judge_machinepool.h"

#include "catalog/machinepool/tables.h"
#include "catalog/merge_machines.h"
#include "catalog/stored_counters.h"

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

}  // namespace

Judged judge(const Object& pool, const Sheet& sheet, Voice& voice) {
  const Seen& seen = sheet.seen;
  const Judged stored{.object = &pool, .counters = stored_counters(pool)};
  return judge_unless_paused(stored, rows::paused_table, seen, voice, [&](Judged& judged) {
    judged.counters = sheet.counters;
    judge_references(seen, voice);
    voice.speak(rows::available_table, seen);
    voice.speak(rows::scaling_up_table, seen);
    voice.speak(rows::scaling_down_table, seen);
    voice.speak(rows::rolling_out_table, seen);
    speak_of_machines(rows::machines_ready_table, rows::up_to_date_table, rows::remediating_table,
                      seen, *sheet.machines, voice);
    voice.speak(rows::deleted_table, seen);
  });
}

}  // namespace telltale::machinepool
