// SPDX-License-Identifier: Apache-2.0
#pragma once

// The checks that hold back a MachineSet from creating Machines: a control plane that is not
// stable, and versions too far apart.

#include <string>

#include "kube/object.h"
#include "observe/world.h"

namespace telltale::machineset {

// One "* ..." line per failed check, joined by line breaks; nothing when all pass, are skipped by
// annotation, or the control plane tells no version.
std::string preflight_lines(const World& world, const Object& machine_set);

}  // namespace telltale::machineset
