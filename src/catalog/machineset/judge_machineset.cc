// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/judge_machineset.h"

#include "catalog/machineset/tables.h"
#include "catalog/words.h"
#include "condition/aggregate.h"
#include "convert/shapes.h"

namespace telltale::machineset {
namespace {

constexpr std::string_view control_plane_label = "cluster.x-k8s.io/control-plane";

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

Condition merge(std::span<const Judged* const> machines, const AggregateOptions& options,
                Voice& voice) {
  std::vector<AggregateSource> sources;
  sources.reserve(machines.size());
  for (const Judged* machine : machines) {
    sources.push_back({.kind = "Machine",
                       .name = machine->object->key.name,
                       .condition = find_condition(machine->conditions, options.type),
                       .control_plane = machine->object->label(control_plane_label) != nullptr});
  }
  const Result<Condition> merged = aggregate(sources, options, voice.arena());
  if (merged) return *merged;
  return {.type = options.into,
          .status = Status::Unknown,
          .reason = "InternalError",
          .message = internal_error_message};
}

Condition remediation(const Sheet& sheet, Voice& voice) {
  const auto waiting = members(sheet, Members::ToBeRemediated, voice.settings().dialect);
  Condition merged = merge(waiting, {.type = "OwnerRemediated"}, voice);
  merged.status = Status::True;
  merged.reason = "Remediating";
  return merged;
}

void judge_machines(const Sheet& sheet, Voice& voice) {
  const Dialect& dialect = voice.settings().dialect;
  const MergeReasons ready{.issue = "NotReady", .unknown = "ReadyUnknown", .info = "Ready"};
  voice.speak(rows::machines_ready_table, sheet.seen,
              [&] { return merge(sheet.machines, {.type = "Ready", .reasons = ready}, voice); });
  const MergeReasons up_to_date{
      .issue = "NotUpToDate", .unknown = "UpToDateUnknown", .info = "UpToDate"};
  voice.speak(rows::up_to_date_table, sheet.seen, [&] {
    const auto judged = members(sheet, Members::JudgedUpToDate, dialect);
    return merge(judged, {.type = "UpToDate", .reasons = up_to_date}, voice);
  });
  voice.speak(rows::remediating_table, sheet.seen, [&] { return remediation(sheet, voice); });
}

// Sentences about slow deletions change by time alone.
void note_deletion_wakes(const Sheet& sheet, Voice& voice) {
  for (const Judged* machine : sheet.machines) {
    const Object& object = *machine->object;
    if (!object.deleting()) continue;
    const Deletion deletion{
        .name = object.key.name,
        .since = object.deleted,
        .drain_started = shapes::time(object.body["status"]["deletion"]["nodeDrainStartTime"]),
        .stage =
            find_in_either(machine->conditions, "Machine", "Deleted", voice.settings().dialect)};
    voice.wake_at(next_deletion_change(deletion, sheet.seen.now));
  }
}

}  // namespace

std::vector<const Judged*> members(const Sheet& sheet, Members which, const Dialect& dialect) {
  if (which == Members::All) return sheet.machines;
  const auto condition = [&](const Judged& machine, std::string_view type) {
    return find_in_either(machine.conditions, "Machine", type, dialect);
  };
  std::vector<const Judged*> chosen;
  for (const Judged* machine : sheet.machines) {
    bool member = false;
    if (which == Members::JudgedUpToDate) {
      member = condition(*machine, "UpToDate") != nullptr ||
               outgrew_up_to_date_grace(*machine->object, sheet.seen.now);
    } else {
      const Condition* health = condition(*machine, "HealthCheckSucceeded");
      const Condition* owner = condition(*machine, "OwnerRemediated");
      member = health != nullptr && health->status == Status::False && owner != nullptr &&
               owner->status == Status::False;
    }
    if (member) chosen.push_back(machine);
  }
  return chosen;
}

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
    note_deletion_wakes(sheet, voice);
  }
  judged.changed = voice.changed();
  judged.conditions = voice.finish();
  judged.wake = voice.wake();
  return judged;
}

}  // namespace telltale::machineset
