// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who is there when the demonstration begins, everybody well: three clusters of Cluster API, a
// hosted cluster of HyperShift with two pools, a pool of Karpenter, two clusters of Hive.

#include "demo/demo.h"
#include "demo/workers.h"

namespace telltale::demo {

const ClusterPlan& edge();

inline constexpr std::uint64_t rolling_replicas = 3;
inline constexpr std::uint64_t gpu_replicas = 2;

// The two sets of prod-eu-md-0, which take turns: every rollout goes from one to the other.
SetPlan rolling_set(std::uint64_t turn, std::uint64_t replicas);
SetPlan steady_workers(const ClusterPlan& cluster, std::string_view name, std::uint64_t replicas);
SetPlan us_workers();

// Takes away what an earlier run left half done, then writes everybody.
Writes fleet_writes(const ActorContext& context);
DemoFigures fleet_figures();

}  // namespace telltale::demo
