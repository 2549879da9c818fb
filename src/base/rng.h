// SPDX-License-Identifier: Apache-2.0
#pragma once

// Seeded randomness: the same seed gives the same numbers on every machine, which the standard
// library's distributions do not promise. Not for secrets. Not safe to share between threads.

#include <cstdint>

namespace telltale {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();
  // Uniform in [0, limit); the limit must not be zero.
  std::uint64_t below(std::uint64_t limit);
  // True once in `limit` draws, on average.
  bool one_in(std::uint64_t limit) { return below(limit) == 0; }

 private:
  std::uint64_t state_;
};

}  // namespace telltale
