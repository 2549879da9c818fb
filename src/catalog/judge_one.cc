// SPDX-License-Identifier: Apache-2.0
#include "catalog/judge_one.h"

#include "catalog/cluster/judge_cluster.h"
#include "catalog/cluster/opinion.h"
#include "catalog/controlplane/judge_controlplane.h"
#include "catalog/controlplane/opinion.h"
#include "catalog/groups.h"
#include "catalog/healthcheck/remediation.h"
#include "catalog/hypershift_nodepool/judge_pool.h"
#include "catalog/karpenter_nodepool/judge_pool.h"
#include "catalog/machine/judge_machine.h"
#include "catalog/machine/opinion.h"
#include "catalog/machinedeployment/judge_machinedeployment.h"
#include "catalog/machinedeployment/opinion.h"
#include "catalog/machinepool/judge_machinepool.h"
#include "catalog/machinepool/opinion.h"
#include "catalog/machineset/judge_machineset.h"
#include "catalog/machineset/opinion.h"

namespace telltale {

namespace {

bool may_be_checked(const Scene& scene, const Object& machine) {
  const Found cluster = scene.world.cluster_of(machine);
  if (cluster.object == nullptr) return false;
  const auto members = scene.world.members_of(*cluster.object);
  return !of_kind(scene.world, members, "MachineHealthCheck").empty();
}

}  // namespace

Judged judge_machine(const Scene& scene, const Object& object, Voice& voice) {
  machine::Seen seen = machine::observe(scene, object);
  Judged judged = machine::judge(scene, object, seen, voice);
  if (!may_be_checked(scene, object)) {
    machine::opine(judged, seen, healthcheck::Remediation::NotNeeded, scene.settings);
  }
  return judged;
}

void conclude_machine(const Scene& scene, const healthcheck::Totals& totals, Judged& judged,
                      Voice& voice) {
  if (!may_be_checked(scene, *judged.object)) return;
  const auto remediation = healthcheck::judge_remediation(scene, totals, judged, voice);
  machine::opine(judged, machine::observe(scene, *judged.object), remediation, scene.settings);
}

Judged judge_set(const Scene& scene, const Object& object, const Members& machines, Voice& voice) {
  const machineset::Sheet sheet = machineset::observe(scene, object, machines);
  Judged judged = machineset::judge(object, sheet, voice);
  machineset::opine(judged, sheet, scene.settings);
  return judged;
}

Judged judge_deployment(const Scene& scene, const Object& object, const Members& machines,
                        Voice& voice) {
  const machinedeployment::Sheet sheet = machinedeployment::observe(scene, object, machines);
  Judged judged = machinedeployment::judge(object, sheet, voice);
  machinedeployment::opine(judged, sheet, scene.settings);
  return judged;
}

Judged judge_pool(const Scene& scene, const Object& object, const Members& machines, Voice& voice) {
  const machinepool::Sheet sheet = machinepool::observe(scene, object, machines);
  Judged judged = machinepool::judge(object, sheet, voice);
  machinepool::opine(judged, sheet, scene.settings);
  return judged;
}

Judged judge_control_plane(const Scene& scene, const Object& object, const Members& machines,
                           Voice& voice) {
  const controlplane::Sheet sheet = controlplane::observe(scene, object, machines);
  Judged judged = controlplane::judge(object, sheet, voice);
  controlplane::opine(judged, sheet, scene.settings);
  return judged;
}

Judged judge_cluster(const Scene& scene, const Object& object,
                     const cluster::ClusterMembers& machines, Voice& voice) {
  const cluster::Sheet sheet = cluster::observe(scene, object, machines);
  Judged judged = cluster::judge(object, sheet, voice);
  cluster::opine(judged, sheet, scene.settings);
  return judged;
}

Judged judge_node_pool(const Scene& scene, const Object& pool, Voice& voice) {
  return pool.key.group == karpenter_group ? karpenter_nodepool::judge(scene, pool, voice)
                                           : hypershift_nodepool::judge(scene, pool, voice);
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
