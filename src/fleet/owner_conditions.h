// SPDX-License-Identifier: Apache-2.0
#pragma once

// The conditions that the controllers would have stored on MachineSets, MachineDeployments, the
// control plane and the Cluster, given what was gathered of their Machines.

#include <vector>

#include "fleet/gather.h"
#include "fleet/machine_conditions.h"
#include "fleet/plan.h"
#include "kube/condition.h"

namespace telltale::fleet {

inline constexpr std::int64_t owner_generation = 1;
// A deployment whose template was changed once.
std::int64_t generation(const DeploymentPlan& deployment);

std::vector<Condition> set_conditions(const Setting& setting, const SetPlan& set,
                                      const Gathered& machines);

std::vector<Condition> deployment_conditions(const Setting& setting,
                                             const DeploymentPlan& deployment,
                                             const Gathered& machines);

std::vector<Condition> control_plane_conditions(const Setting& setting, const Gathered& machines);

// What a Cluster sees: its control plane, and each deployment with its Machines.
struct ClusterParts {
  Gathered control_plane;
  Gathered workers;
  std::vector<Condition> control_plane_conditions;
  std::vector<std::vector<Condition>> deployment_conditions;  // in the order of the plan
};

std::vector<Condition> cluster_conditions(const Setting& setting, const ClusterParts& parts);

}  // namespace telltale::fleet
