// SPDX-License-Identifier: Apache-2.0
#pragma once

// The verdict on one MachineSet: its own trouble, or that of a Machine it cannot do without.

#include "catalog/judged.h"
#include "catalog/machineset/seen.h"

namespace telltale::machineset {

void decide_verdict(Judged& judged, const Sheet& sheet, const Settings& settings);

}  // namespace telltale::machineset
