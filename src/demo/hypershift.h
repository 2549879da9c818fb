// SPDX-License-Identifier: Apache-2.0
#pragma once

// A hosted cluster of HyperShift with its pools: what people and the HyperShift operator write.
// Progressing of a NodePool is telltale's.

#include "demo/workers.h"

namespace telltale::demo {

// How a pool stands, as the operator counts it.
struct PoolCount {
  std::uint64_t desired = 0;
  std::uint64_t ready = 0;
};

const ClusterPlan& hosted_cluster();
// The MachineDeployment of a pool, "np-web" or "np-gpu".
SetPlan pool_set(std::string_view pool, std::uint64_t replicas);

Write pool_write(std::string_view pool, const PoolCount& count, const ActorContext& context);
// Everything but the pools.
Writes hosted_cluster_writes(const ActorContext& context);
// One pool with all its Machines running.
Writes pool_writes(std::string_view pool, std::uint64_t replicas, const ActorContext& context);

}  // namespace telltale::demo
