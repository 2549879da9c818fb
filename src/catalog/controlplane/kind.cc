// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include "catalog/controlplane/judge_controlplane.h"
#include "catalog/controlplane/opinion.h"
#include "catalog/controlplane/tables.h"
#include "catalog/engine/members.h"
#include "catalog/explain/explainer.h"
#include "catalog/explain/tables.h"
#include "catalog/kinds.h"
#include "catalog/legacy/control_plane.h"

namespace telltale {
namespace controlplane {
namespace {

std::unique_ptr<MemberCounts> gather_members(const Kind&, const JudgeContext& context,
                                             const Object& control_plane) {
  return std::make_unique<Members>(gather(context, control_plane));
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
}  // namespace controlplane

constinit const Kind kubeadm_control_plane_kind{
    .group = "controlplane.cluster.x-k8s.io",
    .kind = "KubeadmControlPlane",
    .root_condition = "Available",
    .stage = JudgingStage::Owners,
    .judge = controlplane::judge_object,
    .gather = controlplane::gather_members,
    .tables = controlplane::list_tables,
    .explain = controlplane::explain_object,
    .legacy_status = legacy::control_plane_status,
};

}  // namespace telltale
