// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was seen of one MachineSet, its templates and its freshly judged Machines.

#include <cstdint>
#include <string_view>

#include "catalog/owners/workers.h"

namespace telltale::machineset {

struct Seen : Workers {
  std::string_view preflight;  // what is in the way of a new Machine, "* ..." lines

  // A Machine that is being moved in from another set does not count yet.
  constexpr std::int64_t acknowledged_count() const { return tally.acknowledged; }
  // A set counts Machines that it owns: without them nothing is known, whatever is wanted.
  constexpr bool knows_enough() const { return machines_collected; }
};

// A MachineSet with everything around it: the sheet the tables read, and the Machines behind it.
struct Sheet {
  Seen seen;
  const Members* machines = nullptr;
  workers::Texts texts;  // what the views in `seen` point to
};

Sheet observe(const JudgeContext& context, const Object& machine_set, const Members& machines);

// The freshly judged Machines of the set.
Members gather(const JudgeContext& context, const Object& machine_set);

}  // namespace telltale::machineset
