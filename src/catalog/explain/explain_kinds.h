// SPDX-License-Identifier: Apache-2.0
#pragma once

// Asks the tables of an object's kind once more, on the same snapshot, and writes down every
// answer.

#include <vector>

#include "catalog/engine/judge_context.h"
#include "catalog/explain/explain.h"

namespace telltale {

// Fills in the explanations of all conditions that some table decides; the others stay as they are.
void ask_tables(const JudgeContext& context, const Judged& judged, std::vector<Explanation>& all);

}  // namespace telltale
