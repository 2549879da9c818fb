// SPDX-License-Identifier: Apache-2.0
#pragma once

// The conditions that the controllers would have stored on one Machine, in the chosen dialect.

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "fleet/fleet.h"
#include "fleet/plan.h"
#include "kube/condition.h"

namespace telltale::fleet {

// Everything that stays the same while one Cluster is written.
struct Setting {
  const FleetOptions& options;
  const ClusterPlan& cluster;
  Arena& arena;

  bool upstream() const { return options.dialect == Dialect::Upstream; }
  bool v1beta2() const { return options.api_version == ApiVersion::V1Beta2; }
  // Past the grace period nothing that needs the connection is known any more.
  bool in_the_dark() const;
  std::string_view last_probe_message() const;
};

// Which Machine: a control plane Machine has no set.
struct MachineView {
  const MachinePlan& machine;
  const SetPlan* set = nullptr;
  const DeploymentPlan* deployment = nullptr;

  bool control_plane() const { return set == nullptr; }
  bool up_to_date() const { return set == nullptr || set->age == SetPlan::Age::Current; }
};

inline constexpr std::string_view control_plane_gates[] = {
    "APIServerPodHealthy", "ControllerManagerPodHealthy", "SchedulerPodHealthy", "EtcdPodHealthy",
    "EtcdMemberHealthy"};

std::string_view provider_id(const MachinePlan& machine, Arena& arena);
std::string_view phase(const MachinePlan& machine);
std::int64_t generation(const MachinePlan& machine);
// What a failed DockerMachine says; the reason in `reason`.
Condition infrastructure_failure(const MachinePlan& machine);

// In the order in which conditions are stored.
std::vector<Condition> machine_conditions(const Setting& setting, const MachineView& view);
// The four of the old world.
std::vector<Condition> legacy_machine_conditions(const Setting& setting, const MachineView& view);

}  // namespace telltale::fleet
