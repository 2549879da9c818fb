// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/judge_one.h"

#include "catalog/cluster/judge_cluster.h"
#include "catalog/cluster/verdict.h"
#include "catalog/controlplane/judge_controlplane.h"
#include "catalog/controlplane/verdict.h"
#include "catalog/groups.h"
#include "catalog/healthcheck/remediation.h"
#include "catalog/hypershift_nodepool/judge_pool.h"
#include "catalog/karpenter_nodepool/judge_pool.h"
#include "catalog/machine/judge_machine.h"
#include "catalog/machine/verdict.h"
#include "catalog/machinedeployment/judge_machinedeployment.h"
#include "catalog/machinedeployment/verdict.h"
#include "catalog/machinepool/judge_machinepool.h"
#include "catalog/machinepool/verdict.h"
#include "catalog/machineset/judge_machineset.h"
#include "catalog/machineset/verdict.h"

namespace telltale {

namespace {

bool may_be_checked(const JudgeContext& context, const Object& machine) {
  const Found cluster = context.world.cluster_of(machine);
  if (cluster.object == nullptr) return false;
  const auto members = context.world.members_of(*cluster.object);
  return !of_kind(context.world, members, "MachineHealthCheck").empty();
}

}  // namespace

Judged judge_machine(const JudgeContext& context, const Object& object, ConditionWriter& writer) {
  machine::Seen seen = machine::observe(context, object);
  Judged judged = machine::judge(context, object, seen, writer);
  if (!may_be_checked(context, object)) {
    machine::decide_verdict(judged, seen, healthcheck::Remediation::NotNeeded, context.settings);
  }
  return judged;
}

void conclude_machine(const JudgeContext& context, const healthcheck::Totals& totals,
                      Judged& judged, ConditionWriter& writer) {
  if (!may_be_checked(context, *judged.object)) return;
  const auto remediation = healthcheck::judge_remediation(context, totals, judged, writer);
  machine::decide_verdict(judged, machine::observe(context, *judged.object), remediation,
                          context.settings);
}

Judged judge_set(const JudgeContext& context, const Object& object, const Members& machines,
                 ConditionWriter& writer) {
  const machineset::Sheet sheet = machineset::observe(context, object, machines);
  Judged judged = machineset::judge(object, sheet, writer);
  machineset::decide_verdict(judged, sheet, context.settings);
  return judged;
}

Judged judge_deployment(const JudgeContext& context, const Object& object, const Members& machines,
                        ConditionWriter& writer) {
  const machinedeployment::Sheet sheet = machinedeployment::observe(context, object, machines);
  Judged judged = machinedeployment::judge(object, sheet, writer);
  machinedeployment::decide_verdict(judged, sheet, context.settings);
  return judged;
}

Judged judge_pool(const JudgeContext& context, const Object& object, const Members& machines,
                  ConditionWriter& writer) {
  const machinepool::Sheet sheet = machinepool::observe(context, object, machines);
  Judged judged = machinepool::judge(object, sheet, writer);
  machinepool::decide_verdict(judged, sheet, context.settings);
  return judged;
}

Judged judge_control_plane(const JudgeContext& context, const Object& object,
                           const Members& machines, ConditionWriter& writer) {
  const controlplane::Sheet sheet = controlplane::observe(context, object, machines);
  Judged judged = controlplane::judge(object, sheet, writer);
  controlplane::decide_verdict(judged, sheet, context.settings);
  return judged;
}

Judged judge_cluster(const JudgeContext& context, const Object& object,
                     const cluster::ClusterMembers& machines, ConditionWriter& writer) {
  const cluster::Sheet sheet = cluster::observe(context, object, machines);
  Judged judged = cluster::judge(object, sheet, writer);
  cluster::decide_verdict(judged, sheet, context.settings);
  return judged;
}

Judged judge_node_pool(const JudgeContext& context, const Object& pool, ConditionWriter& writer) {
  return pool.key.group == karpenter_group ? karpenter_nodepool::judge(context, pool, writer)
                                           : hypershift_nodepool::judge(context, pool, writer);
}

std::span<const OwnerKind> owner_kinds() {
  static constexpr OwnerKind kinds[] = {
      {"MachineSet", machineset::gather, judge_set},
      {"MachineDeployment", machinedeployment::gather, judge_deployment},
      {"MachinePool", machinepool::gather, judge_pool},
      {"KubeadmControlPlane", controlplane::gather, judge_control_plane},
  };
  return kinds;
}

}  // namespace telltale
