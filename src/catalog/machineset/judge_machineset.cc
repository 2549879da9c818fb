// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/judge_machineset.h"

#include "catalog/engine/merge_machines.h"
#include "catalog/engine/stored_counters.h"
#include "catalog/machineset/tables.h"

namespace telltale::machineset {
namespace {

Counters counters_of(const Tally& tally) {
  return {.replicas = static_cast<std::int32_t>(tally.current),
          .ready = static_cast<std::int32_t>(tally.ready),
          .available = static_cast<std::int32_t>(tally.available),
          .up_to_date = static_cast<std::int32_t>(tally.up_to_date)};
}

}  // namespace

Judged judge(const Object& machine_set, const Sheet& sheet, ConditionWriter& writer) {
  const Seen& seen = sheet.seen;
  const Judged stored{.object = &machine_set, .counters = stored_counters(machine_set)};
  return judge_unless_paused(stored, rows::paused_table, seen, writer, [&](Judged& judged) {
    if (seen.machines_collected) judged.counters = counters_of(seen.tally);
    writer.speak(rows::replica_failure_table, seen);
    writer.speak(rows::scaling_up_table, seen);
    writer.speak(rows::scaling_down_table, seen);
    speak_of_machines(rows::machines_ready_table, rows::up_to_date_table, rows::remediating_table,
                      seen, *sheet.machines, writer);
    writer.speak(rows::deleted_table, seen);
  });
}

}  // namespace telltale::machineset
