// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/judge_controlplane.h"

#include "catalog/controlplane/tables.h"
#include "catalog/engine/merge_machines.h"
#include "catalog/engine/stored_counters.h"

namespace telltale::controlplane {
namespace {

void judge_all(const Sheet& sheet, ConditionWriter& writer) {
  const Seen& seen = sheet.seen;
  writer.speak(rows::certificates_available_table, seen);
  writer.speak(rows::initialized_table, seen);
  writer.speak(rows::components_healthy_table, seen);
  writer.speak(rows::etcd_healthy_table, seen);
  writer.speak(rows::replica_failure_table, seen);
  writer.speak(rows::scaling_up_table, seen);
  writer.speak(rows::scaling_down_table, seen);
  writer.speak(rows::rolling_out_table, seen);
  speak_of_machines(rows::machines_ready_table, rows::up_to_date_table, rows::remediating_table,
                    seen, *sheet.machines, writer);
  writer.speak(rows::deleted_table, seen);
  writer.speak(rows::available_table, seen);
}

}  // namespace

Judged judge(const Object& control_plane, const Sheet& sheet, ConditionWriter& writer) {
  const Judged stored{.object = &control_plane, .counters = stored_counters(control_plane)};
  return judge_unless_paused(stored, rows::paused_table, sheet.seen, writer, [&](Judged& judged) {
    judged.counters = sheet.counters;
    judge_all(sheet, writer);
  });
}

}  // namespace telltale::controlplane
