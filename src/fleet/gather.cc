// SPDX-License-Identifier: Apache-2.0
#include "fleet/gather.h"

namespace telltale::fleet {

namespace {

bool is_perfect(const Setting& setting, const MachineView& view) {
  return view.machine.trouble == Trouble::None && view.up_to_date() && !setting.in_the_dark();
}

void gather_one(Gathered& gathered, const Setting& setting, const MachineView& view) {
  const std::vector<Condition> conditions = machine_conditions(setting, view);
  const auto flaw = [&](const Condition& of) {
    return Flaw{.status = of.status,
                .kind = "Machine",
                .name = view.machine.name,
                .message = of.message,
                .since = of.last_transition};
  };
  const Condition& ready = *find_condition(conditions, "Ready");
  const Condition& up_to_date = *find_condition(conditions, "UpToDate");
  const bool is_ready = ready.status == Status::True;
  gathered.tally.ready += is_ready ? 1 : 0;
  gathered.tally.available += is_ready ? 1 : 0;
  if (!is_ready) gathered.not_ready.push_back(flaw(ready));
  gathered.tally.up_to_date += view.up_to_date() ? 1 : 0;
  if (!view.up_to_date()) gathered.not_up_to_date.push_back(flaw(up_to_date));
  const Condition* remediated = find_condition(conditions, "OwnerRemediated");
  if (remediated != nullptr) gathered.to_remediate.push_back(flaw(*remediated));
}

}  // namespace

void Gathered::add(const Gathered& other) {
  tally.replicas += other.tally.replicas;
  tally.ready += other.tally.ready;
  tally.available += other.tally.available;
  tally.up_to_date += other.tally.up_to_date;
  const auto append = [](std::vector<Flaw>& to, const std::vector<Flaw>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(not_ready, other.not_ready);
  append(not_up_to_date, other.not_up_to_date);
  append(to_remediate, other.to_remediate);
}

Gathered gather(const Setting& setting, const DeploymentPlan* deployment, const SetPlan* set,
                std::span<const MachinePlan> machines) {
  Gathered gathered;
  for (const MachinePlan& machine : machines) {
    ++gathered.tally.replicas;
    const MachineView view{.machine = machine, .set = set, .deployment = deployment};
    if (!is_perfect(setting, view)) {
      gather_one(gathered, setting, view);
      continue;
    }
    ++gathered.tally.ready, ++gathered.tally.available, ++gathered.tally.up_to_date;
  }
  return gathered;
}

}  // namespace telltale::fleet
