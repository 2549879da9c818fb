// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one MachineSet from its freshly judged Machines.

#include "catalog/judged.h"
#include "catalog/machineset/seen.h"
#include "catalog/voice.h"

namespace telltale::machineset {

Judged judge(const Object& machine_set, const Sheet& sheet, Voice& voice);

}  // namespace telltale::machineset
