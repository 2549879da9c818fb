// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinepool/verdict.h"

#include "catalog/owners/verdict.h"

namespace telltale::machinepool {

void decide_verdict(Judged& judged, const Sheet& sheet, const Settings& settings) {
  static constexpr std::string_view made_of_machines[] = {"MachinesReady", "UpToDate"};
  const Seen& seen = sheet.seen;
  const Members& machines = *sheet.machines;
  const bool needs_source = seen.current_count() < seen.desired();
  decide_owner_verdict(judged,
                       {.root = "Available",
                        .made_of_children = made_of_machines,
                        .stuck = machines.first_with(Verdict::Stuck),
                        .working = machines.first_with(Verdict::Working),
                        .unknown = machines.first_with(Verdict::Unknown),
                        .childless = machines.empty(),
                        .template_missing = seen.lacks_source() && needs_source,
                        .deletion_moved = machines.newest_deletion()},
                       settings, seen.now);
}

}  // namespace telltale::machinepool
