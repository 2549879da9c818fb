// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one HyperShift NodePool: Progressing, its verdict, and what to remember.

#include "catalog/engine/condition_writer.h"
#include "catalog/engine/judge_context.h"
#include "catalog/hypershift_nodepool/tables.h"

namespace telltale::hypershift_nodepool {

Judged judge(const JudgeContext& context, const Object& pool, ConditionWriter& writer);

// Visits each table with the snapshot that it decides from.
template <class Visit>
void for_each_decision(const JudgeContext& context, const Object& pool, Visit visit) {
  Arena texts;
  const Sheet sheet = observe(context, pool, texts);
  visit(rows::progressing_table, sheet.seen);
}

}  // namespace telltale::hypershift_nodepool
