// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinedeployment/judge_machinedeployment.h"

#include "catalog/machinedeployment/tables.h"
#include "catalog/merge_machines.h"
#include "catalog/stored_counters.h"

namespace telltale::machinedeployment {
Judged judge(const Object& deployment, const Sheet& sheet, Voice& voice) {
  const Seen& seen = sheet.seen;
  const Judged stored{.object = &deployment, .counters = stored_counters(deployment)};
  return judge_unless_paused(stored, rows::paused_table, seen, voice, [&](Judged& judged) {
    judged.counters = sheet.counters;
    voice.speak(rows::available_table, seen);
    voice.speak(rows::replica_failure_table, seen);
    voice.speak(rows::scaling_up_table, seen);
    voice.speak(rows::scaling_down_table, seen);
    voice.speak(rows::rolling_out_table, seen);
    speak_of_machines(rows::machines_ready_table, rows::up_to_date_table, rows::remediating_table,
                      seen, *sheet.machines, voice);
    voice.speak(rows::deleted_table, seen);
  });
}

}  // namespace telltale::machinedeployment
