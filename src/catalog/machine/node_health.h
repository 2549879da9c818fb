// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the conditions of a Node say together, those that the settings name: Ready, MemoryPressure,
// DiskPressure, PIDPressure, and in the proposal NetworkUnavailable where it is reported.

#include <span>
#include <string>

#include "catalog/cluster_api/node_conditions.h"
#include "catalog/machine/seen.h"

namespace telltale::machine {

// Bad beats unknown; a condition that every kubelet reports and that is not there is unknown.
NodeHealth node_health(Conditions node, std::span<const NodeCondition> summed_up);

// One line per condition that is not good. When several say the same sentence, as they do when the
// kubelet stops posting, it is said once for all of them.
std::string describe_node(Conditions node, std::span<const NodeCondition> summed_up);

// NodeReady as copied from the Node.
Condition mirror_node_ready(Conditions node, std::string& message);

}  // namespace telltale::machine
