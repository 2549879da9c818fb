// SPDX-License-Identifier: Apache-2.0
#pragma once

// What one Cluster of the fleet consists of and what ails it, drawn from the seed before anything
// is written. Text lives in the arena the plan was made with.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/instant.h"
#include "fleet/fleet.h"

namespace telltale::fleet {

enum class Trouble : std::uint8_t {
  None,
  NodeSilent,            // the kubelet stopped posting
  MemoryPressure,        // the Node says so itself
  NodeDeleted,           // the Machine is still there
  InfrastructureFailed,  // no container, hence no providerID and no Node
  WaitingForNode,        // a container, but no Node has joined
  StuckDraining,         // being deleted, a PodDisruptionBudget holds it
  BootstrapMissing,      // no bootstrap data was made
  AwaitingRemediation,   // the health check failed, the owner has not acted
};
inline constexpr std::size_t trouble_kinds = 8;  // None not counted

struct MachinePlan {
  std::string_view name;
  Instant created = no_time;
  Instant settled = no_time;  // when everything was good for the first time
  Trouble trouble = Trouble::None;
  Instant since = no_time;  // of the trouble

  bool has_bootstrap_data() const { return trouble != Trouble::BootstrapMissing; }
  bool has_provider_id() const {
    return has_bootstrap_data() && trouble != Trouble::InfrastructureFailed;
  }
  bool had_node() const { return has_provider_id() && trouble != Trouble::WaitingForNode; }
  bool has_node() const { return had_node() && trouble != Trouble::NodeDeleted; }
  bool deleting() const { return trouble == Trouble::StuckDraining; }
};

struct SetPlan {
  enum class Age : std::uint8_t { Current, Older };

  std::string_view name;
  std::string_view hash;  // of its template
  std::string_view version;
  std::string_view infra_template;
  Instant created = no_time;
  Age age = Age::Current;
  std::vector<MachinePlan> machines;
};

struct DeploymentPlan {
  std::string_view name;
  Instant created = no_time;
  std::size_t max_unavailable_percent = 0;
  std::vector<SetPlan> sets;  // the current one is the last

  const SetPlan& current() const { return sets.back(); }
  std::size_t replicas() const;
  std::size_t max_unavailable() const { return replicas() * max_unavailable_percent / 100; }
};

struct ClusterPlan {
  std::string_view namespace_name;
  std::string_view name;
  std::string_view version;
  std::string_view previous_version;
  std::string_view control_plane_name;
  std::string_view control_plane_template;
  std::string_view endpoint;
  Instant created = no_time;
  Instant initialized = no_time;
  Instant settled = no_time;
  Instant lost = no_time;  // when the workload cluster last answered; not set while it answers
  std::vector<MachinePlan> control_plane;
  std::vector<DeploymentPlan> deployments;

  bool reachable() const { return !is_set(lost); }
};

ClusterPlan plan_cluster(const FleetOptions& options, std::size_t index, Arena& arena);

}  // namespace telltale::fleet
