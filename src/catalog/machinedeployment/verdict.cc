// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinedeployment/verdict.h"

namespace telltale::machinedeployment {
namespace {

OwnerSeen observe_verdict(const Judged& judged, const Sheet& sheet, const Settings& settings) {
  static constexpr std::string_view made_of_sets[] = {"Available", "MachinesReady", "UpToDate"};
  const Seen& seen = sheet.seen;
  const bool needs_template = seen.current_count() < seen.desired();
  return observe_owner(judged,
                       {.root = "Available",
                        .made_of_children = made_of_sets,
                        .stuck = sheet.stuck,
                        .working = sheet.working,
                        .unknown = sheet.unknown,
                        .template_missing = seen.lacks_source() && needs_template,
                        .deletion_moved = sheet.machines->newest_deletion()},
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

}  // namespace telltale::machinedeployment
