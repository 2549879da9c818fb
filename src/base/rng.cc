// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"

#include "base/check.h"

namespace telltale {

// SplitMix64: tiny, fast, and good enough to shape a fleet or a storm.
std::uint64_t Rng::next() {
  state_ += 0x9E3779B97F4A7C15ULL;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
  return mixed ^ (mixed >> 31);
}

std::uint64_t Rng::below(std::uint64_t limit) {
  check(limit != 0, "a random number is drawn below a positive limit");
  // Draws in the incomplete last stretch would favour small numbers; they are thrown away.
  const std::uint64_t unfair = (0 - limit) % limit;
  for (;;) {
    const std::uint64_t drawn = next();
    if (drawn >= unfair) return drawn % limit;
  }
}

}  // namespace telltale
