// SPDX-License-Identifier: Apache-2.0
#pragma once

// What owns Machines, and the Cluster above them: the objects that people and Cluster API write, as
// far as their spec goes. Their conditions and counters are telltale's.

#include <cstdint>
#include <string>
#include <vector>

#include "demo/machines.h"

namespace telltale::demo {

// The Machines of one template of a MachineDeployment.
struct SetPlan {
  const ClusterPlan* cluster = nullptr;
  std::string deployment = {};
  std::string hash = {};  // ends the name of the set
  std::string template_name = {};
  std::string pool = {};  // "clusters/np-gpu", of HyperShift
  std::uint64_t replicas = 0;

  std::string name() const;
  MachinePlan machine(std::uint64_t index) const;
  std::vector<MachinePlan> machines() const;  // the first `replicas`
};

Write set_write(const SetPlan& set);
// Wants what the set is made from, and so many.
Write deployment_write(const SetPlan& set, std::uint64_t replicas);
Write template_write(const ClusterPlan& cluster, std::string_view name);
// The MachineDeployment with its templates and its set, and all Machines running.
Writes workers_writes(const SetPlan& set, const ActorContext& context);

// The Cluster, its infrastructure, its control plane and its certificates; its workload cluster
// with all control plane Machines running.
Writes cluster_writes(const ClusterPlan& cluster, const ActorContext& context);
MachinePlan control_plane_machine(const ClusterPlan& cluster, std::uint64_t index);

enum class Wire : std::uint8_t { Connected, Cut };
// The workload cluster itself, within reach or not.
Write workload_write(const ClusterPlan& cluster, Wire wire);

// What stands behind spec.controlPlaneRef of a Cluster.
struct ControlPlaneRef {
  std::string_view group = {};
  std::string_view kind = {};
  std::string_view name = {};
};
// The Cluster with its infrastructure, whoever is its control plane.
Writes cluster_frame(const ClusterPlan& cluster, const ControlPlaneRef& control_plane,
                     const ActorContext& context);

}  // namespace telltale::demo
