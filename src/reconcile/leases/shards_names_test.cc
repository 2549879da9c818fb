// SPDX-License-Identifier: Apache-2.0
#include "reconcile/leases/shards_names.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale {
namespace {

TEST(ShardNames, AreOfOneWidthAndSayHowManyThereAre) {
  EXPECT_EQ(shard_lease_name(3, 16), "telltale-shard-03-of-16");
  EXPECT_EQ(shard_lease_name(0, 1), "telltale-shard-0-of-1");
  EXPECT_EQ(shard_lease_name(1023, 1024), "telltale-shard-1023-of-1024");
}

TEST(ShardNames, OfMembersHoldTheIdentityWhereItIsAName) {
  EXPECT_EQ(member_lease_name("telltale-5d9f7c-abcde"), "telltale-member-telltale-5d9f7c-abcde");
}

TEST(ShardNames, OfMembersStayValidAndDistinctForEveryIdentity) {
  const std::string one = member_lease_name("Host_1");
  EXPECT_TRUE(one.starts_with("telltale-member-host-1-")) << one;
  EXPECT_NE(one, member_lease_name("host-1"));
  EXPECT_NE(one, member_lease_name("host_1"));
  EXPECT_NE(member_lease_name(""), member_lease_name("___"));
  EXPECT_TRUE(member_lease_name("").back() != '-');
  const std::string first = member_lease_name(std::string(1000, 'a'));
  EXPECT_LE(first.size(), 253U);
  EXPECT_NE(first, member_lease_name(std::string(1001, 'a')));
}

TEST(ShardNames, TreesFallIntoShardsEvenlyAndAlwaysTheSameWay) {
  EXPECT_EQ(shard_of("capi/default/c1", 1), 0U);
  std::vector<int> counts(16);
  for (int tree = 0; tree < 16'000; ++tree) {
    ++counts[shard_of(format("capi/default/cluster-{}", tree), counts.size())];
  }
  for (const int count : counts) {
    EXPECT_GT(count, 850);
    EXPECT_LT(count, 1150);
  }
}

// Replicas of two versions must agree: these never change.
TEST(ShardNames, TheShardOfATreeIsPartOfTheContract) {
  EXPECT_EQ(shard_of("capi/default/c1", 16), 13U);
  EXPECT_EQ(shard_of("hypershift/clusters-a", 16), 4U);
  EXPECT_EQ(shard_of("", 16), 3U);
}

}  // namespace
}  // namespace telltale
