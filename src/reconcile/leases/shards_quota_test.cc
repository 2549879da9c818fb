// SPDX-License-Identifier: Apache-2.0
#include "reconcile/leases/shards_quota.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"

namespace telltale {
namespace {

TEST(ShardQuota, OneReplicaGetsEverything) { EXPECT_EQ(shard_quota({{"a", 0}}, "a", 16), 16U); }

TEST(ShardQuota, TheOddOnesGoToThoseThatHoldMost) {
  const ShardCounts counts{{"a", 1}, {"b", 3}, {"c", 3}, {"d", 3}};
  EXPECT_EQ(shard_quota(counts, "a", 10), 2U);
  EXPECT_EQ(shard_quota(counts, "b", 10), 3U);
  EXPECT_EQ(shard_quota(counts, "c", 10), 3U);
  EXPECT_EQ(shard_quota(counts, "d", 10), 2U);
}

TEST(ShardQuota, MoreReplicasThanShardsLeavesSomeWithout) {
  const ShardCounts counts{{"a", 0}, {"b", 1}, {"c", 0}};
  EXPECT_EQ(shard_quota(counts, "b", 2), 1U);
  EXPECT_EQ(shard_quota(counts, "a", 2), 1U);
  EXPECT_EQ(shard_quota(counts, "c", 2), 0U);
}

RC_GTEST_PROP(ShardQuotaProperty, AllTogetherGetEveryShardAndNoTwoDifferByMoreThanOne,
              (const std::vector<std::uint8_t>& held, std::uint16_t shards)) {
  RC_PRE(!held.empty());
  ShardCounts counts;
  for (std::size_t index = 0; index < held.size(); ++index) {
    counts[format("replica-{}", index)] = held[index];
  }
  std::vector<std::size_t> quotas;
  for (const auto& [name, count] : counts) quotas.push_back(shard_quota(counts, name, shards));
  std::size_t sum = 0;
  for (const std::size_t quota : quotas) sum += quota;
  RC_ASSERT(sum == shards);
  RC_ASSERT(std::ranges::max(quotas) - std::ranges::min(quotas) <= 1U);
}

RC_GTEST_PROP(ShardQuotaProperty, WhatIsBalancedStaysWhereItIs, (std::uint8_t replicas)) {
  RC_PRE(replicas > 0);
  const std::size_t shards = *rc::gen::inRange<std::size_t>(0, 1000);
  ShardCounts counts;
  for (std::size_t index = 0; index < replicas; ++index) {
    const std::size_t odd = shards % replicas;
    counts[format("replica-{}", index)] = shards / replicas + (index >= replicas - odd ? 1 : 0);
  }
  for (const auto& [name, count] : counts) RC_ASSERT(shard_quota(counts, name, shards) == count);
}

}  // namespace
}  // namespace telltale
