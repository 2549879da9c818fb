// SPDX-License-Identifier: Apache-2.0
#include "live/leases/lease_keeper.h"

#include <mutex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "client/transport/transport_for_test.h"
#include "live/leases/lease_api_for_test.h"
#include "live/leases/shares.h"
#include "reconcile/leases/lease_holder.h"
#include "reconcile/leases/shards.h"

namespace telltale::live {
namespace {

using namespace std::chrono_literals;
using client::ManualScheduler;
using client::ScriptedTransport;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct LeaseWorld {
  ManualScheduler time = {};
  ScriptedTransport transport = {};
  LeaseApiForTest leases = {};
  client::Api api{transport, time, time.clock(), 1};
  std::vector<std::vector<std::size_t>> told = {};
  std::vector<std::string> errors = {};

  LeaseWorld() {
    transport.always([this](const client::Outgoing& outgoing) { return leases.serve(outgoing); });
  }
  LeaseSink sink() {
    return {.on_change = [this](const auto& held) { told.push_back(held); },
            .on_error = [this](const Error& error) { errors.push_back(error.detail); }};
  }
  std::unique_ptr<LeaseKeeper> keeper(std::unique_ptr<LeaseClaimant> claimant,
                                      std::string set = {}) {
    return std::make_unique<LeaseKeeper>(
        LeaseKeeperParts{api, time, time.clock()},
        LeaseKeeperOptions{.namespace_name = "telltale-system", .set = std::move(set)},
        std::move(claimant), sink());
  }
  std::unique_ptr<LeaseKeeper> leader(const std::string& identity = "me") {
    return keeper(std::make_unique<LeaseHolder>("telltale-leader", identity, LeaseRules{}, 1));
  }
  const LeaseRecord& lease(const std::string& name) { return leases.server().leases().at(name); }
};

TEST(LeaseKeeper, TakesALeaseThatIsNotThereAndTellsSo) {
  LeaseWorld world;
  const auto keeper = world.leader();
  world.time.advance(100ms);
  EXPECT_THAT(world.told, ElementsAre(ElementsAre(0U)));
  EXPECT_THAT(keeper->held(), ElementsAre(0U));
  EXPECT_THAT(world.leases.asked(), ElementsAre(format("GET {}/telltale-leader", leases_path),
                                                format("POST {}", leases_path)));
  EXPECT_EQ(world.lease("telltale-leader").holder, "me");
}

TEST(LeaseKeeper, RenewsEveryTwoSecondsAndTellsNothingNew) {
  LeaseWorld world;
  const auto keeper = world.leader();
  world.time.advance(20s);
  EXPECT_EQ(world.told.size(), 1U);
  EXPECT_NEAR(static_cast<double>(world.leases.asked().size()), 11, 1.5);
  EXPECT_EQ(world.leases.asked().back(), format("PUT {}/telltale-leader", leases_path));
}

TEST(LeaseKeeper, TellsOfTheLossAtTheRenewDeadlineWhenNobodyAnswers) {
  LeaseWorld world;
  const auto keeper = world.leader();
  world.time.advance(1s);
  world.leases.go_down();
  world.time.advance(8900ms);
  EXPECT_EQ(world.told.size(), 1U);
  world.time.advance(1200ms);
  ASSERT_EQ(world.told.size(), 2U);
  EXPECT_THAT(world.told.back(), IsEmpty());
  EXPECT_THAT(keeper->held(), IsEmpty());
  world.leases.come_back();
  world.time.advance(60s);
  EXPECT_THAT(world.told.back(), ElementsAre(0U));
}

TEST(LeaseKeeper, SaysWhyItCannotOnceUntilItChanges) {
  LeaseWorld world;
  world.leases.refuse_with(403);
  const auto keeper = world.leader();
  world.time.advance(60s);
  ASSERT_EQ(world.errors.size(), 1U);
  EXPECT_THAT(world.errors.front(), HasSubstr("leases are forbidden"));
  world.leases.refuse_with(0);
  world.time.advance(10s);
  EXPECT_THAT(keeper->held(), ElementsAre(0U));
  world.leases.refuse_with(403);
  world.time.advance(5s);
  EXPECT_EQ(world.errors.size(), 2U);
}

TEST(LeaseKeeper, ResigningTellsFirstThenGivesBackThenSaysSo) {
  LeaseWorld world;
  const auto keeper = world.leader();
  world.time.advance(1s);
  bool is_gone = false;
  keeper->resign([&] {
    is_gone = true;
    EXPECT_EQ(world.told.size(), 2U);
    EXPECT_EQ(world.lease("telltale-leader").holder, "");
  });
  EXPECT_THAT(world.told.back(), IsEmpty());
  world.time.advance(100ms);
  EXPECT_TRUE(is_gone);
  EXPECT_EQ(world.lease("telltale-leader").duration_seconds, 1);
  const std::size_t asked = world.leases.asked().size();
  world.time.advance(60s);
  EXPECT_EQ(world.leases.asked().size(), asked);
}

TEST(LeaseKeeper, ASecondTakesOverAtOnceWhenTheFirstResigns) {
  LeaseWorld world;
  const auto first = world.leader("first");
  world.time.advance(1s);
  const auto second = world.leader("second");
  world.time.advance(5s);
  EXPECT_THAT(second->held(), IsEmpty());
  first->resign({});
  world.time.advance(5s);
  EXPECT_THAT(second->held(), ElementsAre(0U));
  EXPECT_EQ(world.lease("telltale-leader").transitions, 1);
}

TEST(LeaseKeeper, ASecondTakesOverAfterALeaseDurationWhenTheFirstIsKilled) {
  LeaseWorld world;
  auto first = world.leader("first");
  world.time.advance(1s);
  const auto second = world.leader("second");
  world.time.advance(2s);
  first.reset();
  EXPECT_EQ(world.lease("telltale-leader").holder, "first");
  world.time.advance(12s);
  EXPECT_THAT(second->held(), IsEmpty());
  world.time.advance(5s);
  EXPECT_THAT(second->held(), ElementsAre(0U));
}

TEST(LeaseKeeper, NothingIsCalledAfterItsEndWhateverWasUnderWay) {
  LeaseWorld world;
  world.transport.always({});
  auto keeper = world.leader();
  world.time.advance(100ms);
  ASSERT_EQ(world.transport.size(), 1U);
  keeper.reset();
  world.transport.at(0).answer(client::refusal(404, "NotFound", "not found"));
  world.time.advance(60s);
  EXPECT_EQ(world.transport.size(), 1U);
  EXPECT_THAT(world.told, IsEmpty());
  EXPECT_THAT(world.errors, IsEmpty());
}

TEST(LeaseKeeper, MayBeEndedByTheOneItTells) {
  LeaseWorld world;
  std::unique_ptr<LeaseKeeper> keeper;
  keeper = std::make_unique<LeaseKeeper>(
      LeaseKeeperParts{world.api, world.time, world.time.clock()},
      LeaseKeeperOptions{.namespace_name = "telltale-system"},
      std::make_unique<LeaseHolder>("telltale-leader", "me", LeaseRules{}, 1),
      LeaseSink{.on_change = [&](const auto&) { keeper.reset(); }});
  world.time.advance(60s);
  EXPECT_EQ(keeper, nullptr);
  EXPECT_EQ(world.leases.asked().size(), 2U);
}

TEST(LeaseKeeper, ShardsAreListedByTheLabelOfTheirSet) {
  LeaseWorld world;
  const auto keeper = world.keeper(std::make_unique<Shards>("me", 4, LeaseRules{}), "4");
  world.time.advance(1s);
  EXPECT_EQ(world.leases.asked().front(),
            format("GET {}?labelSelector=telltale.dev%2Fshards%3D4", leases_path));
  EXPECT_THAT(keeper->held(), ElementsAre(0U, 1U, 2U, 3U));
  EXPECT_THAT(world.transport.at(1).request().body, HasSubstr(R"("telltale.dev/shards":"4")"));
}

TEST(LeaseKeeper, TwoReplicasShareTheShardsAndTheLastGetsAll) {
  LeaseWorld world;
  auto first = world.keeper(std::make_unique<Shards>("first", 4, LeaseRules{}), "4");
  world.time.advance(1s);
  const auto second = world.keeper(std::make_unique<Shards>("second", 4, LeaseRules{}), "4");
  world.time.advance(15s);
  EXPECT_EQ(first->held().size(), 2U);
  EXPECT_EQ(second->held().size(), 2U);
  bool is_gone = false;
  first->resign([&] { is_gone = true; });
  world.time.advance(5s);
  EXPECT_TRUE(is_gone);
  EXPECT_EQ(second->held().size(), 4U);
  EXPECT_FALSE(world.leases.server().leases().contains("telltale-member-first"));
}

TEST(LeaseKeeper, WhatIsNoLeaseIsTroubleAndNothingIsHeld) {
  LeaseWorld world;
  world.transport.always([](const client::Outgoing&) {
    return Result<http::Response>(client::json_answer(200, R"({"kind":"Pod"})"));
  });
  const auto keeper = world.leader();
  world.time.advance(10s);
  EXPECT_THAT(keeper->held(), IsEmpty());
  EXPECT_THAT(world.errors, ElementsAre("the answer is not a Lease"));
}

TEST(LeaseKeeper, MayComeAndGoAtAnyMomentWithThreads) {
  ScriptedTransport transport;
  LeaseApiForTest leases;
  std::mutex mutex;
  transport.always([&](const client::Outgoing& outgoing) {
    const std::lock_guard lock(mutex);
    return leases.serve(outgoing);
  });
  const SystemClock clock;
  const auto scheduler = client::make_thread_scheduler();
  client::Api api(transport, *scheduler, clock, 1, {.qps = 1e6, .burst = 1'000'000});
  const LeaseRules rules{.duration = 1s, .renew_deadline = 800ms, .retry_period = 2ms};
  const auto start = [&](int round) {
    return std::make_unique<LeaseKeeper>(
        LeaseKeeperParts{api, *scheduler, clock},
        LeaseKeeperOptions{.namespace_name = "telltale-system", .set = "4", .rules = rules},
        std::make_unique<Shards>(format("replica-{}", round), 4, rules), LeaseSink{});
  };
  for (int round = 0; round < 50; ++round) {
    const auto keeper = start(round);
    const auto killed = start(1000 + round);
    EXPECT_TRUE(round % 2 == 0 || keeper->resign_and_wait(20s));
  }
  const auto last = start(2000);
  EXPECT_TRUE(last->resign_and_wait(20s));
}

TEST(LeaseKeeper, IdentitiesAreNeverTheSame) {
  SeededEntropy entropy(1);
  const std::string one = lease_identity(entropy);
  EXPECT_NE(one, lease_identity(entropy));
  EXPECT_THAT(one, HasSubstr("_"));
}

TEST(Shares, OfOneThatIsAloneAreAllTrees) {
  const LeaseOptions options;
  const Shares shares(options);
  EXPECT_TRUE(shares.is_alone());
  EXPECT_TRUE(shares.is_ours("capi/default/c1"));
  EXPECT_TRUE(shares.ours_now()("capi/default/c1"));
  EXPECT_TRUE(shares.is_remembered("capi/default/c1"));
}

TEST(Shares, OfALeaderAreAllTreesWhileItHoldsTheLease) {
  LeaseWorld world;
  const LeaseOptions options{
      .mode = LeaseOptions::Mode::Leader, .namespace_name = "telltale-system", .identity = "me"};
  Shares shares(options);
  shares.start({world.api, world.time, world.time.clock()}, 1, world.sink());
  EXPECT_FALSE(shares.is_ours("capi/default/c1"));
  world.time.advance(1s);
  EXPECT_TRUE(shares.is_ours("capi/default/c1"));
  EXPECT_FALSE(shares.take(world.told.back()));
  EXPECT_EQ(shares.text(), "leading");
  EXPECT_FALSE(shares.is_remembered("capi/default/c1"));
  shares.remember(shares.held());
  EXPECT_TRUE(shares.is_remembered("capi/default/c1"));
  EXPECT_TRUE(shares.take({}));
  EXPECT_EQ(shares.text(), "not leading");
  EXPECT_FALSE(shares.was_ours("capi/default/c1"));
  EXPECT_FALSE(shares.is_remembered("capi/default/c1"));
}

}  // namespace
}  // namespace telltale::live
