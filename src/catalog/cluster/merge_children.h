// SPDX-License-Identifier: Apache-2.0
#pragma once

// The conditions that a Cluster makes of those of its control plane, deployments, pools and sets.

#include "base/arena.h"
#include "catalog/cluster/seen.h"

namespace telltale::cluster {

Condition merge_available(const Children& children, Arena& arena);
Condition merge_rolling_out(const Children& children, Arena& arena);

// Where the counters decide, they give the status and the children the message; where no child says
// anything about it, the message is made of the counters too.
Condition merge_scaling_up(const Sheet& sheet, Arena& arena);
Condition merge_scaling_down(const Sheet& sheet, Arena& arena);

}  // namespace telltale::cluster
