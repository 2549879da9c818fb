// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/judge_machineset.h"

#include "catalog/machineset/tables.h"
#include "catalog/merge_machines.h"
#include "catalog/stored_counters.h"

namespace telltale::machineset {
namespace {

Counters counters_of(const Tally& tally) {
  return {.replicas = static_cast<std::int32_t>(tally.current),
          .ready = static_cast<std::int32_t>(tally.ready),
          .available = static_cast<std::int32_t>(tally.available),
          .up_to_date = static_cast<std::int32_t>(tally.up_to_date)};
}

}  // namespace

Judged judge(const Object& machine_set, const Sheet& sheet, Voice& voice) {
  const Seen& seen = sheet.seen;
  const Judged stored{.object = &machine_set, .counters = stored_counters(machine_set)};
  return judge_unless_paused(stored, rows::paused_table, seen, voice, [&](Judged& judged) {
    if (seen.machines_collected) judged.counters = counters_of(seen.tally);
    voice.speak(rows::replica_failure_table, seen);
    voice.speak(rows::scaling_up_table, seen);
    voice.speak(rows::scaling_down_table, seen);
    speak_of_machines(rows::machines_ready_table, rows::up_to_date_table, rows::remediating_table,
                      seen, *sheet.machines, voice);
    voice.speak(rows::deleted_table, seen);
  });
}

}  // namespace telltale::machineset
