// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinedeployment/verdict.h"

#include "catalog/owners/verdict.h"

namespace telltale::machinedeployment {

void decide_verdict(Judged& judged, const Sheet& sheet, const Settings& settings) {
  static constexpr std::string_view made_of_sets[] = {"Available", "MachinesReady", "UpToDate"};
  const Seen& seen = sheet.seen;
  const bool needs_template = seen.current_count() < seen.desired();
  decide_owner_verdict(judged,
                       {.root = "Available",
                        .made_of_children = made_of_sets,
                        .stuck = sheet.stuck,
                        .working = sheet.working,
                        .unknown = sheet.unknown,
                        .childless = seen.sets == 0,
                        .template_missing = seen.lacks_source() && needs_template,
                        .deletion_moved = sheet.machines->newest_deletion()},
                       settings, seen.now);
}

}  // namespace telltale::machinedeployment
