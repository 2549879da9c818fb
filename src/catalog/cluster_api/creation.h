// SPDX-License-Identifier: Apache-2.0
#pragma once

// Why objects that somebody owns could not be created, as far as objects tell. telltale creates
// nothing itself: it reads the legacy MachinesCreated condition and the FailedCreate Events of the
// owner.

#include <cstddef>
#include <string>
#include <string_view>

#include "observe/world.h"

namespace telltale {

inline constexpr std::size_t creation_errors_max = 3;

// The distinct errors joined by "; ", without generated names; nothing when creation did not fail.
// A child of `child_kind` that was created after a failure shows that creating works again.
std::string creation_errors(const World& world, const Object& owner, std::string_view child_kind);

}  // namespace telltale
