// SPDX-License-Identifier: Apache-2.0
#pragma once

// The only door to unpredictable bytes: identifiers, keys and tokens. What must be the same again
// (fleets, simulations) draws from an Rng instead, or is handed a SeededEntropy.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/rng.h"

namespace telltale {

class Entropy {
 public:
  virtual ~Entropy() = default;
  virtual void fill(std::span<std::uint8_t> bytes) = 0;
};

// From the operating system. Safe to share between threads.
class SystemEntropy final : public Entropy {
 public:
  void fill(std::span<std::uint8_t> bytes) override;
};

// The same bytes for the same seed. Not for secrets, and not safe to share between threads.
class SeededEntropy final : public Entropy {
 public:
  explicit SeededEntropy(std::uint64_t seed) : rng_(seed) {}
  void fill(std::span<std::uint8_t> bytes) override;

 private:
  Rng rng_;
};

// A random (version 4) UUID in lower case: "6ed30be1-8d5c-437e-8454-f8a14552b9f1".
std::string random_uuid(Entropy& entropy);
// `length` letters of `alphabet`, each equally likely.
std::string random_letters(Entropy& entropy, std::string_view alphabet, std::size_t length);
// `bytes` random bytes as lower-case hexadecimal digits.
std::string random_hex(Entropy& entropy, std::size_t bytes);

}  // namespace telltale
