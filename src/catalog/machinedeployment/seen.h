// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was seen of one MachineDeployment, its templates, its freshly judged MachineSets and their
// Machines.

#include <cstdint>
#include <string_view>

#include "catalog/owners/workers.h"

namespace telltale::machinedeployment {

struct Seen : Workers {
  std::int64_t sets = 0;

  // Whether some MachineSet is made as the deployment now wants it, and until when: a rollout may
  // be due at a given time.
  bool has_current_set = false;
  Instant current_set_until = no_time;

  bool rolling_update = true;
  std::int64_t max_unavailable = 0;              // resolved
  std::string_view max_unavailable_given = "0";  // as the spec has it

  constexpr std::int64_t minimum() const { return replicas.value_or(0) - max_unavailable; }
};

// A MachineDeployment with everything around it: the sheet the tables read, what its sets add up
// to, and who of them is in trouble.
struct Sheet {
  Seen seen;
  const Members* machines = nullptr;
  Counters counters;
  const Judged* stuck = nullptr;
  const Judged* working = nullptr;
  const Judged* unknown = nullptr;
  workers::Texts texts;  // what the views in `seen` point to
};

Sheet observe(const JudgeContext& context, const Object& deployment, const Members& machines);

// The freshly judged Machines of all sets of the deployment.
Members gather(const JudgeContext& context, const Object& deployment);

}  // namespace telltale::machinedeployment
