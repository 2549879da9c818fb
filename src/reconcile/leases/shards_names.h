// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which shard a tree belongs to, and what the Leases of a sharded fleet are called. The same in
// every replica and on every machine.

#include <cstddef>
#include <string>
#include <string_view>

namespace telltale {

inline constexpr std::string_view member_lease_prefix = "telltale-member-";

// From the anchor of the tree ("capi/default/c1"); there is at least one shard.
std::size_t shard_of(std::string_view tree, std::size_t shards);

// "telltale-shard-03-of-16".
std::string shard_lease_name(std::size_t shard, std::size_t count);
// "telltale-member-<identity>" as far as the identity can be part of a name; what had to be left
// out is told apart by a hash.
std::string member_lease_name(std::string_view identity);

}  // namespace telltale
