// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include "catalog/explain/explainer.h"
#include "catalog/explain/tables.h"
#include "catalog/groups.h"
#include "catalog/karpenter_nodepool/judge_pool.h"
#include "catalog/kinds.h"

namespace telltale {
namespace karpenter_nodepool {
namespace {

Judged judge_object(const Kind&, const Judging& at) {
  return judge(at.context, at.object, at.writer);
}

void explain_object(const Kind&, Explainer& explainer) {
  for_each_decision(explainer.context(), explainer.object(),
                    [&](const auto& table, const auto& seen) { explainer.tell(table, seen); });
}

std::vector<TableEntry> list_tables(const Kind&) {
  std::vector<TableEntry> tables;
  for_each_table([&](const auto& table) { tables.push_back(entry_of(table)); });
  return tables;
}

}  // namespace
}  // namespace karpenter_nodepool

constinit const Kind karpenter_node_pool_kind{
    .group = karpenter_group,
    .kind = "NodePool",
    .root_condition = "Degraded",
    .stage = JudgingStage::Platforms,
    .judge = karpenter_nodepool::judge_object,
    .tables = karpenter_nodepool::list_tables,
    .explain = karpenter_nodepool::explain_object,
};

}  // namespace telltale
