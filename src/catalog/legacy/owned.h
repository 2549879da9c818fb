// SPDX-License-Identifier: Apache-2.0
#pragma once

// The Machines of one owner with their legacy Ready, as sets and control planes aggregate them.

#include <cstdint>
#include <vector>

#include "catalog/engine/judge_context.h"
#include "catalog/legacy/list.h"

namespace telltale::legacy {

struct OwnedMachine {
  const Judged* judged = nullptr;
  LegacyConditions conditions = {};
};

struct OwnedMachines {
  std::vector<OwnedMachine> machines;
  bool collected = true;  // an owner that has replicas, in a dump without any, was dumped without

  std::int32_t count() const { return static_cast<std::int32_t>(machines.size()); }
};

OwnedMachines owned_machines(const JudgeContext& context, const Object& owner, Arena& arena);

// MachinesReady; nothing when no Machine has a Ready condition.
std::optional<LegacyCondition> machines_ready(const OwnedMachines& owned, Arena& arena);
std::int32_t count_ready(const OwnedMachines& owned);

}  // namespace telltale::legacy
