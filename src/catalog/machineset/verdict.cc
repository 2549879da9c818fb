// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/verdict.h"

#include "catalog/owners/verdict.h"

namespace telltale::machineset {

void decide_verdict(Judged& judged, const Sheet& sheet, const Settings& settings) {
  static constexpr std::string_view made_of_machines[] = {"MachinesReady", "UpToDate"};
  const Seen& seen = sheet.seen;
  const Members& machines = *sheet.machines;
  const bool template_gone =
      seen.bootstrap_template == Sight::Absent || seen.infrastructure_template == Sight::Absent;
  decide_owner_verdict(judged,
                       {.root = "MachinesReady",
                        .made_of_children = made_of_machines,
                        .stuck = machines.first_with(Verdict::Stuck),
                        .working = machines.first_with(Verdict::Working),
                        .unknown = machines.first_with(Verdict::Unknown),
                        .childless = machines.empty(),
                        .template_missing = template_gone && seen.tally.current < seen.desired(),
                        .deletion_moved = machines.newest_deletion()},
                       settings, seen.now);
}

}  // namespace telltale::machineset
