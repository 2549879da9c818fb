// SPDX-License-Identifier: Apache-2.0
#include "reconcile/leases/lease_holder.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/check.h"
#include "base/noon_for_test.h"
#include "reconcile/leases/lease_world_for_test.h"

namespace telltale {
namespace {

using namespace std::chrono_literals;
using What = LeaseRequest::What;

std::unique_ptr<LeaseHolder> holder(const std::string& identity, std::uint64_t seed = 1) {
  return std::make_unique<LeaseHolder>("telltale-leader", identity, LeaseRules{}, seed);
}

// Runs one request that must be there.
LeaseRequest only(std::vector<LeaseRequest> requests) {
  check(requests.size() == 1, "there is one request");
  return std::move(requests.front());
}

// One that leads since the tenth second.
struct Leading {
  LeaseServerForTest server = {};
  LeaseHolder leader{"telltale-leader", "me", {}, 1};

  Leading() {
    run(10s);
    run(10s);
  }
  What run(LeaseElapsed at) {
    const LeaseRequest request = only(leader.next(at, noon + std::chrono::floor<Seconds>(at)));
    leader.answered(request, server.serve(request), at);
    return request.what;
  }
};

TEST(LeaseHolder, ReadsThenTakesWhatNobodyHolds) {
  LeaseServerForTest server;
  LeaseHolder leader("telltale-leader", "me", {}, 1);
  const LeaseRequest read = only(leader.next(10s, noon));
  EXPECT_EQ(read.what, What::Read);
  EXPECT_TRUE(leader.next(10s, noon).empty());
  leader.answered(read, server.serve(read), 10s);
  const LeaseRequest create = only(leader.next(10s, noon));
  EXPECT_EQ(create.what, What::Create);
  EXPECT_TRUE(leader.held(10s).empty());
  leader.answered(create, server.serve(create), 10s);
  EXPECT_EQ(leader.held(10s), std::vector<std::size_t>{0});
  EXPECT_EQ(leader.wake(), LeaseElapsed(12s));
}

TEST(LeaseHolder, RenewsEveryRetryPeriodWithoutReadingAgain) {
  Leading world;
  EXPECT_TRUE(world.leader.next(11999ms, noon).empty());
  EXPECT_EQ(world.run(12s), What::Update);
  EXPECT_EQ(world.run(14s), What::Update);
  EXPECT_TRUE(world.leader.holds(23s));
  EXPECT_FALSE(world.leader.holds(24s));
}

TEST(LeaseHolder, IsLostWhenItCannotRenewInTime) {
  Leading world;
  EXPECT_FALSE(world.leader.is_lost(19s));
  EXPECT_TRUE(world.leader.is_lost(20s));
  for (LeaseElapsed at = 12s; at < 20s; at = world.leader.wake()) {
    for (const LeaseRequest& request : world.leader.next(at, noon)) {
      world.leader.answered(request, fail(Error::Kind::Unreachable, "no"), at);
    }
    ASSERT_LE(world.leader.wake(), LeaseElapsed(20s));
  }
  EXPECT_TRUE(world.leader.held(20s).empty());
}

TEST(LeaseHolder, IsLostAtOnceWhenItReadsAnothersName) {
  Leading world;
  LeaseRequest theft{.what = What::Update, .name = "telltale-leader"};
  theft.record = world.server.leases().at("telltale-leader");
  theft.record.holder = "you";
  ASSERT_TRUE(world.server.serve(theft));
  EXPECT_EQ(world.run(12s), What::Update);  // refused
  EXPECT_TRUE(world.leader.holds(12s));
  EXPECT_EQ(world.run(14s), What::Read);
  EXPECT_TRUE(world.leader.is_lost(14s));
  EXPECT_EQ(world.leader.observed_holder(), "you");
}

TEST(LeaseHolder, GivesUpOnAnAnswerThatDoesNotComeAndReadsAgain) {
  Leading world;
  ASSERT_EQ(world.leader.next(12s, noon).size(), 1U);
  EXPECT_EQ(world.leader.wake(), LeaseElapsed(17s));
  EXPECT_TRUE(world.leader.next(17s, noon).empty());
  EXPECT_EQ(world.run(19s), What::Read);
  EXPECT_EQ(world.run(19s), What::Update);
  EXPECT_TRUE(world.leader.holds(28s));
}

TEST(LeaseHolder, TakesOverExactlyWhenTheHolderIsDead) {
  Leading world;
  LeaseHolder second("telltale-leader", "you", {}, 9);
  const LeaseRequest read = only(second.next(1000s, noon));
  second.answered(read, world.server.serve(read), 1000s);
  LeaseElapsed at = second.wake();
  EXPECT_GE(at, LeaseElapsed(1002s));
  while (at < LeaseElapsed(1015s)) {
    const LeaseRequest again = only(second.next(at, noon));
    EXPECT_EQ(again.what, What::Read);
    second.answered(again, world.server.serve(again), at);
    at = second.wake();
  }
  EXPECT_EQ(at, LeaseElapsed(1015s));
  const LeaseRequest take = only(second.next(at, noon));
  EXPECT_EQ(take.record.holder, "you");
  EXPECT_EQ(take.record.transitions, 1);
}

TEST(LeaseHolder, ResignsByWritingNobodysNameAndWantsNothingMore) {
  Leading world;
  world.leader.resign();
  EXPECT_TRUE(world.leader.held(10500ms).empty());
  EXPECT_FALSE(world.leader.is_gone());
  EXPECT_EQ(world.run(10500ms), What::Update);
  EXPECT_TRUE(world.leader.is_gone());
  EXPECT_EQ(world.server.leases().at("telltale-leader").holder, "");
  EXPECT_TRUE(world.leader.next(100s, noon).empty());
  EXPECT_FALSE(world.leader.is_lost(100s));
  EXPECT_EQ(world.leader.wake(), LeaseElapsed::max());
}

TEST(LeaseHolder, ResigningWhileARenewalIsOnItsWayWaitsForIt) {
  Leading world;
  const LeaseRequest renewal = only(world.leader.next(12s, noon));
  world.leader.resign();
  EXPECT_TRUE(world.leader.next(12s, noon).empty());
  EXPECT_FALSE(world.leader.is_gone());
  world.leader.answered(renewal, world.server.serve(renewal), 12500ms);
  EXPECT_EQ(world.run(12500ms), What::Update);
  EXPECT_TRUE(world.leader.is_gone());
}

TEST(LeaseHolder, WhoNeverHeldAnythingIsGoneAtOnce) {
  LeaseHolder leader("telltale-leader", "me", {}, 1);
  leader.resign();
  EXPECT_TRUE(leader.is_gone());
  EXPECT_TRUE(leader.next(1s, noon).empty());
}

TEST(LeaseHolder, DoesNotListenToAnswersNobodyAskedFor) {
  LeaseHolder leader("telltale-leader", "me", {}, 1);
  LeaseRequest stray{.what = What::Update, .number = 7};
  stray.record.holder = "me";
  leader.answered(stray, std::vector<NamedLease>{{"telltale-leader", stray.record}}, 1s);
  EXPECT_TRUE(leader.held(1s).empty());
}

RC_GTEST_PROP(LeaseHolderProperty, NeverTwoLeadAtOnceAndSomebodyDoesWhenThingsSettle,
              (std::uint64_t seed)) {
  LeaseWorldForTest world(seed);
  const std::size_t count = 2 + world.rng().below(4);
  for (std::size_t index = 0; index < count; ++index) {
    world.add(holder(format("replica-{}", index), seed + index), drifting_rate(world.rng()));
  }
  for (int round = 0; round < 40; ++round) {
    make_trouble(world);
    RC_ASSERT(world.run(std::chrono::milliseconds(world.rng().below(10'000))));
  }
  end_all_trouble(world);
  world.at(0).is_alive = true;  // somebody must be left
  // The slowest clock waits 15 s in 17.7, and delayed messages may still renew once.
  RC_ASSERT(world.run(17'700ms + 8s + 3 * 4'400ms));
  RC_ASSERT(world.holders().size() == 1U);
  const auto leader = world.holders();
  RC_ASSERT(world.run(60s));
  RC_ASSERT(world.holders() == leader);
}

}  // namespace
}  // namespace telltale
