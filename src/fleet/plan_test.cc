// SPDX-License-Identifier: Apache-2.0
#include "fleet/plan.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <set>
#include <utility>

namespace telltale::fleet {
namespace {

constexpr FleetOptions many_ailing{
    .clusters = 60, .machines = 12, .seed = 2, .unhealthy_percent = 40};

TEST(Plan, HasAllTroublesInAnAilingFleetYoungAndOld) {
  std::map<Trouble, std::pair<int, int>> young_and_old;
  int machines = 0, troubled = 0;
  for (std::size_t index = 0; index < many_ailing.clusters; ++index) {
    Arena arena;
    const ClusterPlan plan = plan_cluster(many_ailing, index, arena);
    for (const DeploymentPlan& deployment : plan.deployments) {
      for (const SetPlan& set : deployment.sets) {
        for (const MachinePlan& machine : set.machines) {
          machines += plan.reachable() ? 1 : 0;
          if (machine.trouble == Trouble::None) continue;
          ++troubled;
          auto& [young, old] = young_and_old[machine.trouble];
          ++(many_ailing.now - machine.since < std::chrono::minutes{10} ? young : old);
        }
      }
    }
  }
  EXPECT_EQ(young_and_old.size(), trouble_kinds);
  for (const auto& [kind, counts] : young_and_old) {
    EXPECT_GT(counts.first, 0) << static_cast<int>(kind);
    EXPECT_GT(counts.second, 0) << static_cast<int>(kind);
  }
  EXPECT_NEAR(100.0 * troubled / machines, many_ailing.unhealthy_percent, 6);
}

TEST(Plan, SharesTheWorkersOutEvenly) {
  for (std::size_t index = 0; index < 20; ++index) {
    Arena arena;
    const ClusterPlan plan = plan_cluster({.machines = 20}, index, arena);
    ASSERT_FALSE(plan.deployments.empty());
    std::size_t workers = 0;
    for (const DeploymentPlan& deployment : plan.deployments) {
      workers += deployment.replicas();
      EXPECT_LE(deployment.replicas(), 17 / plan.deployments.size() + 1);
      EXPECT_EQ(deployment.current().age, SetPlan::Age::Current);
    }
    EXPECT_EQ(workers, 17U);
  }
}

TEST(Plan, HasDeploymentsThatNeverRolledThatDidAndThatDo) {
  std::set<std::pair<std::size_t, bool>>
      seen;  // number of sets, and whether the oldest has Machines
  for (std::size_t index = 0; index < 60; ++index) {
    Arena arena;
    for (const DeploymentPlan& each : plan_cluster({.machines = 20}, index, arena).deployments) {
      seen.insert({each.sets.size(), !each.sets.front().machines.empty()});
    }
  }
  EXPECT_EQ(seen, (std::set<std::pair<std::size_t, bool>>{{1, true}, {2, false}, {2, true}}));
}

TEST(Plan, RoundsMaxUnavailableDown) {
  DeploymentPlan deployment;
  deployment.max_unavailable_percent = 10;
  deployment.sets.resize(2);
  deployment.sets[0].machines.resize(7);
  deployment.sets[1].machines.resize(12);
  EXPECT_EQ(deployment.max_unavailable(), 1U);
}

}  // namespace
}  // namespace telltale::fleet
