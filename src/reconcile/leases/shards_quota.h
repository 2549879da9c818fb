// SPDX-License-Identifier: Apache-2.0
#pragma once

// How many shards each replica should hold: all of them together every shard, no two replicas more
// than one apart, and the odd ones go to those that hold most already, so that as few as possible
// change hands. Pure: replicas that see the same count the same.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace telltale {

// How many shards each live replica holds.
using ShardCounts = std::map<std::string, std::size_t, std::less<>>;

// Of one of them.
std::size_t shard_quota(const ShardCounts& counts, std::string_view replica, std::size_t shards);

}  // namespace telltale
