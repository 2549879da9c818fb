// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/operation.h"

namespace telltale::hypershift_nodepool {
namespace {

// Nobody counts where nobody makes Machines; what is not known is taken as it should be.
Operation operation_by_conditions(const Work& work) {
  if (!work.has_version) return Operation::Provisioning;
  if (work.desired && work.available && *work.desired != *work.available) {
    return Operation::Scaling;
  }
  return work.updates_machines ? Operation::Changing : Operation::Steady;
}

}  // namespace

Operation operation_of(const Work& work) {
  if (work.updates_version) return Operation::Upgrading;
  if (!work.automated) return operation_by_conditions(work);
  const std::int32_t available = work.available.value_or(0);
  const std::int32_t desired = work.desired.value_or(available);
  const bool is_empty =
      work.desired == 0 && available == 0 && work.existing == 0 && !work.has_machines;
  // A pool of nothing is complete, whatever it lacks.
  if (is_empty) return work.updates_machines ? Operation::Changing : Operation::Steady;
  if (!work.has_version || work.lacks_workload) return Operation::Provisioning;
  const bool has_surplus = available > desired || work.existing > desired;
  // A rollout makes new machines before it removes old ones.
  const bool surges = work.updates_machines && available >= desired;
  if (available < desired || (has_surplus && !surges)) return Operation::Scaling;
  const bool changes = work.updates_machines || work.machine_leaves || work.lacks_health;
  return changes ? Operation::Changing : Operation::Steady;
}

}  // namespace telltale::hypershift_nodepool
