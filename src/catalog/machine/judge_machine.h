// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one Machine: every table of this folder, in the order in which they lean on each other.

#include "catalog/engine/condition_writer.h"
#include "catalog/healthcheck/totals.h"
#include "catalog/judged.h"
#include "catalog/machine/seen.h"

namespace telltale::machine {

// Fills in the snapshot as far as later tables need it, so that it can be explained afterwards.
Judged judge(const JudgeContext& context, const Object& machine, Seen& seen,
             ConditionWriter& writer);

// Looks, judges and gives the verdict, unless a MachineHealthCheck may have a say in it: that needs
// all Machines.
Judged judge_alone(const JudgeContext& context, const Object& machine, ConditionWriter& writer);
// The second look at those, once all Machines are counted.
void conclude(const JudgeContext& context, const healthcheck::Totals& totals, Judged& machine,
              ConditionWriter& writer);

}  // namespace telltale::machine
