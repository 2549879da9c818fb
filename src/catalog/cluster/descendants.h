// SPDX-License-Identifier: Apache-2.0
#pragma once

// What must be gone before a Cluster's control plane and infrastructure are deleted.

#include <string>

#include "catalog/cluster/seen.h"

namespace telltale::cluster {

inline constexpr std::size_t listed_descendants_max = 5;

// "* MachineDeployments: md-0, md-1" and so on, one line for each kind that is left; or nothing.
// Walks through all of them, which only a Cluster that is being deleted has to bear.
std::string list_descendants(const World& world, const Object& cluster, const Seen& seen);

}  // namespace telltale::cluster
