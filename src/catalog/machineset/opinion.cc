// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/opinion.h"

#include <algorithm>

#include "catalog/patience.h"

namespace telltale::machineset {
namespace {

const Condition* get(const Judged& judged, std::string_view type, const Settings& settings) {
  return find_in_either(judged.conditions, "MachineSet", type, settings.dialect);
}

bool is(const Condition* condition, Status status) {
  return condition != nullptr && condition->status == status;
}

// What the set itself shows of its trouble, most telling first; nothing when it is well and still.
const Condition* own_trouble(const Judged& judged, const Settings& settings) {
  const Condition* root = get(judged, "MachinesReady", settings);
  for (const std::string_view type : {"Deleted", "ReplicaFailure"}) {
    if (const Condition* found = get(judged, type, settings); is(found, Status::True)) return found;
  }
  if (root != nullptr && root->status != Status::True) return root;
  for (const std::string_view type : {"ScalingUp", "ScalingDown", "Remediating"}) {
    if (const Condition* found = get(judged, type, settings); is(found, Status::True)) return found;
  }
  const Condition* up_to_date = get(judged, "UpToDate", settings);
  return is(up_to_date, Status::False) ? up_to_date : nullptr;
}

const Judged* first_with(const Sheet& sheet, Verdict verdict) {
  const auto found =
      std::ranges::find(sheet.machines, verdict, [](const Judged* one) { return one->verdict; });
  return found != sheet.machines.end() ? *found : nullptr;
}

// A deletion moves as long as its Machines do.
Instant deletion_start(const Judged& judged, const Sheet& sheet) {
  Instant start = judged.object->deleted;
  for (const Judged* machine : sheet.machines) start = std::max(start, machine->object->deleted);
  return start;
}

bool template_missing(const Seen& seen) {
  return seen.tally.current < seen.desired() && (seen.bootstrap_template == Sight::Absent ||
                                                 seen.infrastructure_template == Sight::Absent);
}

// Nothing is wrong with the set itself: its Machines are not ready, too few, or being replaced.
void opine_waiting(Judged& judged, const Condition& trouble, const Sheet& sheet,
                   const Settings& settings) {
  const Cause cause = cause_of(trouble, *judged.object);
  const bool about_machines = trouble.type == "MachinesReady";
  const bool nobody_knows =
      first_with(sheet, Verdict::Unknown) != nullptr || sheet.machines.empty();
  if (about_machines && trouble.status == Status::Unknown && nobody_knows) {
    return conclude(judged, Verdict::Unknown, cause);
  }
  const bool has_patience =
      about_machines || trouble.type == "ScalingUp" || trouble.type == "ReplicaFailure";
  if (!has_patience) return conclude(judged, Verdict::Working, cause);
  be_patient(judged, cause, cause.since, settings.patience.owner_not_ready, sheet.seen.now);
}

}  // namespace

void opine(Judged& judged, const Sheet& sheet, const Settings& settings) {
  const Patience& patience = settings.patience;
  const Instant now = sheet.seen.now;
  const Condition* root = get(judged, "MachinesReady", settings);
  const Condition* trouble = own_trouble(judged, settings);
  if (root == nullptr) {
    judged.cause = {.because = judged.object};
    judged.verdict = Verdict::Unknown;  // A set that was paused before anybody judged it.
    return;
  }
  if (const Judged* machine = first_with(sheet, Verdict::Stuck); machine != nullptr) {
    Cause cause = cause_of(trouble != nullptr ? *trouble : *root, *judged.object);
    cause.because = machine->cause.because;
    cause.guidance = machine->cause.guidance;
    return conclude(judged, Verdict::Stuck, cause);
  }
  if (trouble == nullptr) {
    judged.verdict = Verdict::Healthy;
    return;
  }
  const Cause cause = cause_of(*trouble, *judged.object);
  if (trouble == get(judged, "Deleted", settings)) {
    return be_patient(judged, cause, deletion_start(judged, sheet), patience.deletion_stage, now);
  }
  if (template_missing(sheet.seen)) {
    return be_patient(judged, cause, cause.since, patience.missing_template, now);
  }
  opine_waiting(judged, *trouble, sheet, settings);
  // As long as it is not Stuck by itself, such a set only waits for a Machine that fares the same.
  const bool made_of_machines = trouble == root || trouble == get(judged, "UpToDate", settings);
  const Judged* machine = first_with(sheet, judged.verdict);
  if (made_of_machines && judged.verdict != Verdict::Stuck && machine != nullptr) {
    judged.cause.because = machine->cause.because;
  }
}

}  // namespace telltale::machineset
