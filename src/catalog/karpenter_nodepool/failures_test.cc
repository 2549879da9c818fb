// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/failures.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/karpenter_nodepool/documents_for_test.h"
#include "catalog/stepper_for_test.h"
#include "catalog/world_for_test.h"

namespace telltale::karpenter_nodepool {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// What the claims tell, as text that outlives the world.
struct ClaimsTold {
  std::vector<std::string> failures = {};  // "uid reason 10:05:00"
  Instant next = no_time;
  Instant success = no_time;
};

ClaimsTold told_by_claims(const std::vector<ClaimText>& claims, std::string_view now,
                          const PoolText& pool = {}) {
  std::vector<std::string> texts = {text_of(pool)};
  for (const ClaimText& claim : claims) texts.push_back(text_of(claim));
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const World world = world_of(views);
  const JudgeContextForTest test(world, at(now));
  const Object& object = *world.find({"karpenter.sh", "NodePool", {}, "default", {}}).object;
  const Claims seen = look_at_claims(test.context(), object);
  ClaimsTold told{.next = seen.next_failure, .success = seen.newest_success};
  for (const Failure& one : seen.failures) {
    told.failures.push_back(
        format("{} {} {}", one.uid, one.reason, format_rfc3339(one.at).substr(11, 8)));
  }
  return told;
}

TEST(KarpenterFailures, ALaunchFailsAfterFiveMinutesAndNotASecondEarlier) {
  const ClaimText claim{.name = "c1", .created = "10:00:00"};
  const ClaimsTold before = told_by_claims({claim}, "10:04:59");
  EXPECT_THAT(before.failures, IsEmpty());
  EXPECT_EQ(before.next, at("10:05:00"));
  EXPECT_THAT(told_by_claims({claim}, "10:05:00").failures,
              ElementsAre("uid-c1 LaunchFailure 10:05:00"));
}

TEST(KarpenterFailures, ARegistrationFailsAfterFifteenMinutesAndNotASecondEarlier) {
  const ClaimText claim = silent("c1", "10:00:00");
  const ClaimsTold before = told_by_claims({claim}, "10:14:59");
  EXPECT_THAT(before.failures, IsEmpty());
  EXPECT_EQ(before.next, at("10:15:00"));
  EXPECT_THAT(told_by_claims({claim}, "10:15:00").failures,
              ElementsAre("uid-c1 NodeRegistrationFailure 10:15:00"));
}

TEST(KarpenterFailures, OneClaimPastBothTimeoutsIsOneFailureAndTheLaunchComesFirst) {
  const ClaimText claim{.name = "c1", .created = "10:00:00"};
  EXPECT_THAT(told_by_claims({claim}, "10:30:00").failures,
              ElementsAre("uid-c1 LaunchFailure 10:05:00"));
}

TEST(KarpenterFailures, TheTimeRunsSinceTheConditionNotSinceTheClaim) {
  ClaimText claim = silent("c1", "09:00:00");
  claim.registered_since = "10:00:00";
  EXPECT_THAT(told_by_claims({claim}, "10:14:59").failures, IsEmpty());
  EXPECT_EQ(told_by_claims({claim}, "10:15:00").failures.size(), 1u);
}

TEST(KarpenterFailures, WithoutConditionsTheTimeRunsSinceTheClaimWasMade) {
  const ClaimText claim{.name = "c1", .created = "10:00:00", .launched = "", .registered = ""};
  EXPECT_THAT(told_by_claims({claim}, "10:05:00").failures,
              ElementsAre("uid-c1 LaunchFailure 10:05:00"));
}

TEST(KarpenterFailures, AClaimWithAnInstanceHasLaunchedWhateverItsConditionsLack) {
  const ClaimText claim{.name = "c1",
                        .created = "10:00:00",
                        .launched = "",
                        .registered = "",
                        .provider_id = "aws:///i-1"};
  EXPECT_THAT(told_by_claims({claim}, "10:05:00").failures, IsEmpty());
  EXPECT_THAT(told_by_claims({claim}, "10:15:00").failures,
              ElementsAre("uid-c1 NodeRegistrationFailure 10:15:00"));
}

TEST(KarpenterFailures, FalseIsNotTrueEither) {
  ClaimText claim = silent("c1", "10:00:00");
  claim.registered = "False";
  EXPECT_EQ(told_by_claims({claim}, "10:15:00").failures.size(), 1u);
}

TEST(KarpenterFailures, ANodeThatRegisteredIsASuccessAndNeverFails) {
  ClaimText claim = silent("c1", "10:00:00");
  claim.registered = "True";
  claim.registered_since = "10:02:00";
  const ClaimsTold told = told_by_claims({claim}, "12:00:00");
  EXPECT_THAT(told.failures, IsEmpty());
  EXPECT_EQ(told.success, at("10:02:00"));
  EXPECT_EQ(told.next, no_time);
}

TEST(KarpenterFailures, ADeletingClaimCountsOnlyIfItsTimeWasUpWhenItWent) {
  ClaimText claim = silent("c1", "10:00:00");
  claim.deleted = "10:14:59";
  const ClaimsTold early = told_by_claims({claim}, "11:00:00");
  EXPECT_THAT(early.failures, IsEmpty());
  EXPECT_EQ(early.next, no_time);
  claim.deleted = "10:15:00";
  EXPECT_THAT(told_by_claims({claim}, "10:20:00").failures,
              ElementsAre("uid-c1 NodeRegistrationFailure 10:15:00"));
}

TEST(KarpenterFailures, AClaimThatWentForWantOfCapacityDidNotFailToLaunch) {
  const ClaimText claim{.name = "c1", .created = "10:00:00", .deleted = "10:00:10"};
  EXPECT_THAT(told_by_claims({claim}, "10:30:00").failures, IsEmpty());
}

TEST(KarpenterFailures, ADeletionInTheFutureHasNotHappenedYet) {
  ClaimText claim = silent("c1", "10:00:00");
  claim.deleted = "10:30:00";
  EXPECT_THAT(told_by_claims({claim}, "10:14:59").failures, IsEmpty());
}

TEST(KarpenterFailures, AClaimFromTheFutureHasNoAge) {
  const ClaimsTold told = told_by_claims({silent("c1", "11:00:00")}, "10:00:00");
  EXPECT_THAT(told.failures, IsEmpty());
  EXPECT_EQ(told.next, at("11:15:00"));
}

TEST(KarpenterFailures, ClaimsOfAnEarlierPoolOfTheSameNameAreIgnored) {
  ClaimText claim = silent("c1", "10:00:00");
  claim.owner = "uid-of-before";
  EXPECT_THAT(told_by_claims({claim}, "10:15:00").failures, IsEmpty());
}

TEST(KarpenterFailures, AClaimWithoutAnOwnerIsNobodysFailure) {
  ClaimText claim = silent("c1", "10:00:00");
  claim.owner = "";
  EXPECT_THAT(told_by_claims({claim}, "10:15:00").failures, IsEmpty());
}

TEST(KarpenterFailures, WhereThePoolHasNoUidTheLabelDecides) {
  ClaimText claim = silent("c1", "10:00:00");
  claim.owner = "";
  EXPECT_EQ(told_by_claims({claim}, "10:15:00", {.uid = ""}).failures.size(), 1u);
}

TEST(KarpenterFailures, ClaimsOfAnotherPoolAreIgnored) {
  ClaimText claim = silent("c1", "10:00:00");
  claim.pool = "other";
  EXPECT_THAT(told_by_claims({claim}, "10:15:00").failures, IsEmpty());
}

TEST(KarpenterFailures, TwoClaimsOfOneUidAreOneFailureTheEarlierOne) {
  ClaimText one = silent("c1", "10:03:00");
  ClaimText two = silent("c2", "10:01:00");
  one.uid = "same";
  two.uid = "same";
  EXPECT_THAT(told_by_claims({one, two}, "10:20:00").failures,
              ElementsAre("same NodeRegistrationFailure 10:16:00"));
}

TEST(KarpenterFailures, StandInTheOrderOfTimeThenUid) {
  const ClaimsTold told = told_by_claims(
      {silent("b", "10:00:00"), silent("a", "10:00:00"), {.name = "z", .created = "10:01:00"}},
      "10:20:00");
  EXPECT_THAT(told.failures,
              ElementsAre("uid-z LaunchFailure 10:06:00", "uid-a NodeRegistrationFailure 10:15:00",
                          "uid-b NodeRegistrationFailure 10:15:00"));
}

TEST(KarpenterFailures, TheNextOneIsTheFirstOfThoseThatStillTry) {
  const ClaimsTold told =
      told_by_claims({silent("a", "10:00:00"), {.name = "b", .created = "10:04:00"}}, "10:08:00");
  EXPECT_EQ(told.next, at("10:09:00"));
}

TEST(KarpenterFailures, AClaimWithoutAnyTimeNeverRunsOutOfIt) {
  const ClaimText claim{.name = "c1", .launched = "", .registered = ""};
  const ClaimsTold told = told_by_claims({claim}, "10:15:00");
  EXPECT_THAT(told.failures, IsEmpty());
  EXPECT_EQ(told.next, no_time);
}

}  // namespace
}  // namespace telltale::karpenter_nodepool
