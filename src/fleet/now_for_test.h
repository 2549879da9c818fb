// SPDX-License-Identifier: Apache-2.0
#pragma once

// When a fleet is looked at, unless its options say otherwise.

#include "base/instant.h"
#include "fleet/plan.h"

namespace telltale::fleet {

inline constexpr Instant now = FleetOptions{}.now;

}  // namespace telltale::fleet
