// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/judge_cluster.h"

#include <algorithm>

#include "catalog/cluster/available.h"
#include "catalog/cluster/merge_children.h"
#include "catalog/cluster/tables.h"
#include "catalog/engine/merge_machines.h"
#include "condition/mirror.h"
#include "convert/shapes.h"

namespace telltale::cluster {
namespace {

// The seed document misspelt one type, and somebody may have stored it as it was written.
constexpr std::string_view misspelt = "WorkersAvaiable";
constexpr std::string_view well_spelt = "WorkersAvailable";

Conditions correct_spelling(Conditions stored, Arena& arena) {
  const bool has_both = find_condition(stored, well_spelt) != nullptr;
  std::vector<Condition> corrected;
  for (Condition condition : stored) {
    if (condition.type == misspelt) {
      if (has_both) continue;
      condition.type = well_spelt;
    }
    corrected.push_back(condition);
  }
  return arena.keep(corrected);
}

Condition mirror_available(const Referred& control_plane, Arena& arena) {
  return mirror(
      std::span(control_plane.ready, 1),
      {.type = "Available", .into = "ControlPlaneAvailable", .reason_when_true = "Available"},
      arena);
}

// Only the status and its time are worth keeping; the legacy condition has no reason when True.
Condition initialized_by_legacy_condition(const Condition& legacy) {
  return {.type = {},
          .status = Status::True,
          .reason = "Initialized",
          .message = {},
          .last_transition = legacy.last_transition};
}

void judge_references(const Seen& seen, ConditionWriter& writer) {
  Arena& arena = writer.arena();
  writer.speak(rows::infrastructure_table, seen, [&] {
    return reference::mirror_ready(seen.infrastructure, "InfrastructureReady", arena);
  });
  writer.speak(rows::plane_available_table, seen,
               [&] { return mirror_available(seen.control_plane, arena); });
  writer.speak(rows::initialized_table, seen,
               [&] { return initialized_by_legacy_condition(*seen.legacy_initialized); });
}

void judge_machines(const Seen& seen, const ClusterMembers& machines, ConditionWriter& writer) {
  Arena& arena = writer.arena();
  writer.speak(rows::plane_machines_ready_table, seen,
               [&] { return merge_ready(machines.control_plane, arena); });
  writer.speak(rows::worker_machines_ready_table, seen,
               [&] { return merge_ready(machines.workers, arena); });
  writer.speak(rows::plane_machines_up_to_date_table, seen,
               [&] { return merge_up_to_date(machines.control_plane, arena); });
  writer.speak(rows::worker_machines_up_to_date_table, seen,
               [&] { return merge_up_to_date(machines.workers, arena); });
  writer.speak(rows::up_to_date_table, seen, [&] { return merge_up_to_date(machines.all, arena); });
  writer.speak(rows::remediating_table, seen,
               [&] { return merge_remediation(machines.all, arena); });
}

void judge_children(const Sheet& sheet, ConditionWriter& writer) {
  Arena& arena = writer.arena();
  const Seen& seen = sheet.seen;
  writer.speak(rows::workers_available_table, seen,
               [&] { return merge_available(sheet.children, arena); });
  writer.speak(rows::scaling_up_table, seen, [&] { return merge_scaling_up(sheet, arena); });
  writer.speak(rows::scaling_down_table, seen, [&] { return merge_scaling_down(sheet, arena); });
  writer.speak(rows::rolling_out_table, seen,
               [&] { return merge_rolling_out(sheet.children, arena); });
}

void judge_unpaused(const Object& cluster, const Sheet& sheet, ConditionWriter& writer) {
  const Seen& seen = sheet.seen;
  writer.speak(rows::probe_table, seen);
  judge_references(seen, writer);
  judge_children(sheet, writer);
  judge_machines(seen, *sheet.machines, writer);
  writer.speak(rows::deleted_table, seen);
  writer.speak(rows::available_table, seen,
               [&] { return judge_available(writer, cluster, sheet); });
}

}  // namespace

Judged judge(const Object& cluster, const Sheet& sheet, ConditionWriter& writer) {
  Conditions stored = shapes::conditions(cluster);
  const bool misread = !sheet.seen.paused() && find_condition(stored, misspelt) != nullptr;
  if (misread) stored = correct_spelling(stored, writer.arena());
  writer.begin(cluster, stored);
  writer.speak(rows::paused_table, sheet.seen);
  // Whoever pauses an object wants nothing about it touched; what stands, stands.
  if (!sheet.seen.paused()) judge_unpaused(cluster, sheet, writer);
  Judged judged{.object = &cluster};
  judged.halves = &writer.arena().keep(std::span(&sheet.counters, 1)).front();
  judged.changed = writer.changed() || misread;
  judged.conditions = writer.finish();
  judged.wake = writer.wake();
  return judged;
}

}  // namespace telltale::cluster
