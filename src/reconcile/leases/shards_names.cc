// SPDX-License-Identifier: Apache-2.0
#include "reconcile/leases/shards_names.h"

#include <cstdint>

#include "base/check.h"
#include "base/letters.h"
#include "base/stable_hash.h"
#include "base/text.h"

namespace telltale {
namespace {

// With the prefix and the hash still a valid name.
constexpr std::size_t identity_bytes_max = 200;

// Stirred at the end: the low bits alone would follow the last letters too closely.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = stable_hash(text);
  hash ^= hash >> 32;
  hash *= 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 29);
}

bool is_alphanumeric(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
}

std::size_t digits_of(std::size_t number) { return format("{}", number).size(); }

}  // namespace

std::size_t shard_of(std::string_view tree, std::size_t shards) {
  check(shards > 0, "a fleet has at least one shard");
  return static_cast<std::size_t>(hash_of(tree) % shards);
}

std::string shard_lease_name(std::size_t shard, std::size_t count) {
  return format("telltale-shard-{:0{}}-of-{}", shard, digits_of(count), count);
}

std::string member_lease_name(std::string_view identity) {
  std::string name;
  for (const char letter : identity.substr(0, identity_bytes_max)) {
    const char lower = lower_letter(letter);
    name.push_back(is_alphanumeric(lower) ? lower : '-');
  }
  while (name.ends_with('-')) name.pop_back();
  if (name == identity && !name.empty()) return format("{}{}", member_lease_prefix, name);
  const std::string_view joint = name.empty() ? "" : "-";
  return format("{}{}{}{:016x}", member_lease_prefix, name, joint, hash_of(identity));
}

}  // namespace telltale
