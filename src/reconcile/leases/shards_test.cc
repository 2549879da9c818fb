// SPDX-License-Identifier: Apache-2.0
#include "reconcile/leases/shards.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "reconcile/leases/lease_world_for_test.h"

namespace telltale {
namespace {

using namespace std::chrono_literals;

std::unique_ptr<Shards> replica(std::size_t index, std::size_t shards) {
  return std::make_unique<Shards>(format("replica-{}", index), shards, LeaseRules{});
}

// How many shards each living replica holds.
std::vector<std::size_t> shares(LeaseWorldForTest& world) {
  std::vector<std::size_t> found;
  for (std::size_t index = 0; index < world.size(); ++index) {
    if (world.at(index).is_alive) found.push_back(world.held(index).size());
  }
  return found;
}

std::size_t spread(const std::vector<std::size_t>& shares) {
  return std::ranges::max(shares) - std::ranges::min(shares);
}

TEST(Shards, AloneTakesEverythingAtOnce) {
  LeaseWorldForTest world(1);
  world.weather().delay_ms_max = 0;
  world.add(replica(0, 16));
  ASSERT_TRUE(world.run(1s));
  EXPECT_EQ(world.held(0).size(), 16U);
  EXPECT_TRUE(world.server().leases().contains("telltale-member-replica-0"));
  EXPECT_TRUE(world.server().leases().contains("telltale-shard-15-of-16"));
}

TEST(Shards, ThatStartTogetherShareFromTheBeginning) {
  LeaseWorldForTest world(2);
  for (std::size_t index = 0; index < 4; ++index) world.add(replica(index, 16));
  ASSERT_TRUE(world.run(6s));
  EXPECT_EQ(world.holders().size(), 16U);
  EXPECT_LE(spread(shares(world)), 1U);
}

TEST(Shards, GivesUpOnePerRetryPeriodWhenSomebodyJoins) {
  LeaseWorldForTest world(3);
  world.add(replica(0, 8));
  ASSERT_TRUE(world.run(10s));
  world.add(replica(1, 8));
  std::size_t before = 8;
  for (int period = 0; period < 10; ++period) {
    ASSERT_TRUE(world.run(2s));
    const std::size_t now = world.held(0).size();
    EXPECT_LE(now, before);
    EXPECT_LE(before - now, 1U + (period == 0 ? 0U : 1U));
    before = now;
  }
  ASSERT_TRUE(world.run(10s));
  EXPECT_EQ(shares(world), (std::vector<std::size_t>{4, 4}));
}

TEST(Shards, OfADeadReplicaAreTakenOverWithinALeaseDuration) {
  LeaseWorldForTest world(4);
  for (std::size_t index = 0; index < 3; ++index) world.add(replica(index, 9));
  ASSERT_TRUE(world.run(30s));
  ASSERT_EQ(shares(world), (std::vector<std::size_t>{3, 3, 3}));
  world.at(1).is_alive = false;
  // Its last renewal may have been seen up to a retry period after it was made.
  ASSERT_TRUE(world.run(15s + 2s + 500ms));
  EXPECT_EQ(world.holders().size(), 9U);
  ASSERT_TRUE(world.run(10s));
  EXPECT_LE(spread(shares(world)), 1U);
}

TEST(Shards, OfOneThatResignsAreTakenOverWithinTwoRetryPeriods) {
  LeaseWorldForTest world(5);
  for (std::size_t index = 0; index < 3; ++index) world.add(replica(index, 9));
  ASSERT_TRUE(world.run(30s));
  world.at(1).claimant->resign();
  EXPECT_TRUE(world.held(1).empty());
  world.at(1).is_told = true;
  ASSERT_TRUE(world.run(5s));
  EXPECT_TRUE(world.at(1).claimant->is_gone());
  EXPECT_EQ(world.holders().size(), 9U);
  EXPECT_FALSE(world.server().leases().contains("telltale-member-replica-1"));
}

TEST(Shards, AtRestOnlyRenews) {
  LeaseWorldForTest world(6);
  for (std::size_t index = 0; index < 2; ++index) world.add(replica(index, 4));
  ASSERT_TRUE(world.run(30s));
  const std::size_t writes = world.server().writes();
  ASSERT_TRUE(world.run(20s));
  EXPECT_LE(world.server().writes() - writes, (4U + 2U) * 10U);
  for (const auto& [name, record] : world.server().leases()) {
    EXPECT_LE(record.transitions, 4) << name;
  }
}

TEST(Shards, SweepLeasesOfMembersThatAreLongDead) {
  LeaseWorldForTest world(7);
  for (std::size_t index = 0; index < 4; ++index) world.add(replica(index, 4));
  ASSERT_TRUE(world.run(10s));
  world.at(2).is_alive = false;
  world.at(3).is_alive = false;
  ASSERT_TRUE(world.run(50s));
  EXPECT_TRUE(world.server().leases().contains("telltale-member-replica-2"));
  ASSERT_TRUE(world.run(20s));
  EXPECT_FALSE(world.server().leases().contains("telltale-member-replica-2"));
  EXPECT_FALSE(world.server().leases().contains("telltale-member-replica-3"));
  EXPECT_TRUE(world.server().leases().contains("telltale-member-replica-1"));
}

TEST(Shards, CountsLiveReplicasByTheirLeases) {
  LeaseWorldForTest world(8);
  auto first = replica(0, 4);
  const Shards& shards = *first;
  world.add(std::move(first));
  world.add(replica(1, 4));
  world.add(replica(2, 4));
  ASSERT_TRUE(world.run(10s));
  EXPECT_EQ(shards.replicas(world.elapsed(world.at(0))), 3U);
  world.at(2).is_alive = false;
  ASSERT_TRUE(world.run(20s));
  EXPECT_EQ(shards.replicas(world.elapsed(world.at(0))), 2U);
}

TEST(Shards, MoreReplicasThanShardsLeavesSomeWaiting) {
  LeaseWorldForTest world(9);
  for (std::size_t index = 0; index < 5; ++index) world.add(replica(index, 2));
  ASSERT_TRUE(world.run(20s));
  EXPECT_EQ(world.holders().size(), 2U);
  EXPECT_EQ(std::ranges::max(shares(world)), 1U);
}

TEST(Shards, OfOneThatCannotReachTheServerAreLostAtTheRenewDeadline) {
  LeaseWorldForTest world(10);
  world.weather().delay_ms_max = 0;
  world.add(replica(0, 4));
  ASSERT_TRUE(world.run(5s));
  world.weather().lost_one_in = 1;
  ASSERT_TRUE(world.run(10s));
  EXPECT_TRUE(world.held(0).empty());
  world.weather().lost_one_in = 0;
  ASSERT_TRUE(world.run(10s));
  EXPECT_EQ(world.held(0).size(), 4U);
}

TEST(Shards, DoNotListenToAnswersNobodyAskedFor) {
  Shards shards("me", 2, LeaseRules{});
  LeaseRequest stray{
      .what = LeaseRequest::What::Update, .name = "telltale-shard-0-of-2", .number = 9};
  stray.record.holder = "me";
  shards.answered(stray, std::vector<NamedLease>{{stray.name, stray.record}}, 1s);
  EXPECT_TRUE(shards.held(1s).empty());
}

TEST(Shards, LookAtAtMostSoManyMembers) {
  LeaseServerForTest server;
  Shards shards("me", 1, LeaseRules{});
  std::vector<NamedLease> leases;
  for (std::size_t index = 0; index < 2 * shard_members_max; ++index) {
    const std::string name = format("other-{:05}", index);
    leases.push_back({member_lease_name(name), {.holder = name, .duration_seconds = 15}});
  }
  const auto requests = shards.next(1s, Instant(Seconds(0)));
  ASSERT_EQ(requests.size(), 1U);
  ASSERT_EQ(requests.front().what, LeaseRequest::What::List);
  shards.answered(requests.front(), leases, 1s);
  EXPECT_EQ(shards.replicas(1s), shard_members_max + 1);
}

// Assumes that the fastest clock runs less than duration / renew_deadline times the slowest.
RC_GTEST_PROP(ShardsProperty, NeverTwoHoldAShardAndWhenThingsSettleAllAreHeldInEqualShares,
              (std::uint64_t seed)) {
  LeaseWorldForTest world(seed);
  const std::size_t shards = 1 + world.rng().below(12);
  const std::size_t count = 1 + world.rng().below(5);
  const auto join = [&] { world.add(replica(world.size(), shards), drifting_rate(world.rng())); };
  join();
  for (int round = 0; round < 30; ++round) {
    if (world.size() < count && world.rng().one_in(4)) join();
    make_trouble(world);
    RC_ASSERT(world.run(std::chrono::milliseconds(world.rng().below(10'000))));
  }
  join();  // somebody must be left
  end_all_trouble(world);
  // A duration of the slowest clock, what was still on its way, and a few retry periods.
  std::set<std::size_t> seen;
  const auto end = world.time() + 17'700ms + 8s + 10s;
  while (world.time() < end) {
    RC_ASSERT(world.step());
    if (end - world.time() > 4s) continue;
    for (const auto& [shard, holders] : world.holders()) seen.insert(shard);
  }
  RC_ASSERT(seen.size() == shards);
  RC_ASSERT(world.run(3s * static_cast<int>(shards) + 20s));
  RC_ASSERT(world.holders().size() == shards);
  RC_ASSERT(spread(shares(world)) <= 1U);
  const auto settled = shares(world);
  RC_ASSERT(world.run(30s));
  RC_ASSERT(shares(world) == settled);
}

}  // namespace
}  // namespace telltale
