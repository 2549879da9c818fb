// SPDX-License-Identifier: Apache-2.0
#pragma once

// The verdict on one MachineDeployment: its own trouble, or that of a MachineSet it cannot do
// without.

#include "catalog/judged.h"
#include "catalog/machinedeployment/seen.h"

namespace telltale::machinedeployment {

void decide_verdict(Judged& judged, const Sheet& sheet, const Settings& settings);

}  // namespace telltale::machinedeployment
