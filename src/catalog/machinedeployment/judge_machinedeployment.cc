// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinedeployment/judge_machinedeployment.h"

#include "catalog/engine/merge_machines.h"
#include "catalog/engine/stored_counters.h"
#include "catalog/machinedeployment/tables.h"

namespace telltale::machinedeployment {
Judged judge(const Object& deployment, const Sheet& sheet, ConditionWriter& writer) {
  const Seen& seen = sheet.seen;
  const Judged stored{.object = &deployment, .counters = stored_counters(deployment)};
  return judge_unless_paused(stored, rows::paused_table, seen, writer, [&](Judged& judged) {
    judged.counters = sheet.counters;
    writer.speak(rows::available_table, seen);
    writer.speak(rows::replica_failure_table, seen);
    writer.speak(rows::scaling_up_table, seen);
    writer.speak(rows::scaling_down_table, seen);
    writer.speak(rows::rolling_out_table, seen);
    speak_of_machines(rows::machines_ready_table, rows::up_to_date_table, rows::remediating_table,
                      seen, *sheet.machines, writer);
    writer.speak(rows::deleted_table, seen);
  });
}

}  // namespace telltale::machinedeployment
