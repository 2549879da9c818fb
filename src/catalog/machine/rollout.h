// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a Machine compares with what its MachineDeployment or control plane wants. Under a deployment
// the MachineSet's template stands for the Machine, as it does for the controller that decides
// about rollouts; a control plane, and a set that stands alone, look at the Machine and what it was
// made from.

#include "catalog/machine/seen.h"

namespace telltale::machine {

// Not managed for Machines that stand alone, nor, where the dialect leaves them out, for those of a
// MachineSet that does; nor while their control plane is paused, which keeps what it said.
Rollout see_rollout(const World& world, const Object& machine, const Dialect& dialect);

// The comparison itself, which MachineSets need too. Fields that are propagated in place do not
// count: labels, annotations, minReadySeconds, readinessGates, timeouts, taints.
Rollout compare_templates(const Object& machine_set, const Object& deployment);
bool differs(const Rollout& rollout, Instant now);

}  // namespace telltale::machine
