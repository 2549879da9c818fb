// SPDX-License-Identifier: Apache-2.0
#include "reconcile/leases/shards_quota.h"

#include "base/check.h"

namespace telltale {

std::size_t shard_quota(const ShardCounts& counts, std::string_view replica, std::size_t shards) {
  const auto self = counts.find(replica);
  check(self != counts.end(), "a replica counts itself among the live ones");
  std::size_t before = 0;  // replicas that come before it when the odd ones are given out
  for (const auto& [name, count] : counts) {
    if (count > self->second || (count == self->second && name < self->first)) ++before;
  }
  const std::size_t odd = shards % counts.size();
  return shards / counts.size() + (before < odd ? 1 : 0);
}

}  // namespace telltale
