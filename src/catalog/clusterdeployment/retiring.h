// SPDX-License-Identifier: Apache-2.0
#pragma once

// Fewer conditions, really: an old condition that one of the five tells, and that nobody has
// written for a while, is taken off the deployment. What it said is remembered first and stays
// evidence, so that retiring changes no verdict and none of the five. Whoever writes it again is
// believed.

#include "catalog/engine/condition_writer.h"
#include "catalog/engine/memory.h"

namespace telltale::clusterdeployment {

// Whether one of the five tells what this old condition told.
bool is_told_by_the_five(std::string_view old_type);

// The deployment's conditions as evidence: as they stand, and after them those that were retired
// and did not come back.
Conditions with_retired(Conditions stored, Conditions retired, Arena& arena);

// Takes off what is due, under the setting that asks for it, and says what to remember then.
Memory retire(const JudgeContext& context, const Object& deployment, const Memory& before,
              ConditionWriter& writer);

}  // namespace telltale::clusterdeployment
