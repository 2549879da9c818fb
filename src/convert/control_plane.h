// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a control plane object of any provider tells its Cluster: whether it is initialized, and its
// replica counters in their new meaning. A counter that the object does not report is absent, never
// zero.

#include <cstdint>
#include <optional>

#include "convert/contract.h"
#include "kube/object.h"

namespace telltale::shapes {

struct ControlPlaneFacts {
  using Initialized = Latch;

  Initialized initialized = Initialized::No;
  std::optional<std::int32_t> desired = {};
  std::optional<std::int32_t> replicas = {};
  std::optional<std::int32_t> ready = {};
  std::optional<std::int32_t> available = {};
  std::optional<std::int32_t> up_to_date = {};
};

// Reads spec.replicas and, below status: initialization, initialized, replicas, readyReplicas,
// availableReplicas, unavailableReplicas, upToDateReplicas, updatedReplicas, v1beta2,
// experimentalReadyReplicas and exprimentalReadyReplicas.
ControlPlaneFacts control_plane(const Object& object, Contract contract = Contract::ByFields);

}  // namespace telltale::shapes
