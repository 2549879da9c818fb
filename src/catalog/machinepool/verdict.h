// SPDX-License-Identifier: Apache-2.0
#pragma once

// The verdict on one MachinePool: its own trouble, or that of a Machine it cannot do without.

#include "catalog/engine/verdict_table.h"
#include "catalog/machinepool/seen.h"
#include "catalog/owners/verdict_table.h"

namespace telltale::machinepool {

inline constexpr VerdictTable verdict_table{
    "MachinePool", concat(owner_rows::first_rows, owner_rows::template_rows,
                          owner_rows::unknown_row, owner_rows::waiting_row, owner_rows::last_rows)};

// Sets verdict and cause, and brings the wake forward to the end of its patience.
void decide_verdict(Judged& judged, const Sheet& sheet, const Settings& settings);

// Asks the table once more, and writes down every answer.
VerdictExplanation explain_verdict(const Kind& kind, const JudgeContext& context,
                                   const Judged& judged);

}  // namespace telltale::machinepool
