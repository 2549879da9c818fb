// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one MachineDeployment from its freshly judged MachineSets and Machines.

#include "catalog/engine/condition_writer.h"
#include "catalog/judged.h"
#include "catalog/machinedeployment/seen.h"

namespace telltale::machinedeployment {

Judged judge(const Object& deployment, const Sheet& sheet, ConditionWriter& writer);

}  // namespace telltale::machinedeployment
