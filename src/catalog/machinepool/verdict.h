// SPDX-License-Identifier: Apache-2.0
#pragma once

// The verdict on one MachinePool: its own trouble, or that of a Machine it cannot do without.

#include "catalog/judged.h"
#include "catalog/machinepool/seen.h"

namespace telltale::machinepool {

void decide_verdict(Judged& judged, const Sheet& sheet, const Settings& settings);

}  // namespace telltale::machinepool
