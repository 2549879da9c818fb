// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include "catalog/engine/members.h"
#include "catalog/explain/explainer.h"
#include "catalog/explain/tables.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "catalog/legacy/machine_deployment.h"
#include "catalog/machinedeployment/judge_machinedeployment.h"
#include "catalog/machinedeployment/opinion.h"
#include "catalog/machinedeployment/tables.h"

namespace telltale {
namespace machinedeployment {
namespace {

std::unique_ptr<MemberCounts> gather_members(const Kind&, const JudgeContext& context,
                                             const Object& deployment) {
  return std::make_unique<Members>(gather(context, deployment));
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
}  // namespace machinedeployment

constinit const Kind machine_deployment_kind{
    .group = cluster_api_group,
    .kind = "MachineDeployment",
    .root_condition = "Available",
    .stage = JudgingStage::Owners,
    .judge = machinedeployment::judge_object,
    .gather = machinedeployment::gather_members,
    .tables = machinedeployment::list_tables,
    .explain = machinedeployment::explain_object,
    .legacy_status = legacy::machine_deployment_status,
};

}  // namespace telltale
