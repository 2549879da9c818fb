// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinepool/opinion.h"

#include "catalog/owner_opinion.h"
#include "catalog/patience.h"

namespace telltale::machinepool {
namespace {

// A provider that breaks the contract will go on breaking it: no amount of patience helps.
const Condition* contract_violation(const Judged& judged) {
  for (const std::string_view type : {"BootstrapConfigReady", "InfrastructureReady"}) {
    const Condition* condition = find_condition(judged.conditions, type);
    if (condition != nullptr && condition->reason == "InvalidConditionReported") return condition;
  }
  return nullptr;
}

}  // namespace

void opine(Judged& judged, const Sheet& sheet, const Settings& settings) {
  static constexpr std::string_view made_of_machines[] = {"MachinesReady", "UpToDate"};
  const Seen& seen = sheet.seen;
  const Members& machines = *sheet.machines;
  const bool needs_source = seen.current_count() < seen.desired();
  opine_owner(judged,
              {.root = "Available",
               .made_of_children = made_of_machines,
               .stuck = machines.first_with(Verdict::Stuck),
               .working = machines.first_with(Verdict::Working),
               .unknown = machines.first_with(Verdict::Unknown),
               .childless = machines.empty(),
               .template_missing = seen.lacks_source() && needs_source,
               .deletion_moved = machines.newest_deletion()},
              settings, seen.now);
  const Condition* violation = contract_violation(judged);
  if (violation == nullptr || judged.verdict == Verdict::Stuck || seen.deleting()) return;
  conclude(judged, Verdict::Stuck, cause_of(*violation, *judged.object));
}

}  // namespace telltale::machinepool
