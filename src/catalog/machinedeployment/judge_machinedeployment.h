// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one MachineDeployment from its freshly judged MachineSets and Machines.

#include "catalog/judged.h"
#include "catalog/machinedeployment/seen.h"
#include "catalog/voice.h"

namespace telltale::machinedeployment {

Judged judge(const Object& deployment, const Sheet& sheet, Voice& voice);

}  // namespace telltale::machinedeployment
