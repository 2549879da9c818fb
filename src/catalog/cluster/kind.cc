// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include "catalog/cluster/available.h"
#include "catalog/cluster/judge_cluster.h"
#include "catalog/cluster/opinion.h"
#include "catalog/cluster/tables.h"
#include "catalog/explain/explainer.h"
#include "catalog/explain/tables.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "catalog/legacy/cluster.h"

namespace telltale {
namespace cluster {
namespace {

std::unique_ptr<MemberCounts> gather_members(const Kind&, const JudgeContext& context,
                                             const Object& cluster) {
  return std::make_unique<ClusterMembers>(gather(context, cluster));
}

Judged judge_object(const Kind&, const Judging& at) {
  const auto& machines = static_cast<const ClusterMembers&>(*at.members);
  const Sheet sheet = observe(at.context, at.object, machines);
  Judged judged = judge(at.object, sheet, at.writer);
  decide_verdict(judged, sheet, at.context.settings);
  return judged;
}

std::vector<Part> parts_of(const Explainer& explainer, const Sheet& sheet, std::string_view type) {
  const JudgeContext& context = explainer.context();
  const auto made_of = [&](Whose whose, std::string_view source, Polarity polarity) {
    return parts_of_sources(sources(sheet.children, whose, source), polarity);
  };
  if (type == "Available") {
    static constexpr std::string_view may_be_missing[] = {"RemoteConnectionProbe",
                                                          "TopologyReconciled"};
    return parts_of_summary(explainer.judged().conditions,
                            available_types(sheet, context.settings.dialect), may_be_missing);
  }
  if (type == "WorkersAvailable") return made_of(Whose::Workers, "Available", Polarity::Positive);
  if (type == "RollingOut") return made_of(Whose::Rollouts, type, Polarity::Negative);
  if (type == "ScalingUp" || type == "ScalingDown") {
    return made_of(Whose::ReplicaHolders, type, Polarity::Negative);
  }
  const auto machines = machines_among(context, context.world.members_of(explainer.object()));
  return parts_of_machines(context, machines, type);
}

void explain_object(const Kind&, Explainer& explainer) {
  const ClusterMembers machines = gather(explainer.context(), explainer.object());
  const Sheet sheet = observe(explainer.context(), explainer.object(), machines);
  for_each_table([&](const auto& table) {
    explainer.tell(table, sheet.seen,
                   [&](std::string_view type) { return parts_of(explainer, sheet, type); });
  });
}

std::vector<TableEntry> list_tables(const Kind&) {
  std::vector<TableEntry> tables;
  for_each_table([&](const auto& table) { tables.push_back(entry_of(table)); });
  return tables;
}

}  // namespace
}  // namespace cluster

constinit const Kind cluster_kind{
    .group = cluster_api_group,
    .kind = "Cluster",
    .root_condition = "Available",
    .stage = JudgingStage::Clusters,
    .judge = cluster::judge_object,
    .gather = cluster::gather_members,
    .tables = cluster::list_tables,
    .explain = cluster::explain_object,
    .legacy_status = legacy::cluster_status,
};

}  // namespace telltale
