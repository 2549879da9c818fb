// SPDX-License-Identifier: Apache-2.0
#pragma once

// The legacy status of a MachineSet: Ready, MachinesCreated, Resized, MachinesReady, and counters
// of Nodes.

#include "catalog/legacy/legacy_status.h"

namespace telltale::legacy {

LegacyStatus machine_set_status(const Kind&, const JudgeContext& context, const Judged& machine_set,
                                Arena& arena);

}  // namespace telltale::legacy
