// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one Karpenter NodePool: Degraded, how many launches failed, the verdict, and what to
// remember.

#include "base/arena.h"
#include "catalog/engine/condition_writer.h"
#include "catalog/engine/judge_context.h"
#include "catalog/karpenter_nodepool/seen.h"
#include "catalog/karpenter_nodepool/tables.h"

namespace telltale::karpenter_nodepool {

Judged judge(const JudgeContext& context, const Object& pool, ConditionWriter& writer);

// Visits the table with the snapshot that judge() decides from.
template <class Visit>
void for_each_decision(const JudgeContext& context, const Object& pool, Visit visit) {
  Arena texts;
  const Sheet sheet = observe(context, pool, texts);
  visit(rows::degraded_table, sheet.seen);
}

}  // namespace telltale::karpenter_nodepool
