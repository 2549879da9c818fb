// SPDX-License-Identifier: Apache-2.0
#pragma once

// What owners need to know of their Machines: how many are well, and what ails the others.

#include <cstddef>
#include <span>
#include <vector>

#include "fleet/machine_conditions.h"
#include "fleet/plan.h"
#include "fleet/stored.h"

namespace telltale::fleet {

struct Tally {
  std::size_t replicas = 0;
  std::size_t ready = 0;
  std::size_t available = 0;
  std::size_t up_to_date = 0;
};

// The Machines of one owner, as their owner sees them.
struct Gathered {
  Tally tally;
  std::vector<Flaw> not_ready;
  std::vector<Flaw> not_up_to_date;
  std::vector<Flaw> to_remediate;

  void add(const Gathered& other);
};

Gathered gather(const Setting& setting, const DeploymentPlan* deployment, const SetPlan* set,
                std::span<const MachinePlan> machines);

}  // namespace telltale::fleet
