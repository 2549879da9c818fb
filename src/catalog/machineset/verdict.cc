// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/verdict.h"

namespace telltale::machineset {
namespace {

OwnerSeen observe_verdict(const Judged& judged, const Sheet& sheet, const Settings& settings) {
  static constexpr std::string_view made_of_machines[] = {"MachinesReady", "UpToDate"};
  const Seen& seen = sheet.seen;
  const Members& machines = *sheet.machines;
  const Judged* unknown = machines.first_with(Verdict::Unknown);
  return observe_owner(
      judged,
      {.root = "MachinesReady",
       .made_of_children = made_of_machines,
       .stuck = machines.first_with(Verdict::Stuck),
       .working = machines.first_with(Verdict::Working),
       .unknown = unknown,
       .children_come_up = unknown == nullptr && !machines.empty(),
       .template_missing = seen.lacks_source() && seen.tally.current < seen.desired(),
       .deletion_moved = machines.newest_deletion()},
      settings, seen.now);
}

}  // namespace

void decide_verdict(Judged& judged, const Sheet& sheet, const Settings& settings) {
  tell_verdict(verdict_table, observe_verdict(judged, sheet, settings), judged);
}

VerdictExplanation explain_verdict(const Kind&, const JudgeContext& context, const Judged& judged) {
  const Members machines = gather(context, *judged.object);
  const Sheet sheet = observe(context, *judged.object, machines);
  return explain_by(verdict_table, observe_verdict(judged, sheet, context.settings));
}

}  // namespace telltale::machineset
