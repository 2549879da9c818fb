// SPDX-License-Identifier: Apache-2.0
#pragma once

// Why Machines of a set could not be created, as far as objects tell. telltale creates nothing
// itself: it reads the legacy MachinesCreated condition and the FailedCreate Events of the set.

#include <string>

#include "catalog/machineset/seen.h"

namespace telltale::machineset {

inline constexpr std::size_t creation_errors_max = 3;

// The distinct errors joined by "; ", without generated names; nothing when creation did not fail.
std::string creation_errors(const World& world, const Sheet& sheet, const Object& machine_set);

}  // namespace telltale::machineset
