// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the four conditions of a Node say together: Ready, MemoryPressure, DiskPressure,
// PIDPressure.

#include <string>

#include "catalog/machine/seen.h"

namespace telltale::machine {

// Bad beats unknown; a condition that is not there is unknown.
NodeHealth node_health(Conditions node);

// One line per condition that is not good. When several say the same sentence, as they do when the
// kubelet stops posting, it is said once for all of them.
std::string describe_node(Conditions node);

// NodeReady as copied from the Node.
Condition mirror_node_ready(Conditions node, std::string& message);

}  // namespace telltale::machine
