// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/verdict.h"

#include "catalog/owners/verdict.h"

namespace telltale::controlplane {

void decide_verdict(Judged& judged, const Sheet& sheet, const Settings& settings) {
  static constexpr std::string_view made_of_machines[] = {"Available", "MachinesReady", "UpToDate",
                                                          "ControlPlaneComponentsHealthy",
                                                          "EtcdClusterHealthy"};
  const Seen& seen = sheet.seen;
  const Members& machines = *sheet.machines;
  decide_owner_verdict(
      judged,
      {.root = "Available",
       .made_of_children = made_of_machines,
       .stuck = machines.first_with(Verdict::Stuck),
       .working = machines.first_with(Verdict::Working),
       .unknown = machines.first_with(Verdict::Unknown),
       .childless = machines.empty(),
       .template_missing = seen.lacks_source() && seen.tally.current < seen.desired(),
       .deletion_moved = machines.newest_deletion()},
      settings, seen.now);
}

}  // namespace telltale::controlplane
