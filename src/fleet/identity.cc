// SPDX-License-Identifier: Apache-2.0
#include "fleet/identity.h"

#include "base/rng.h"
#include "base/stable_hash.h"

namespace telltale::fleet {

std::uint64_t Identity::number(std::string_view kind, std::string_view namespace_name,
                               std::string_view name) const {
  std::uint64_t hash = Rng(seed_).next();
  for (const std::string_view word : {kind, namespace_name, name})
    hash = stable_hash_part(word, hash);
  return hash;
}

std::string Identity::uid(std::string_view kind, std::string_view namespace_name,
                          std::string_view name) const {
  constexpr std::string_view digits = "0123456789abcdef";
  constexpr std::size_t digits_per_draw = 16;
  Rng rng(number(kind, namespace_name, name));
  std::uint64_t bits = 0;
  std::size_t drawn = 0;
  std::string uid = "xxxxxxxx-xxxx-4xxx-vxxx-xxxxxxxxxxxx";
  for (char& c : uid) {
    if (c != 'x' && c != 'v') continue;
    bits = drawn++ % digits_per_draw == 0 ? rng.next() : bits >> 4;
    c = digits[c == 'x' ? bits & 15 : 8 + (bits & 3)];
  }
  return uid;
}

std::string Identity::resource_version(std::string_view kind, std::string_view namespace_name,
                                       std::string_view name) const {
  constexpr std::uint64_t first = 10'000;
  constexpr std::uint64_t span = 90'000'000;
  return std::to_string(first + number(kind, namespace_name, name) % span);
}

std::string name_suffix(std::uint64_t start, std::uint64_t index) {
  constexpr std::string_view alphabet = "bcdfghjklmnpqrstvwxz2456789";
  constexpr std::uint64_t names = 27ULL * 27 * 27 * 27 * 27;
  constexpr std::uint64_t stride = 8'161'237;  // no multiple of 3, so no two indexes meet
  std::uint64_t rest = (start % names + index % names * stride) % names;
  std::string suffix(5, 'b');
  for (char& c : suffix) {
    c = alphabet[rest % alphabet.size()];
    rest /= alphabet.size();
  }
  return suffix;
}

}  // namespace telltale::fleet
