// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one MachinePool from its provider objects and its freshly judged Machines.

#include "catalog/judged.h"
#include "catalog/machinepool/seen.h"
#include "catalog/voice.h"

namespace telltale::machinepool {

Judged judge(const Object& pool, const Sheet& sheet, Voice& voice);

}  // namespace telltale::machinepool
