// SPDX-License-Identifier: Apache-2.0
#include "server/flow/fair_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "base/text.h"

namespace telltale::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using Started = FairQueue::Started;

FairQueue::Job nothing() {
  return {.run = [] {}, .refuse = [](Refused) {}};
}

// A queue whose clock is stepped, and what is under way.
class QueueForTest {
 public:
  explicit QueueForTest(const FairLimits& limits) : queue(limits) {}

  bool push(Level level, std::string flow, std::size_t width = 1) {
    FairQueue::Job job = nothing();
    return queue.push({.level = level, .flow = std::move(flow), .width = width}, job, now);
  }
  void start_all() {
    while (auto next = queue.start(now)) running.push_back(std::move(*next));
  }
  void finish(std::size_t which) {
    queue.finish(running[which], now);
    running.erase(running.begin() + static_cast<std::ptrdiff_t>(which));
  }
  std::size_t seats_of(std::string_view flow) const {
    std::size_t seats = 0;
    for (const Started& one : running) seats += one.flow == flow ? one.width : 0;
    return seats;
  }

  FairQueue queue;
  nanoseconds now{0};
  std::vector<Started> running;
};

// One seat for workloads and nothing else, as wide as is asked for.
FairLimits plain_limits(std::size_t seats) {
  FairLimits limits{.seats = seats};
  limits.levels[static_cast<std::size_t>(Level::Workload)] = {.reserved = seats,
                                                              .seats_max = seats,
                                                              .flow_seats_max = seats,
                                                              .waiting_max = 100'000,
                                                              .flow_waiting_max = 100'000};
  return limits;
}

TEST(FairQueue, LeasesAreServedWhileTenThousandListsOfOneUserWait) {
  FairLimits limits = fair_limits(32);
  FairLimits::OfLevel& workload = limits.levels[static_cast<std::size_t>(Level::Workload)];
  workload.waiting_max = workload.flow_waiting_max = 100'000;
  QueueForTest test(limits);
  for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(test.push(Level::Workload, "greedy", 8));
  test.start_all();
  ASSERT_GT(test.running.size(), 0U);
  ASSERT_TRUE(test.push(Level::Elections, "node"));
  const auto lease = test.queue.start(test.now);
  ASSERT_TRUE(lease.has_value());
  EXPECT_EQ(lease->flow, "node");
  EXPECT_EQ(lease->waited, nanoseconds(0));
}

TEST(FairQueue, OneUserNeverTakesAllTheSeatsOfTheirLevel) {
  QueueForTest test(fair_limits(32));
  for (int i = 0; i < 400; ++i) ASSERT_TRUE(test.push(Level::Workload, "greedy"));
  test.start_all();
  EXPECT_EQ(test.seats_of("greedy"), 21U);
  ASSERT_TRUE(test.push(Level::Workload, "bystander"));
  test.start_all();
  EXPECT_EQ(test.seats_of("bystander"), 1U);
}

TEST(FairQueue, ManyUsersNeverTakeTheSeatsOfOtherLevels) {
  QueueForTest test(fair_limits(32));
  for (int i = 0; i < 500; ++i) {
    ASSERT_TRUE(test.push(Level::Workload, format("user-{}", i % 100), 8));
  }
  test.start_all();
  EXPECT_LE(test.queue.figures(Level::Workload).seats, 25U);
  for (const Level level : {Level::Elections, Level::System, Level::Strangers}) {
    ASSERT_TRUE(test.push(level, "somebody"));
    test.start_all();
    EXPECT_EQ(test.queue.figures(level).running, 1U) << name_of(level);
  }
}

// A level's own seats are its own, also where a wide request needs all of them.
TEST(FairQueue, AWideRequestBeginsThoughOtherLevelsAreBusy) {
  QueueForTest test(fair_limits(32));
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(test.push(Level::System, format("own-{}", i % 5)));
  test.start_all();
  ASSERT_TRUE(test.push(Level::Workload, "wide", 1000));
  test.start_all();
  EXPECT_EQ(test.seats_of("wide"), 8U);
}

TEST(FairQueue, WhatIsExemptNeverWaits) {
  QueueForTest test(fair_limits(1));
  ASSERT_TRUE(test.push(Level::Workload, "a"));
  test.start_all();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(test.push(Level::Exempt, "the server"));
  test.start_all();
  EXPECT_EQ(test.queue.figures(Level::Exempt).running, 5U);
}

TEST(FairQueue, AUserWithLittleIsServedBeforeTheRestOfOneWithMuch) {
  QueueForTest test(plain_limits(1));
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(test.push(Level::Workload, "greedy"));
  test.start_all();
  ASSERT_TRUE(test.push(Level::Workload, "late"));
  test.now += milliseconds(5);
  test.finish(0);
  test.start_all();
  EXPECT_EQ(test.running.at(0).flow, "late");
}

// What counts is the time taken, not the number of requests.
TEST(FairQueue, WhoseRequestsTakeTenTimesAsLongGetsATenthOfThem) {
  QueueForTest test(plain_limits(1));
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(test.push(Level::Workload, "slow"));
    ASSERT_TRUE(test.push(Level::Workload, "quick"));
  }
  std::map<std::string, int> served;
  for (int i = 0; i < 550; ++i) {
    test.start_all();
    const std::string flow = test.running.at(0).flow;
    test.now += flow == "slow" ? milliseconds(100) : milliseconds(10);
    test.finish(0);
    ++served[flow];
  }
  EXPECT_NEAR(served["slow"], 50, 2);
  EXPECT_NEAR(served["quick"], 500, 2);
}

TEST(FairQueue, NobodySavesUpTimeByBeingIdle) {
  QueueForTest test(plain_limits(1));
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(test.push(Level::Workload, "steady"));
  for (int i = 0; i < 100; ++i) {
    test.start_all();
    test.now += milliseconds(10);
    test.finish(0);
  }
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(test.push(Level::Workload, "late"));
  std::map<std::string, int> served;
  for (int i = 0; i < 50; ++i) {
    test.start_all();
    ++served[test.running.at(0).flow];
    test.now += milliseconds(10);
    test.finish(0);
  }
  EXPECT_NEAR(served["steady"], 25, 1);
}

TEST(FairQueue, WhatFindsNoRoomToWaitIsRefusedAndCounted) {
  const FairLimits limits = fair_limits(32);
  QueueForTest test(limits);
  std::size_t taken = 0;
  while (test.push(Level::Workload, "greedy", 8)) ++taken;
  EXPECT_EQ(taken, limits.of(Level::Workload).flow_waiting_max / 8);
  // Nobody else is refused for that, until all together are too many.
  for (int user = 0; test.push(Level::Workload, format("user-{}", user), 8); ++user) ++taken;
  EXPECT_EQ(taken, limits.of(Level::Workload).waiting_max / 8);
  EXPECT_TRUE(test.push(Level::Elections, "node"));
  EXPECT_EQ(test.queue.figures(Level::Workload).refused[0], 2U);
}

TEST(FairQueue, WhoWaitsTooLongIsRefused) {
  QueueForTest test(plain_limits(1));
  ASSERT_TRUE(test.push(Level::Workload, "a"));
  test.start_all();
  ASSERT_TRUE(test.push(Level::Workload, "b"));
  FairQueue::Job patient{.run = [] {}, .refuse = {}};
  ASSERT_TRUE(test.queue.push({.flow = "c"}, patient, test.now));
  test.now += seconds(14);
  ASSERT_TRUE(test.push(Level::Workload, "b"));
  EXPECT_EQ(test.queue.take_late(test.now).size(), 0U);
  test.now += seconds(1);
  EXPECT_EQ(test.queue.take_late(test.now).size(), 1U);
  EXPECT_EQ(test.queue.figures(Level::Workload).waiting, 2U);
  EXPECT_EQ(test.queue.figures(Level::Workload).refused[1], 1U);
}

TEST(FairQueue, ManyUsersShareQueuesInsteadOfGrowingThem) {
  QueueForTest test(plain_limits(1));
  for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(test.push(Level::Workload, format("user-{}", i)));
  std::map<std::string, int> flows;
  for (int i = 0; i < 10'000; ++i) {
    test.start_all();
    ++flows[test.running.at(0).flow];
    test.finish(0);
  }
  EXPECT_EQ(flows.size(), FairQueue::flows_max + FairQueue::shared_flows);
  EXPECT_TRUE(test.queue.idle());
}

// ---- the law, for whatever comes

// Random users with random requests on so many seats, for a while.
class Simulation {
 public:
  Simulation(std::uint64_t seed, std::size_t seats, std::size_t users)
      : rng_(seed), test_(plain_limits(seats)), seats_(seats), waiting_(users), charged_(users) {
    lead_.assign(users, std::vector<nanoseconds>(users, nanoseconds(0)));
  }

  void run(int steps) {
    for (int step = 0; step < steps; ++step) {
      arrive();
      start();
      hold_the_law();
      test_.now += milliseconds(draw(0, 5));
      finish_some();
    }
  }

 private:
  static constexpr int longest_ms = 50;

  int draw(int from, int to) {
    return from + static_cast<int>(rng_.below(static_cast<std::uint64_t>(to - from + 1)));
  }
  static std::string name(std::size_t user) { return format("{}", user); }

  void arrive() {
    // Some come in bursts, some one by one: user 0 is the greediest.
    for (std::size_t user = 0; user < waiting_.size(); ++user) {
      const int burst = draw(0, 9) == 0 ? draw(0, 60 / static_cast<int>(user + 1)) : 0;
      for (int i = 0; i < burst; ++i) {
        const auto width = static_cast<std::size_t>(draw(1, static_cast<int>(seats_)));
        RC_ASSERT(test_.push(Level::Workload, name(user), width));
        if (waiting_[user]++ == 0) begin_to_wait(user);
      }
    }
  }
  // From now on the two are compared.
  void begin_to_wait(std::size_t user) {
    for (std::size_t other = 0; other < waiting_.size(); ++other) {
      lead_[user][other] = charged_[user] - charged_[other];
      lead_[other][user] = -lead_[user][other];
    }
  }
  void start() {
    while (auto next = test_.queue.start(test_.now)) {
      const std::size_t user = std::stoul(next->flow);
      --waiting_[user];
      charged_[user] += FairQueue::charge_min * next->width;
      ends_.push_back(test_.now + milliseconds(draw(0, longest_ms)));
      test_.running.push_back(std::move(*next));
      RC_ASSERT(test_.queue.figures(Level::Workload).seats <= seats_);
    }
    // Whoever could be served is: a seat stays free only for somebody wide.
    if (test_.running.empty()) RC_ASSERT(test_.queue.figures(Level::Workload).waiting == 0U);
  }
  void finish_some() {
    for (std::size_t i = test_.running.size(); i-- > 0;) {
      if (ends_[i] > test_.now) continue;
      const Started& one = test_.running[i];
      const nanoseconds more = test_.now - one.began - FairQueue::charge_min;
      charged_[std::stoul(one.flow)] += std::max(nanoseconds(0), more) * one.width;
      ends_.erase(ends_.begin() + static_cast<std::ptrdiff_t>(i));
      test_.finish(i);
    }
  }
  // What one may have under way at once: twice, as the one may have been ahead at the beginning
  // and the other at the end.
  void hold_the_law() {
    const nanoseconds most = 2 * seats_ * milliseconds(longest_ms + 5 + 1);
    for (std::size_t a = 0; a < waiting_.size(); ++a) {
      for (std::size_t b = 0; b < waiting_.size(); ++b) {
        if (waiting_[a] == 0 || waiting_[b] == 0) continue;
        RC_ASSERT(charged_[a] - charged_[b] - lead_[a][b] <= most);
      }
    }
  }

  Rng rng_;
  QueueForTest test_;
  std::size_t seats_;
  std::vector<std::size_t> waiting_;
  std::vector<nanoseconds> charged_;
  std::vector<std::vector<nanoseconds>> lead_;  // when both began to wait
  std::vector<nanoseconds> ends_;               // of those that run
};

RC_GTEST_PROP(FairQueueProperty, WhoWaitsIsBehindOthersByNoMoreThanWhatIsUnderWay,
              (std::uint64_t seed)) {
  const auto seats = *rc::gen::inRange<std::size_t>(1, 9);
  const auto users = *rc::gen::inRange<std::size_t>(2, 7);
  Simulation(seed, seats, users).run(600);
}

}  // namespace
}  // namespace telltale::server
