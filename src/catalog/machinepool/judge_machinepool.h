// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one MachinePool from its provider objects and its freshly judged Machines.

#include "catalog/engine/condition_writer.h"
#include "catalog/judged.h"
#include "catalog/machinepool/seen.h"

namespace telltale::machinepool {

Judged judge(const Object& pool, const Sheet& sheet, ConditionWriter& writer);

}  // namespace telltale::machinepool
