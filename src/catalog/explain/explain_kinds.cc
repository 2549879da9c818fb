// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/explain_kinds.h"

#include "base/text.h"
#include "catalog/cluster/available.h"
#include "catalog/cluster/tables.h"
#include "catalog/clusterdeployment/judge_clusterdeployment.h"
#include "catalog/controlplane/machine_conditions.h"
#include "catalog/controlplane/tables.h"
#include "catalog/explain/explain_parts.h"
#include "catalog/groups.h"
#include "catalog/healthcheck/remediation.h"
#include "catalog/healthcheck/tables.h"
#include "catalog/hypershift_nodepool/judge_pool.h"
#include "catalog/karpenter_nodepool/judge_pool.h"
#include "catalog/machine/judge_machine.h"
#include "catalog/machine/ready.h"
#include "catalog/machine/tables.h"
#include "catalog/machinedeployment/tables.h"
#include "catalog/machinepool/tables.h"
#include "catalog/machineset/tables.h"
#include "catalog/names.h"

namespace telltale {
namespace {

// What one table says about this snapshot: everything but who feels it.
template <class Table, class Seen>
void ask(const Table& table, const Seen& seen, Explanation& told) {
  told.computed = true;
  told.trace = trace_of(table, seen);
  const auto decision = table.decide(seen);
  told.wake = decision.wake;
  if (decision.row == nullptr) {
    told.note = "not collected: the stored value stands, or it is Unknown";
    return;
  }
  told.act = decision.row->act;
  if (told.act == Act::Keep) told.note = format("kept: {}", decision.row->message);
  if (told.act == Act::Mirror) told.note = format("copied: {}", decision.row->message);
}

// One object and the explanations of its conditions.
class Asking {
 public:
  Asking(const JudgeContext& context, const Judged& judged, std::vector<Explanation>& all)
      : context_(context), judged_(judged), object_(*judged.object), all_(all) {}

  // For tables whose conditions are made of nothing else.
  auto told_alone() {
    return [this](const auto& table, const auto& seen) {
      tell(table, seen, [](std::string_view) { return std::vector<Part>(); });
    };
  }

  void machine();
  void machine_set() {
    const Members machines = machineset::gather(context_, object_);
    const auto sheet = machineset::observe(context_, object_, machines);
    machineset::for_each_table([&](const auto& table) { tell_owner(table, sheet.seen); });
  }
  void machine_deployment() {
    const Members machines = machinedeployment::gather(context_, object_);
    const auto sheet = machinedeployment::observe(context_, object_, machines);
    machinedeployment::for_each_table([&](const auto& table) { tell_owner(table, sheet.seen); });
  }
  void machine_pool() {
    const Members machines = machinepool::gather(context_, object_);
    const auto sheet = machinepool::observe(context_, object_, machines);
    machinepool::for_each_table([&](const auto& table) { tell_owner(table, sheet.seen); });
  }
  void control_plane() {
    const Members machines = controlplane::gather(context_, object_);
    const auto sheet = controlplane::observe(context_, object_, machines);
    controlplane::for_each_table([&](const auto& table) { tell_owner(table, sheet.seen); });
  }
  void cluster();
  void node_pool() {
    if (object_.key.group == karpenter_group) {
      karpenter_nodepool::for_each_decision(context_, object_, told_alone());
    } else {
      hypershift_nodepool::for_each_decision(context_, object_, told_alone());
    }
  }
  void cluster_deployment() {
    clusterdeployment::for_each_decision(context_, object_, told_alone());
  }

 private:
  // `parts` tells what went into a merged condition.
  template <class Table, class Seen, class Parts>
  void tell(const Table& table, const Seen& seen, Parts parts) {
    const std::string_view type =
        written_type(context_.settings.dialect, table.kind, table.condition);
    for (Explanation& told : all_) {
      if (told.type != type) continue;
      ask(table, seen, told);
      if (told.act == Act::Merge) told.parts = parts(table.condition);
    }
  }
  template <class Table, class Seen>
  void tell_owner(const Table& table, const Seen& seen) {
    tell(table, seen,
         [this](std::string_view type) { return parts_of_machines(context_, object_, type); });
  }
  std::vector<Part> parts_of_ready() const;
  std::vector<Part> parts_of_cluster(const cluster::Sheet& sheet, std::string_view type) const;

  const JudgeContext& context_;
  const Judged& judged_;
  const Object& object_;
  std::vector<Explanation>& all_;
};

std::vector<Part> Asking::parts_of_ready() const {
  static constexpr std::string_view may_be_missing[] = {"HealthCheckSucceeded"};
  return parts_of_summary(judged_.conditions,
                          machine::ready_types(object_, context_.settings.dialect), may_be_missing);
}

void Asking::machine() {
  machine::Seen seen = machine::observe(context_, object_);
  Arena scratch;
  ConditionWriter writer(context_.settings, context_.now, scratch);
  // Fills in what later tables lean on.
  const Judged again = machine::judge(context_, object_, seen, writer);
  machine::for_each_table([&](const auto& table) {
    tell(table, seen, [this](std::string_view) { return parts_of_ready(); });
  });
  const auto alone = told_alone();
  controlplane::for_each_decision(seen.plane, alone);
  const auto health = healthcheck::observe(context_, object_, again.conditions);
  alone(healthcheck::health_check_table, health.seen);
  const healthcheck::Totals totals(context_);
  const auto request = healthcheck::observe_request(context_, totals, again);
  alone(healthcheck::owner_remediated_table, request);
  alone(healthcheck::externally_remediated_table, request);
}

std::vector<Part> Asking::parts_of_cluster(const cluster::Sheet& sheet,
                                           std::string_view type) const {
  const auto made_of = [&](cluster::Whose whose, std::string_view source, Polarity polarity) {
    return parts_of_sources(cluster::sources(sheet.children, whose, source), polarity);
  };
  if (type == "Available") {
    static constexpr std::string_view may_be_missing[] = {"RemoteConnectionProbe",
                                                          "TopologyReconciled"};
    return parts_of_summary(judged_.conditions,
                            cluster::available_types(sheet, context_.settings.dialect),
                            may_be_missing);
  }
  if (type == "WorkersAvailable") {
    return made_of(cluster::Whose::Workers, "Available", Polarity::Positive);
  }
  if (type == "RollingOut") return made_of(cluster::Whose::Rollouts, type, Polarity::Negative);
  if (type == "ScalingUp" || type == "ScalingDown") {
    return made_of(cluster::Whose::ReplicaHolders, type, Polarity::Negative);
  }
  return parts_of_machines(context_, object_, type);
}

void Asking::cluster() {
  const cluster::ClusterMembers machines = cluster::gather(context_, object_);
  const cluster::Sheet sheet = cluster::observe(context_, object_, machines);
  cluster::for_each_table([&](const auto& table) {
    tell(table, sheet.seen, [&](std::string_view type) { return parts_of_cluster(sheet, type); });
  });
}

}  // namespace

void ask_tables(const JudgeContext& context, const Judged& judged, std::vector<Explanation>& all) {
  Asking asking(context, judged, all);
  const std::string_view kind = judged.object->key.kind;
  if (kind == "Machine") asking.machine();
  if (kind == "MachineSet") asking.machine_set();
  if (kind == "MachineDeployment") asking.machine_deployment();
  if (kind == "MachinePool") asking.machine_pool();
  if (kind == "KubeadmControlPlane") asking.control_plane();
  if (kind == "Cluster") asking.cluster();
  if (kind == "NodePool") asking.node_pool();
  if (kind == "ClusterDeployment") asking.cluster_deployment();
}

}  // namespace telltale
