// SPDX-License-Identifier: Apache-2.0
#pragma once

// How many replicas of a MachineDeployment may be missing before it counts as unavailable.

#include <cstdint>
#include <string>

#include "kube/object.h"

namespace telltale::machinedeployment {

struct Strategy {
  bool rolling_update = true;
  std::int64_t max_unavailable = 0;  // resolved against the wanted replicas
  std::string given = "0";           // as the spec has it: "1", "20%"
};

// Reads the strategy of either API version, with the defaults that admission would fill in: a
// rolling update of at most 0 unavailable and 1 surplus. A value that admission would refuse
// allows nothing.
Strategy read_strategy(const Object& deployment, std::int64_t replicas);

}  // namespace telltale::machinedeployment
