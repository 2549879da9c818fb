// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

namespace telltale {

Instant SystemClock::now() const {
  return std::chrono::floor<Seconds>(std::chrono::system_clock::now());
}

std::chrono::nanoseconds SystemClock::elapsed() const {
  return std::chrono::steady_clock::now().time_since_epoch();
}

}  // namespace telltale
