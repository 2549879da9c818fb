// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one object: look, decide, conclude. What a pass over a whole world and a standing one that
// changes have in common.

#include <span>
#include <string_view>

#include "catalog/cluster/members.h"
#include "catalog/healthcheck/totals.h"
#include "catalog/members.h"
#include "catalog/scene.h"
#include "catalog/voice.h"

namespace telltale {

// Without a verdict where a MachineHealthCheck may have a say in it: that needs all Machines.
Judged judge_machine(const Scene& scene, const Object& machine, Voice& voice);
// The second look at those, once all Machines were counted.
void conclude_machine(const Scene& scene, const healthcheck::Totals& totals, Judged& machine,
                      Voice& voice);

Judged judge_set(const Scene& scene, const Object& set, const Members& machines, Voice& voice);
Judged judge_deployment(const Scene& scene, const Object& deployment, const Members& machines,
                        Voice& voice);
Judged judge_pool(const Scene& scene, const Object& pool, const Members& machines, Voice& voice);
Judged judge_control_plane(const Scene& scene, const Object& control_plane, const Members& machines,
                           Voice& voice);
Judged judge_cluster(const Scene& scene, const Object& cluster,
                     const cluster::ClusterMembers& machines, Voice& voice);

// HyperShift's or Karpenter's: the group tells.
Judged judge_node_pool(const Scene& scene, const Object& pool, Voice& voice);

// The owners between Machines and Clusters, level by level: those of a later level lean on those of
// an earlier one.
struct OwnerKind {
  std::string_view kind;
  Members (*gather)(const Scene& scene, const Object& owner);
  Judged (*judge)(const Scene& scene, const Object& owner, const Members& machines, Voice& voice);
};
std::span<const OwnerKind> owner_kinds();

}  // namespace telltale
