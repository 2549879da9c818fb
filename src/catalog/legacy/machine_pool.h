// SPDX-License-Identifier: Apache-2.0
#pragma once

// The legacy status of a MachinePool: Ready, BootstrapReady, InfrastructureReady, ReplicasReady,
// counters of the Nodes in its list of provider IDs, and its phase.

#include "catalog/legacy/legacy_status.h"

namespace telltale::legacy {

LegacyStatus machine_pool_status(const Kind&, const JudgeContext& context, const Judged& pool,
                                 Arena& arena);

}  // namespace telltale::legacy
