// SPDX-License-Identifier: Apache-2.0
#pragma once

// How long to wait before trying again: twice as long each time up to a limit, with a random part,
// so that those who failed together do not come back together. Not safe to share between threads.

#include <chrono>
#include <cstdint>

#include "base/rng.h"

namespace telltale::client {

// Between [first, 2*first], then [2*first, 4*first] and so on, at last [max/2, max].
class Backoff {
 public:
  Backoff(std::chrono::milliseconds first, std::chrono::milliseconds max, std::uint64_t seed);

  std::chrono::milliseconds next();
  // It worked: the next failure is a first one again.
  void reset() { ceiling_ = first_ceiling_; }

 private:
  std::chrono::milliseconds max_;
  std::chrono::milliseconds first_ceiling_;
  std::chrono::milliseconds ceiling_;
  Rng rng_;
};

}  // namespace telltale::client
