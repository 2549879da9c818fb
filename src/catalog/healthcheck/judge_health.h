// SPDX-License-Identifier: Apache-2.0
#pragma once

// What MachineHealthChecks write on one Machine while it is judged: HealthCheckSucceeded, after the
// tables it may watch and before Ready, which looks at it.

#include "catalog/engine/condition_writer.h"
#include "catalog/engine/judge_context.h"

namespace telltale::healthcheck {

void judge_health(const JudgeContext& context, const Object& machine, ConditionWriter& writer);

}  // namespace telltale::healthcheck
