// SPDX-License-Identifier: Apache-2.0
#pragma once

// The instant at which most tests take place.

#include <chrono>

#include "base/instant.h"

namespace telltale {

inline constexpr Instant noon =
    std::chrono::sys_days{std::chrono::January / 1 / 2026} + std::chrono::hours{12};

}  // namespace telltale
