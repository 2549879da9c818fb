// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

#include <ctime>

namespace telltale {

Instant SystemClock::now() const {
  return std::chrono::floor<Seconds>(std::chrono::system_clock::now());
}

std::chrono::nanoseconds SystemClock::elapsed() const {
  return std::chrono::steady_clock::now().time_since_epoch();
}

std::chrono::nanoseconds cpu_time() {
  timespec spent{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
  return std::chrono::seconds{spent.tv_sec} + std::chrono::nanoseconds{spent.tv_nsec};
}

}  // namespace telltale
