// SPDX-License-Identifier: Apache-2.0
#pragma once

// The legacy status of a MachineDeployment: Ready, Available, MachineSetReady, the counters of its
// sets added up, and its phase.

#include "catalog/legacy/legacy_status.h"

namespace telltale::legacy {

LegacyStatus machine_deployment_status(const Kind&, const JudgeContext& context,
                                       const Judged& deployment, Arena& arena);

}  // namespace telltale::legacy
