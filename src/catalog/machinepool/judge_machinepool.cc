// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinepool/judge_machinepool.h"

#include "catalog/engine/merge_machines.h"
#include "catalog/engine/stored_counters.h"
#include "catalog/machinepool/tables.h"

namespace telltale::machinepool {
namespace {

void judge_references(const Seen& seen, ConditionWriter& writer) {
  writer.speak(rows::bootstrap_config_ready_table, seen, [&] {
    return reference::mirror_ready(seen.bootstrap, "BootstrapConfigReady", writer.arena());
  });
  writer.speak(rows::infrastructure_ready_table, seen, [&] {
    return reference::mirror_ready(seen.infrastructure, "InfrastructureReady", writer.arena());
  });
}

}  // namespace

Judged judge(const Object& pool, const Sheet& sheet, ConditionWriter& writer) {
  const Seen& seen = sheet.seen;
  const Judged stored{.object = &pool, .counters = stored_counters(pool)};
  return judge_unless_paused(stored, rows::paused_table, seen, writer, [&](Judged& judged) {
    judged.counters = sheet.counters;
    judge_references(seen, writer);
    writer.speak(rows::available_table, seen);
    writer.speak(rows::scaling_up_table, seen);
    writer.speak(rows::scaling_down_table, seen);
    writer.speak(rows::rolling_out_table, seen);
    speak_of_machines(rows::machines_ready_table, rows::up_to_date_table, rows::remediating_table,
                      seen, *sheet.machines, writer);
    writer.speak(rows::deleted_table, seen);
  });
}

}  // namespace telltale::machinepool
