// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include "catalog/clusterdeployment/judge_clusterdeployment.h"
#include "catalog/explain/explainer.h"
#include "catalog/explain/tables.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"

namespace telltale {
namespace clusterdeployment {
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
}  // namespace clusterdeployment

constinit const Kind cluster_deployment_kind{
    .group = hive_group,
    .kind = "ClusterDeployment",
    .root_condition = "Provisioned",
    .stage = JudgingStage::Platforms,
    .judge = clusterdeployment::judge_object,
    .tables = clusterdeployment::list_tables,
    .explain = clusterdeployment::explain_object,
};

}  // namespace telltale
