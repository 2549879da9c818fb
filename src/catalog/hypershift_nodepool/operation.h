// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a pool is busy with, when nothing fails.

#include <cstdint>
#include <optional>

namespace telltale::hypershift_nodepool {

enum class Operation : std::uint8_t {
  Steady,        // nothing to do
  Upgrading,     // to another version
  Provisioning,  // the first machines, or what they are made by, are not there yet
  Scaling,
  Changing,  // a rollout of config or template, a repair, a machine on its way out
};

// The facts that tell.
struct Work {
  bool automated = true;                     // Machines are made by Cluster API
  std::optional<std::int32_t> desired = {};  // nothing: nobody knows
  std::optional<std::int32_t> available = {};
  std::int32_t existing = 0;    // replicas of the MachineDeployment or MachineSet
  bool has_version = false;     // a rollout was once completed
  bool lacks_workload = false;  // no MachineDeployment or MachineSet, for sure
  bool has_machines = false;    // deleting ones included
  bool machine_leaves = false;  // some Machine is deleting or to be replaced
  bool updates_version = false;
  bool updates_machines = false;  // their config or their template, not the version
  bool lacks_health = false;      // some Machine is not ready or some Node not healthy
};

Operation operation_of(const Work& work);

}  // namespace telltale::hypershift_nodepool
