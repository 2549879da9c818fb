// SPDX-License-Identifier: Apache-2.0
#pragma once

// Ready on Machine: a summary of what stands on the Machine itself, readiness gates included.

#include <vector>

#include "catalog/cluster_api/deletion.h"
#include "catalog/engine/condition_writer.h"
#include "catalog/machine/seen.h"
#include "condition/summary.h"

namespace telltale::machine {

// The conditions that Ready rests on, in the order of its message, in the dialect's names.
std::vector<SummaryType> ready_types(const Object& machine, const Dialect& dialect);

Condition judge_ready(ConditionWriter& writer, const Object& machine, const Seen& seen);

Deletion deletion_of(const Seen& seen, const Condition* stage);

}  // namespace telltale::machine
