// SPDX-License-Identifier: Apache-2.0
#include "reconcile/leases/lease.h"

#include <gtest/gtest.h>

#include "base/noon_for_test.h"

namespace telltale {
namespace {

using namespace std::chrono_literals;

LeaseRecord held_by(const std::string& holder, Instant renewed = noon) {
  return {.holder = holder,
          .duration_seconds = 15,
          .acquired = noon,
          .renewed = renewed,
          .transitions = 3,
          .resource_version = "7"};
}

LeaseAnswer stored(const LeaseRequest& request, const std::string& version) {
  LeaseRecord record = request.record;
  record.resource_version = version;
  return std::vector<NamedLease>{{request.name, record}};
}

LeaseClaim claim_of(const std::string& identity = "me") { return {"lease", identity, {}}; }

TEST(LeaseRules, AreThoseOfControllerRuntimeByDefaultAndValid) {
  EXPECT_EQ(LeaseRules().duration, 15s);
  EXPECT_EQ(LeaseRules().renew_deadline, 10s);
  EXPECT_EQ(LeaseRules().retry_period, 2s);
  EXPECT_TRUE(validate(LeaseRules()));
}

TEST(LeaseRules, AreRefusedWhereAHolderWouldOutliveItsLease) {
  EXPECT_FALSE(validate(LeaseRules{.duration = 10s, .renew_deadline = 10s}));
  EXPECT_FALSE(validate(LeaseRules{.renew_deadline = 2s, .retry_period = 2s}));
  EXPECT_FALSE(validate(LeaseRules{.renew_deadline = 2400ms, .retry_period = 2s}));
  EXPECT_TRUE(validate(LeaseRules{.renew_deadline = 2401ms, .retry_period = 2s}));
  EXPECT_FALSE(
      validate(LeaseRules{.duration = 900ms, .renew_deadline = 500ms, .retry_period = 100ms}));
  EXPECT_FALSE(validate(LeaseRules{.retry_period = 0ms}));
}

TEST(LeaseRules, JitterStaysBetweenOneAndTwoPointTwoPeriods) {
  Rng rng(5);
  LeaseElapsed least = 1h;
  LeaseElapsed most = 0s;
  for (int draw = 0; draw < 1000; ++draw) {
    const LeaseElapsed period = jittered(2s, rng);
    least = std::min(least, period);
    most = std::max(most, period);
  }
  EXPECT_GE(least, 2s);
  EXPECT_LT(least, 2100ms);
  EXPECT_LT(most, 4400ms);
  EXPECT_GT(most, 4200ms);
}

TEST(LeaseView, KnowsNothingBeforeItSawSomething) {
  const LeaseView view;
  EXPECT_FALSE(view.is_known());
  EXPECT_FALSE(view.is_free(1000s));
}

TEST(LeaseView, FindsALeaseThatIsNotThereFree) {
  LeaseView view;
  view.saw(std::nullopt, 5s);
  EXPECT_TRUE(view.is_free(5s));
  EXPECT_FALSE(view.expires());
}

TEST(LeaseView, CountsFromWhenItSawTheLeaseNotFromWhatItsTimesSay) {
  LeaseView view;
  view.saw(held_by("you", noon - 24h), 100s);
  EXPECT_FALSE(view.is_free(114s));
  EXPECT_TRUE(view.is_free(115s));
}

TEST(LeaseView, StartsAgainWithEveryChangeAndOnlyWithAChange) {
  LeaseView view;
  view.saw(held_by("you"), 100s);
  view.saw(held_by("you"), 110s);
  EXPECT_EQ(view.expires(), LeaseElapsed(115s));
  view.saw(held_by("you", noon + 2s), 112s);
  EXPECT_EQ(view.expires(), LeaseElapsed(127s));
}

TEST(LeaseView, DoesNotTakeALabelForARenewal) {
  LeaseView view;
  view.saw(held_by("you"), 100s);
  LeaseRecord labelled = held_by("you");
  labelled.resource_version = "8";
  view.saw(labelled, 110s);
  EXPECT_EQ(view.expires(), LeaseElapsed(115s));
  EXPECT_EQ(view.record()->resource_version, "8");
}

TEST(LeaseView, WaitsAsLongAsTheHolderAskedFor) {
  LeaseView view;
  LeaseRecord record = held_by("you");
  record.duration_seconds = 60;
  view.saw(record, 0s);
  EXPECT_FALSE(view.is_free(59s));
  EXPECT_TRUE(view.is_free(60s));
}

TEST(LeaseView, FindsAGivenUpLeaseFreeAtOnce) {
  LeaseView view;
  view.saw(held_by(""), 0s);
  EXPECT_TRUE(view.is_free(0s));
}

TEST(LeaseClaim, CreatesWhatIsNotThereWithoutTransitions) {
  LeaseClaim claim = claim_of();
  claim.saw(std::nullopt, 1s, 1s);
  const LeaseRequest request = claim.take(1, 1s, noon);
  EXPECT_EQ(request.what, LeaseRequest::What::Create);
  EXPECT_EQ(
      request.record,
      (LeaseRecord{.holder = "me", .duration_seconds = 15, .acquired = noon, .renewed = noon}));
}

TEST(LeaseClaim, CountsATransitionWhenItTakesOverAndNoneWhenItRenews) {
  LeaseClaim claim = claim_of();
  claim.saw(held_by("you"), 1s, 1s);
  const LeaseRequest taken = claim.take(1, 16s, noon + 100s);
  EXPECT_EQ(taken.what, LeaseRequest::What::Update);
  EXPECT_EQ(taken.record.transitions, 4);
  EXPECT_EQ(taken.record.resource_version, "7");
  EXPECT_EQ(taken.record.acquired, LeaseTime(noon + 100s));
  claim.answered(taken, stored(taken, "8"), 16s);
  const LeaseRequest renewed = claim.take(2, 18s, noon + 102s);
  EXPECT_EQ(renewed.record.transitions, 4);
  EXPECT_EQ(renewed.record.acquired, LeaseTime(noon + 100s));
  EXPECT_EQ(renewed.record.renewed, LeaseTime(noon + 102s));
  EXPECT_EQ(renewed.record.resource_version, "8");
}

TEST(LeaseClaim, ChangesTheTimeWithEveryRenewalEvenWithinASecond) {
  LeaseClaim claim = claim_of();
  claim.saw(held_by("me"), 1s, 1s);
  const LeaseRequest request = claim.take(1, 1s, noon);
  EXPECT_EQ(request.record.renewed, LeaseTime(noon) + 1us);
}

TEST(LeaseClaim, WritesItsOwnTimeWhenAnothersClockIsAhead) {
  LeaseClaim claim = claim_of();
  claim.saw(held_by("", noon + 1h), 1s, 1s);
  EXPECT_EQ(claim.take(1, 1s, noon).record.renewed, LeaseTime(noon));
}

TEST(LeaseClaim, HoldsFromWhenTheWriteWasBegunUntilTheRenewDeadline) {
  LeaseClaim claim = claim_of();
  claim.saw(std::nullopt, 1s, 1s);
  const LeaseRequest request = claim.take(1, 2s, noon);
  EXPECT_FALSE(claim.holds(2s));
  claim.answered(request, stored(request, "8"), 6s);
  EXPECT_TRUE(claim.holds(6s));
  EXPECT_EQ(claim.holds_until(), LeaseElapsed(12s));
  EXPECT_TRUE(claim.holds(11999ms));
  EXPECT_FALSE(claim.holds(12s));
}

TEST(LeaseClaim, DoesNotListenToAnAnswerItGaveUpOn) {
  LeaseClaim claim = claim_of();
  claim.saw(std::nullopt, 1s, 1s);
  const LeaseRequest request = claim.take(1, 2s, noon);
  claim.stop_waiting(7s);
  claim.answered(request, stored(request, "8"), 8s);
  EXPECT_FALSE(claim.holds(8s));
  EXPECT_FALSE(claim.is_certain());
}

TEST(LeaseClaim, DoesNotBelieveAReadThatIsOlderThanItsOwnWrite) {
  LeaseClaim claim = claim_of();
  claim.saw(std::nullopt, 1s, 1s);
  const LeaseRequest request = claim.take(1, 2s, noon);
  claim.answered(request, stored(request, "8"), 3s);
  claim.saw(held_by("you"), 2500ms, 4s);
  EXPECT_TRUE(claim.holds(4s));
  claim.saw(held_by("you"), 3500ms, 5s);
  EXPECT_FALSE(claim.holds(5s));
}

TEST(LeaseClaim, GivesUpAsClientGoDoesAndStopsHoldingBeforeItIsWritten) {
  LeaseClaim claim = claim_of();
  claim.saw(held_by("me"), 1s, 1s);
  const LeaseRequest renewed = claim.take(1, 1s, noon + 5s);
  claim.answered(renewed, stored(renewed, "8"), 1s);
  ASSERT_TRUE(claim.holds(2s));
  const LeaseRequest given = claim.give_up(2, 2s, noon + 6s);
  EXPECT_FALSE(claim.holds(2s));
  EXPECT_EQ(given.record, (LeaseRecord{.holder = "",
                                       .duration_seconds = 1,
                                       .acquired = noon + 6s,
                                       .renewed = noon + 6s,
                                       .transitions = 3,
                                       .resource_version = "8"}));
}

TEST(LeaseClaim, RoundsItsDurationUp) {
  LeaseClaim claim("lease", "me",
                   {.duration = 2500ms, .renew_deadline = 2s, .retry_period = 500ms});
  claim.saw(std::nullopt, 1s, 1s);
  EXPECT_EQ(claim.take(1, 1s, noon).record.duration_seconds, 3);
}

TEST(LeaseClaim, CountsTransitionsNoFurtherThanTheFieldGoes) {
  LeaseClaim claim = claim_of();
  LeaseRecord record = held_by("");
  record.transitions = std::numeric_limits<std::int32_t>::max();
  claim.saw(record, 1s, 1s);
  EXPECT_EQ(claim.take(1, 1s, noon).record.transitions, record.transitions);
}

}  // namespace
}  // namespace telltale
