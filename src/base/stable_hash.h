// SPDX-License-Identifier: Apache-2.0
#pragma once

// FNV-1a, 64 bits: the same number on every machine and in every release, so it may stand in names
// and files. Not for keys that an attacker chooses, and not for secrets.

#include <cstdint>
#include <string_view>

namespace telltale {

inline constexpr std::uint64_t stable_hash_start = 0xcbf29ce484222325U;

// `hash` is where it goes on from: of several texts, one after the other.
constexpr std::uint64_t stable_hash(std::string_view text, std::uint64_t hash = stable_hash_start) {
  for (const char byte : text) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  }
  return hash;
}

// Of one of several texts: what ends it keeps ("ab", "c") and ("a", "bc") apart.
constexpr std::uint64_t stable_hash_part(std::string_view text, std::uint64_t hash) {
  return stable_hash("\xFF", stable_hash(text, hash));
}

// The examples of its authors.
static_assert(stable_hash("") == 0xcbf29ce484222325U);
static_assert(stable_hash("a") == 0xaf63dc4c8601ec8cU);
static_assert(stable_hash("foobar") == 0x85944171f73967e8U);

}  // namespace telltale
