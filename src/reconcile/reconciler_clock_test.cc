// SPDX-License-Identifier: Apache-2.0
// The wall clock is set forwards and back by hours while the loop is at work: a machine that slept,
// a time server that was wrong, somebody's hand. Nothing waits for the time that was lost, nothing
// is said twice, and who leads is nobody's clock's affair.

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/noon_for_test.h"
#include "base/rng.h"
#include "base/text.h"
#include "reconcile/cluster_for_test.h"
#include "reconcile/event_budget.h"
#include "reconcile/leases/lease_holder.h"
#include "reconcile/leases/lease_world_for_test.h"

namespace telltale {
namespace {

using namespace std::chrono_literals;

constexpr int jumpy_machines = 5;

std::string jumpy_machine(int number, int generation = 1) {
  return format(
      R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{{"namespace":"d",)"
      R"("name":"j{}","generation":{},"creationTimestamp":"2026-01-01T11:59:00Z"}},)"
      R"("spec":{{"clusterName":"c","bootstrap":{{"dataSecretName":"s"}}}}}})",
      number, generation);
}

class ClockJump : public testing::Test {
 protected:
  ClockJump() {
    for (int number = 0; number < jumpy_machines; ++number) cluster_.put(jumpy_machine(number));
    cluster_.settle();
  }
  std::uint64_t judged() { return cluster_.loop().figures().judged_trees; }
  void expect_calm() {
    EXPECT_EQ(cluster_.idle_writes, 0U);
    EXPECT_EQ(cluster_.torn_times, 0U);
    EXPECT_EQ(cluster_.repeated_events, 0U);
    EXPECT_FALSE(cluster_.loop().has_work(cluster_.now));
  }

  TestCluster cluster_;
};

TEST_F(ClockJump, BackByHoursDoesNotKeepAWriteThatFailed) {
  cluster_.interfere = [](const Command&) { return Outcome{.how = Outcome::How::Lost}; };
  cluster_.put(jumpy_machine(0, 2));
  cluster_.settle();
  ASSERT_EQ(cluster_.loop().figures().backing_off, 1U);
  cluster_.interfere = {};
  cluster_.now -= 5h;
  cluster_.settle();
  EXPECT_EQ(cluster_.loop().figures().backing_off, 0U);
  expect_calm();
}

TEST_F(ClockJump, BackByHoursWakesWhatWasDueInTheTimeThatWasLost) {
  ASSERT_TRUE(cluster_.loop().wake()) << "Machines without Nodes are looked at again";
  const Instant due = *cluster_.loop().wake();
  const auto before = judged();
  cluster_.now -= 5h;
  cluster_.settle();
  EXPECT_GT(judged(), before);
  EXPECT_LE(cluster_.loop().wake().value_or(cluster_.now), due);
  expect_calm();
}

// Time servers do this all day; a fleet is not judged anew for it.
TEST_F(ClockJump, BackByASecondWakesNobody) {
  const auto before = judged();
  for (int round = 0; round < 10; ++round) {
    cluster_.now += round % 2 == 0 ? -1s : 1s;
    cluster_.settle();
  }
  EXPECT_EQ(judged(), before);
}

TEST_F(ClockJump, ForwardsByHoursIsJudgedOnceAndAtRest) {
  const auto writes = cluster_.writes;
  cluster_.now += 5h;
  cluster_.settle();
  EXPECT_LE(cluster_.writes - writes, std::size_t{2} * jumpy_machines);
  const auto after = cluster_.writes;
  cluster_.settle();
  EXPECT_EQ(cluster_.writes, after);
  expect_calm();
}

TEST_F(ClockJump, ToAndFroAlwaysComesToRest) {
  Rng rng(7);
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE(format("round {}", round));
    const Seconds by{static_cast<int>(rng.below(36'000))};
    cluster_.now += rng.one_in(2) ? by : -by;
    if (rng.one_in(3)) {
      cluster_.put(jumpy_machine(static_cast<int>(rng.below(jumpy_machines)), 2 + round));
    }
    const auto before = cluster_.writes;
    cluster_.settle();
    ASSERT_LE(cluster_.writes - before, std::size_t{3} * jumpy_machines);
    const auto wake = cluster_.loop().wake();
    ASSERT_TRUE(!wake || *wake > cluster_.now);
    expect_calm();
    if (HasFailure()) return;
  }
}

TEST_F(ClockJump, BackByHoursLeavesNobodyInDebtOfEvents) {
  EventBudget budget;
  Instant now = noon;
  while (budget.spend("o", now)) continue;
  now -= 5h;
  EXPECT_FALSE(budget.spend("o", now)) << "a clock that is set back is no gift either";
  now += EventBudget::refill;
  EXPECT_TRUE(budget.spend("o", now));
  EXPECT_FALSE(budget.spend("o", now));
}

// Two replicas whose wall clocks jump at every turn, each its own way, while time passes as ever.
TEST(ClockJumpOfLeaders, ChangesNothingAboutWhoLeads) {
  LeaseServerForTest server;
  std::vector<LeaseHolder> replicas;
  for (const auto* name : {"one", "two"}) {
    replicas.emplace_back("telltale-leader", name, LeaseRules{}, replicas.size() + 1);
  }
  Rng rng(3);
  std::size_t leader_changes = 0;
  std::string leader;
  for (LeaseElapsed elapsed = 1s; elapsed < 600s; elapsed += 500ms) {
    for (LeaseHolder& replica : replicas) {
      const Seconds jump{static_cast<int>(rng.below(72'000)) - 36'000};
      for (const LeaseRequest& request : replica.next(elapsed, noon + jump)) {
        replica.answered(request, server.serve(request), elapsed);
      }
    }
    ASSERT_FALSE(replicas[0].holds(elapsed) && replicas[1].holds(elapsed));
    for (std::size_t index = 0; index < replicas.size(); ++index) {
      const std::string name = index == 0 ? "one" : "two";
      if (!replicas[index].holds(elapsed) || leader == name) continue;
      leader = name;
      ++leader_changes;
    }
    if (elapsed > 30s) {
      EXPECT_TRUE(replicas[0].holds(elapsed) || replicas[1].holds(elapsed));
    }
  }
  EXPECT_EQ(leader_changes, 1U);
}

}  // namespace
}  // namespace telltale
