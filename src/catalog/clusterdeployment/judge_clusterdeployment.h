// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one Hive ClusterDeployment: the five new conditions and its verdict.

#include "catalog/clusterdeployment/tables.h"
#include "catalog/engine/condition_writer.h"
#include "catalog/engine/judge_context.h"

namespace telltale::clusterdeployment {

Judged judge(const JudgeContext& context, const Object& deployment, ConditionWriter& writer);

// Visits each table with the snapshot that judging decides from.
template <class Visit>
void for_each_decision(const JudgeContext& context, const Object& deployment, Visit visit) {
  const Sheet sheet = observe(context, deployment);
  for_each_table([&](const auto& table) { visit(table, sheet.seen); });
}

}  // namespace telltale::clusterdeployment
