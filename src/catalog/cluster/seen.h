// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was seen of one Cluster: the connection to it, the two objects it refers to, everything that
// says it belongs to it, and what of that was judged before it in the same pass.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "catalog/cluster/children.h"
#include "catalog/cluster/members.h"
#include "catalog/cluster_api/connection.h"
#include "catalog/engine/judge_context.h"
#include "catalog/owners/reference.h"

namespace telltale::cluster {

// Machines of one part of the Cluster, added up.
struct MachineTotals {
  Tally tally = {};
  Instant next_grown_up = no_time;  // when the youngest unjudged Machine is old enough
};

// Replicas of the whole Cluster on one side, what is wanted on the other.
struct Scale {
  bool counted = false;  // somebody counts, and nobody who wants replicas fails to
  std::int64_t current = 0;
  std::int64_t desired = 0;
};

// Who says that a Cluster scales: its counters, or the conditions of what it is made of.
enum class ScaleRule : std::uint8_t { Counters, Children };

struct Seen {
  Instant now{};
  std::string_view namespace_name;
  bool deleting = false;
  bool paused_by_spec = false;
  bool paused_by_annotation = false;
  bool has_topology = false;
  bool deletion_hook_pending = false;

  // The connection to the workload cluster.
  Connection connection;
  Seconds grace{0};
  bool probe_reported = false;

  // The objects it refers to. `ready` of the control plane is its Available condition.
  Referred infrastructure;
  Referred control_plane;
  bool control_plane_started = false;  // the control plane's own word, not the Cluster's memory
  bool start_unreadable = false;       // the field that would tell is no boolean
  bool initialized_before = false;     // ControlPlaneInitialized is stored as True
  const Condition* legacy_initialized = nullptr;  // the same, from before the new conditions
  bool control_plane_has_node = false;            // some stand-alone control plane Machine has one

  // Its Machines; those of MachinePools are in none of the three.
  bool plane_machines_collected = true;
  bool worker_machines_collected = true;
  MachineTotals control_plane_machines;
  MachineTotals worker_machines;
  MachineTotals all_machines;
  RemediatingRule remediating = RemediatingRule::AnyUnhealthy;

  // How many objects below have such a condition, or should have.
  bool workers_collected = true;
  std::size_t available_told = 0;
  std::size_t scaling_up_told = 0;
  std::size_t scaling_down_told = 0;
  std::size_t rolling_out_told = 0;

  ScaleRule scale_rule = ScaleRule::Counters;
  Scale up;    // available replicas
  Scale down;  // all replicas

  // Texts that only some rows need; owned by the caller.
  std::string_view unhealthy_names;  // "m1, m2", the first three
  std::string_view descendants;      // "* MachineDeployments: ..." and so on, while deleting

  constexpr bool paused() const { return paused_by_spec || paused_by_annotation; }
  // Its control plane is neither an object nor going to be one: Machines make it up.
  constexpr bool stands_alone() const { return !control_plane.ref_set && !has_topology; }
  constexpr bool machines_collected() const {
    return plane_machines_collected && worker_machines_collected;
  }
  constexpr bool control_plane_collected() const {
    return !control_plane.ref_set || control_plane.sight != Sight::NotCollected;
  }
};

// A Cluster with everything around it: the sheet the tables read, and what stands behind it.
struct Sheet {
  Seen seen;
  const ClusterMembers* machines = nullptr;
  Children children;
  ClusterCounters counters;
  const Object* gate_holder = nullptr;  // whose spec lists the availability gates
  std::vector<std::string> texts;       // what the views in `seen` point to
};

Sheet observe(const JudgeContext& context, const Object& cluster, const ClusterMembers& machines);

}  // namespace telltale::cluster
