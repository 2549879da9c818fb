// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/totals.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "catalog/healthcheck/clinic_for_test.h"

namespace telltale::healthcheck {
namespace {

const Object& check_of(Clinic& clinic) {
  const Found found =
      clinic.world().find({"cluster.x-k8s.io", "MachineHealthCheck", "default", "mhc", {}});
  check(found.object != nullptr, "every Clinic has its check");
  return *found.object;
}
const Totals::Count& count_of(Clinic& clinic) { return *clinic.totals().of(check_of(clinic)); }

TEST(HealthCheckTotals, CountTheTargetsAndTheHealthyOnes) {
  Clinic clinic;
  clinic.add("m1");
  clinic.add("m2");
  clinic.add_failing("m3");
  clinic.add("foreign").labels = R"("pool":"b")";
  clinic.judge();
  EXPECT_EQ(count_of(clinic).targets, 3);
  EXPECT_EQ(count_of(clinic).healthy, 2);
  EXPECT_EQ(count_of(clinic).unhealthy(), 1);
}

TEST(HealthCheckTotals, LeaveOutMachinesThatAreExcepted) {
  Clinic clinic;
  clinic.add("m1");
  clinic.add_failing("m2").annotations = R"("cluster.x-k8s.io/skip-remediation":"")";
  clinic.judge();
  EXPECT_EQ(count_of(clinic).targets, 1);
}

// As upstream: what is not healthy now counts, whatever its last answer was.
TEST(HealthCheckTotals, CountPendingAndDeletingTargetsAsUnhealthy) {
  const std::string succeeded =
      stored_condition("HealthCheckSucceeded", "True", "HealthCheckSucceeded");
  Clinic clinic;
  clinic.add("healthy");
  clinic.add_failing("pending").ready_since = "2026-01-01T11:59:00Z";
  clinic.beds.back().conditions = succeeded;
  clinic.add("leaving").deleted = "2026-01-01T11:59:00Z";
  clinic.beds.back().conditions = succeeded;
  clinic.add("young").node_ref = "";
  clinic.beds.back().node_ready = "";
  clinic.beds.back().created = "2026-01-01T11:59:00Z";
  clinic.judge();
  EXPECT_EQ(count_of(clinic).targets, 4);
  EXPECT_EQ(count_of(clinic).healthy, 1);
}

TEST(HealthCheckTotals, TrustTheLastAnswerWhereNodesWereNotCollected) {
  Clinic clinic;
  clinic.completeness = Completeness::Partial;
  clinic.nodes = false;
  clinic.add("m1").conditions =
      stored_condition("HealthCheckSucceeded", "True", "HealthCheckSucceeded");
  clinic.add("m2");
  clinic.judge();
  EXPECT_EQ(count_of(clinic).targets, 2);
  EXPECT_EQ(count_of(clinic).healthy, 1);
}

TEST(HealthCheckTotals, KnowNothingOfACheckWithoutTargets) {
  Clinic clinic;
  clinic.selector = R"({"matchLabels":{"pool":"none"}})";
  clinic.add("m1");
  clinic.judge();
  EXPECT_EQ(clinic.totals().of(check_of(clinic)), nullptr);
  EXPECT_FALSE(clinic.totals().allows_remediation(check_of(clinic)));
}

TEST(HealthCheckTotals, FollowAMachineThatChanges) {
  Clinic clinic;
  clinic.check_spec += R"(,"remediation":{"triggerIf":{"unhealthyLessThanOrEqualTo":1}})";
  clinic.add("m1");
  clinic.judge();
  const Object& check = check_of(clinic);
  const Target well[] = {{&check, Outcome::Healthy}};
  const Target bad[] = {{&check, Outcome::Failed}};
  Totals totals(clinic.context());
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
