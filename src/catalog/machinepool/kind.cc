// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include "catalog/engine/members.h"
#include "catalog/explain/explainer.h"
#include "catalog/explain/tables.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "catalog/legacy/machine_pool.h"
#include "catalog/machinepool/judge_machinepool.h"
#include "catalog/machinepool/opinion.h"
#include "catalog/machinepool/tables.h"

namespace telltale {
namespace machinepool {
namespace {

std::unique_ptr<MemberCounts> gather_members(const Kind&, const JudgeContext& context,
                                             const Object& pool) {
  return std::make_unique<Members>(gather(context, pool));
}

Judged judge_object(const Kind&, const Judging& at) {
  const auto& machines = static_cast<const Members&>(*at.members);
  const Sheet sheet = observe(at.context, at.object, machines);
  Judged judged = judge(at.object, sheet, at.writer);
  decide_verdict(judged, sheet, at.context.settings);
  return judged;
}

void explain_object(const Kind&, Explainer& explainer) {
  const Members machines = gather(explainer.context(), explainer.object());
  const Sheet sheet = observe(explainer.context(), explainer.object(), machines);
  for_each_table([&](const auto& table) { explainer.tell_of_machines(table, sheet.seen); });
}

std::vector<TableEntry> list_tables(const Kind&) {
  std::vector<TableEntry> tables;
  for_each_table([&](const auto& table) { tables.push_back(entry_of(table)); });
  return tables;
}

}  // namespace
}  // namespace machinepool

constinit const Kind machine_pool_kind{
    .group = cluster_api_group,
    .kind = "MachinePool",
    .root_condition = "Available",
    .stage = JudgingStage::Owners,
    .judge = machinepool::judge_object,
    .gather = machinepool::gather_members,
    .tables = machinepool::list_tables,
    .explain = machinepool::explain_object,
    .legacy_status = legacy::machine_pool_status,
};

}  // namespace telltale
