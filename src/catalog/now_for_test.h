// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: the instant at which tables and ladders are asked, a midnight.

#include <chrono>

#include "base/instant.h"

namespace telltale::ladders {

inline constexpr Instant now{std::chrono::sys_days(std::chrono::year(2026) / 5 / 1)};

}  // namespace telltale::ladders
