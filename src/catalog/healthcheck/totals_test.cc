// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/totals.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "catalog/healthcheck/health_check_scenario_for_test.h"

namespace telltale::healthcheck {
namespace {

const Object& check_of(HealthCheckScenario& scenario) {
  const Found found =
      scenario.world().find({"cluster.x-k8s.io", "MachineHealthCheck", "default", "mhc", {}});
  check(found.object != nullptr, "every scenario has its check");
  return *found.object;
}
const Totals::Count& count_of(HealthCheckScenario& scenario) {
  return *scenario.totals().of(check_of(scenario));
}

TEST(HealthCheckTotals, CountTheTargetsAndTheHealthyOnes) {
  HealthCheckScenario scenario;
  scenario.add("m1");
  scenario.add("m2");
  scenario.add_failing("m3");
  scenario.add("foreign").labels = R"("pool":"b")";
  scenario.judge();
  EXPECT_EQ(count_of(scenario).targets, 3);
  EXPECT_EQ(count_of(scenario).healthy, 2);
  EXPECT_EQ(count_of(scenario).unhealthy(), 1);
}

TEST(HealthCheckTotals, LeaveOutMachinesThatAreExcepted) {
  HealthCheckScenario scenario;
  scenario.add("m1");
  scenario.add_failing("m2").annotations = R"("cluster.x-k8s.io/skip-remediation":"")";
  scenario.judge();
  EXPECT_EQ(count_of(scenario).targets, 1);
}

// As upstream: what is not healthy now counts, whatever its last answer was.
TEST(HealthCheckTotals, CountPendingAndDeletingTargetsAsUnhealthy) {
  const std::string succeeded =
      stored_condition("HealthCheckSucceeded", "True", "HealthCheckSucceeded");
  HealthCheckScenario scenario;
  scenario.add("healthy");
  scenario.add_failing("pending").ready_since = "2026-01-01T11:59:00Z";
  scenario.beds.back().conditions = succeeded;
  scenario.add("leaving").deleted = "2026-01-01T11:59:00Z";
  scenario.beds.back().conditions = succeeded;
  scenario.add("young").node_ref = "";
  scenario.beds.back().node_ready = "";
  scenario.beds.back().created = "2026-01-01T11:59:00Z";
  scenario.judge();
  EXPECT_EQ(count_of(scenario).targets, 4);
  EXPECT_EQ(count_of(scenario).healthy, 1);
}

TEST(HealthCheckTotals, TrustTheLastAnswerWhereNodesWereNotCollected) {
  HealthCheckScenario scenario;
  scenario.completeness = Completeness::Partial;
  scenario.nodes = false;
  scenario.add("m1").conditions =
      stored_condition("HealthCheckSucceeded", "True", "HealthCheckSucceeded");
  scenario.add("m2");
  scenario.judge();
  EXPECT_EQ(count_of(scenario).targets, 2);
  EXPECT_EQ(count_of(scenario).healthy, 1);
}

TEST(HealthCheckTotals, KnowNothingOfACheckWithoutTargets) {
  HealthCheckScenario scenario;
  scenario.selector = R"({"matchLabels":{"pool":"none"}})";
  scenario.add("m1");
  scenario.judge();
  EXPECT_EQ(scenario.totals().of(check_of(scenario)), nullptr);
  EXPECT_FALSE(scenario.totals().allows_remediation(check_of(scenario)));
}

TEST(HealthCheckTotals, FollowAMachineThatChanges) {
  HealthCheckScenario scenario;
  scenario.check_spec += R"(,"remediation":{"triggerIf":{"unhealthyLessThanOrEqualTo":1}})";
  scenario.add("m1");
  scenario.judge();
  const Object& check = check_of(scenario);
  const Target well[] = {{&check, Outcome::Healthy}};
  const Target bad[] = {{&check, Outcome::Failed}};
  Totals totals(scenario.context());
  totals.add(bad);
  EXPECT_TRUE(totals.allows_remediation(check));
  totals.remove(well);
  totals.add(bad);
  EXPECT_EQ(totals.of(check)->unhealthy(), 2);
  EXPECT_FALSE(totals.allows_remediation(check));
  totals.remove(bad);
  totals.remove(bad);
  EXPECT_EQ(totals.of(check), nullptr);
}

RC_GTEST_PROP(HealthCheckTotals, AreTheSameInWhateverOrderMachinesComeAndGo, ()) {
  static const Object one{};
  static const Object two{};
  const auto target = rc::gen::apply(
      [](bool first, bool healthy) {
        return Target{first ? &one : &two, healthy ? Outcome::Healthy : Outcome::Pending};
      },
      rc::gen::arbitrary<bool>(), rc::gen::arbitrary<bool>());
  const auto stay = *rc::gen::container<std::vector<Target>>(target);
  const auto pass = *rc::gen::container<std::vector<Target>>(target);
  Totals straight;
  straight.add(stay);
  Totals detour;
  detour.add(pass);
  detour.add(stay);
  detour.remove(pass);
  for (const Object* check : {&one, &two}) {
    const auto* left = straight.of(*check);
    const auto* right = detour.of(*check);
    RC_ASSERT((left == nullptr) == (right == nullptr));
    if (left == nullptr) continue;
    RC_ASSERT(left->targets == right->targets && left->healthy == right->healthy);
  }
}

}  // namespace
}  // namespace telltale::healthcheck
