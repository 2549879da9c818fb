// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one MachineSet from its freshly judged Machines.

#include "catalog/engine/condition_writer.h"
#include "catalog/judged.h"
#include "catalog/machineset/seen.h"

namespace telltale::machineset {

Judged judge(const Object& machine_set, const Sheet& sheet, ConditionWriter& writer);

}  // namespace telltale::machineset
