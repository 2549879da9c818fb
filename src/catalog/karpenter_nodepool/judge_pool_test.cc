// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/judge_pool.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "catalog/karpenter_nodepool/documents_for_test.h"
#include "catalog/kinds.h"
#include "catalog/stepper_for_test.h"

// One test for each row of the specification's decision table, and the verdict.

namespace telltale::karpenter_nodepool {
namespace {

// One pool, some claims, one look.
struct Play {
  PoolText pool = {.conditions = {not_degraded("06:00:00")}};
  std::vector<std::string> others = {};
  Settings settings = {};

  Stepper stepper(std::string_view now) const {
    Stepper stepper(settings);
    stepper.put(text_of(pool));
    for (const std::string& text : others) stepper.put(text);
    stepper.look(at(now));
    return stepper;
  }
};

const Saying& said(const Stepper& stepper) { return stepper.said("NodePool", "default"); }
std::string line(const Stepper& stepper) { return stepper.line("NodePool", "default", "Degraded"); }
std::int32_t failed(const Stepper& stepper) { return said(stepper).failed_launches.value_or(-1); }

std::vector<std::string> silent_claims(std::initializer_list<std::string_view> created) {
  std::vector<std::string> texts;
  for (const std::string_view time : created) {
    texts.push_back(text_of(silent(format("c{}", texts.size()), time)));
  }
  return texts;
}

TEST(KarpenterRow1, AFirstVisitBelievesNoNumberThatNobodyWroteForIt) {
  Play play{.pool = {.generation = 4, .failed_launches = 7}};
  Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "False/NotDegraded since 12:00:00");
  EXPECT_EQ(said(stepper).conditions.at("Degraded").generation, 4);
  EXPECT_EQ(failed(stepper), 0);
  EXPECT_EQ(said(stepper).verdict, Verdict::Healthy);
  EXPECT_EQ(stepper.look(at("12:00:01")), 0);
}

TEST(KarpenterRow1, AFirstVisitCountsTheFailedClaimsThatAreThere) {
  Play play{.pool = {}};
  play.others = silent_claims({"11:40:00", "11:41:00"});
  Stepper two = play.stepper("12:00:00");
  EXPECT_EQ(line(two), "False/NotDegraded since 12:00:00");
  EXPECT_EQ(failed(two), 2);
  EXPECT_EQ(two.look(at("12:00:01")), 0) << "each counts once";
  play.others = silent_claims({"11:40:00", "11:41:00", "11:42:00", "11:43:00"});
  Stepper four = play.stepper("12:00:00");
  EXPECT_EQ(line(four), "True/NodeRegistrationFailure since 12:00:00");
  EXPECT_EQ(failed(four), 4);
  EXPECT_EQ(said(four).verdict, Verdict::Stuck);
  EXPECT_EQ(four.look(at("12:00:01")), 0);
  // What failed longer ago than the TTL is behind us.
  play.others = silent_claims({"11:30:00", "11:30:00", "11:30:00"});
  EXPECT_EQ(line(play.stepper("12:00:00")), "False/NotDegraded since 12:00:00");
}

TEST(KarpenterRow1, ASecondLookWithoutMemoryCountsNoClaimTwice) {
  Play play{.pool = {.failed_launches = 2, .conditions = {not_degraded("11:59:00")}}};
  play.others = silent_claims({"11:40:00", "11:41:00"});
  EXPECT_EQ(failed(play.stepper("12:00:00")), 2);
  play.others = silent_claims({"11:40:00", "11:41:00", "11:42:00"});
  EXPECT_EQ(line(play.stepper("12:00:00")), "True/NodeRegistrationFailure since 12:00:00");
}

TEST(KarpenterRow1, AClaimThatFailsAfterTheFirstVisitCountsThoughItWasMadeBefore) {
  Play play{.pool = {}};
  play.others = silent_claims({"11:50:00"});
  Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(failed(stepper), 0);
  EXPECT_EQ(said(stepper).wake, at("12:05:00"));
  stepper.look(at("12:05:00"));
  EXPECT_EQ(failed(stepper), 1);
}

// Some only watch: what they are told is remembered and never written to the pool.
TEST(KarpenterRow1, AConditionThatIsNeverWrittenLeavesMemoryAtRest) {
  const std::string pool = text_of(PoolText{.failed_launches = 2});
  const std::string claim = text_of(silent("c", "11:40:00"));
  const World first = world_of({pool, claim});
  const Judgement before = judge(first, {}, at("12:00:00"));
  const Judged& visit = before.items.front();
  EXPECT_TRUE(visit.memory_changed);
  const std::string memory = memory_document(*visit.object, *visit.memory);
  const World second = world_of({pool, claim, memory});
  const Judgement after = judge(second, {}, at("12:01:00"));
  EXPECT_FALSE(after.items.front().memory_changed);
  EXPECT_EQ(after.items.front().failed_launches.number(), 1);
}

TEST(KarpenterRow2, ThreeFailuresAreDegradedAndTwoAreNot) {
  Play play;
  play.others = silent_claims({"11:40:00", "11:41:00"});
  EXPECT_EQ(line(play.stepper("12:00:00")), "False/NotDegraded since 06:00:00");
  EXPECT_EQ(failed(play.stepper("12:00:00")), 2);
  EXPECT_EQ(said(play.stepper("12:00:00")).wake, at("12:10:00"));
  play.others = silent_claims({"11:40:00", "11:41:00", "11:45:00"});
  const Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "True/NodeRegistrationFailure since 12:00:00");
  EXPECT_EQ(said(stepper).conditions.at("Degraded").message, "node did not register within 15m");
  EXPECT_EQ(failed(stepper), 3);
  EXPECT_EQ(said(stepper).wake, at("12:15:00"));
  EXPECT_EQ(said(stepper).verdict, Verdict::Stuck);
}

TEST(KarpenterRow2, ALaunchFailureSaysWhatTheProviderSaid) {
  Play play;
  for (const std::string_view name : {"a", "b", "c"}) {
    play.others.push_back(
        text_of(ClaimText{.name = name, .created = "11:50:00", .message = "no such profile"}));
  }
  const Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "True/LaunchFailure since 12:00:00");
  EXPECT_EQ(said(stepper).conditions.at("Degraded").message, "no such profile");
}

TEST(KarpenterRow2, WhatTheStatusCountedGoesOn) {
  Play play;
  play.pool.failed_launches = 2;
  Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(failed(stepper), 2);
  stepper.put(text_of(silent("c", "11:45:01")));
  stepper.look(at("12:00:01"));
  EXPECT_EQ(line(stepper), "True/NodeRegistrationFailure since 12:00:01");
  EXPECT_EQ(failed(stepper), 3);
}

TEST(KarpenterRow2, WithoutMemoryAClaimThatIsThereMayBeOneThatTheStatusCounted) {
  Play play;
  play.pool.failed_launches = 2;
  play.others = silent_claims({"11:45:00"});
  const Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "False/NotDegraded since 06:00:00");
  EXPECT_EQ(failed(stepper), 2);
}

TEST(KarpenterRow2, ACountOfThreeBesideFalseIsDegradedWithoutAnyClaim) {
  Play play;
  play.pool.failed_launches = 3;
  const Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "True/LaunchFailure since 12:00:00");
  EXPECT_EQ(failed(stepper), 3);
}

TEST(KarpenterRow2, TheThresholdAndTheTtlAreSettings) {
  Play play;
  play.settings.degraded.failures = 1;
  play.settings.degraded.registration_ttl = std::chrono::minutes(40);
  play.others = silent_claims({"11:20:00"});
  EXPECT_EQ(line(play.stepper("11:59:59")), "False/NotDegraded since 06:00:00");
  const Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "True/NodeRegistrationFailure since 12:00:00");
  EXPECT_EQ(said(stepper).conditions.at("Degraded").message, "node did not register within 40m");
  EXPECT_EQ(said(stepper).wake, at("12:40:00"));
}

TEST(KarpenterRow3, ADegradedPoolCountsOnAndNothingIsExtended) {
  Play play{.pool = {.failed_launches = 3, .conditions = {is_degraded_since("11:50:00")}}};
  play.others = silent_claims({"11:43:00", "11:43:00", "11:43:00", "11:44:00"});
  const Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "True/NodeRegistrationFailure since 11:50:00");
  EXPECT_EQ(said(stepper).conditions.at("Degraded").message, "old");
  EXPECT_EQ(failed(stepper), 4);
  EXPECT_EQ(said(stepper).wake, at("12:05:00"));
}

TEST(KarpenterRow3, TheMessageIsNewWhenAReasonIs) {
  Play play{.pool = {.failed_launches = 3, .conditions = {is_degraded_since("11:50:00")}}};
  play.others = {
      text_of(ClaimText{.name = "a", .created = "11:54:00", .message = "no such profile"})};
  const Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "True/LaunchFailure,NodeRegistrationFailure since 11:50:00");
  EXPECT_EQ(said(stepper).conditions.at("Degraded").message, "no such profile");
}

TEST(KarpenterRow3, TheCountEndsAtAHundred) {
  Play play{.pool = {.failed_launches = 100, .conditions = {is_degraded_since("11:50:00")}}};
  play.others = silent_claims({"11:44:00"});
  EXPECT_EQ(failed(play.stepper("12:00:00")), 100);
}

TEST(KarpenterRow4, AnEditResetsAPoolThatIsDegraded) {
  Play play{.pool = {.generation = 2,
                     .failed_launches = 3,
                     .conditions = {is_degraded_since("11:50:00")}}};
  play.others = silent_claims({"11:44:00", "11:44:00", "11:44:00"});
  Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "False/ResetByEdit since 12:00:00");
  EXPECT_EQ(said(stepper).conditions.at("Degraded").generation, 2);
  EXPECT_EQ(failed(stepper), 0);
  stepper.look(at("12:20:00"));
  EXPECT_EQ(line(stepper), "False/ResetByEdit since 12:00:00")
      << "claims from before are forgotten";
}

TEST(KarpenterRow4, AnEditResetsACountThatHasBecomeNothingYet) {
  Play play;
  play.pool.generation = 2;
  play.pool.failed_launches = 2;
  play.others = silent_claims({"11:44:00"});
  const Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "False/NotDegraded since 06:00:00");
  EXPECT_EQ(said(stepper).conditions.at("Degraded").generation, 2);
  EXPECT_EQ(failed(stepper), 0);
}

TEST(KarpenterRow5, AnEditOfTheNodeClassDoesTheSame) {
  Play play{.pool = {.failed_launches = 3,
                     .class_observed = 1,
                     .conditions = {is_degraded_since("11:50:00")}}};
  play.others = silent_claims({"11:44:00"});
  play.others.push_back(class_text(2));
  Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "False/ResetByEdit since 12:00:00");
  EXPECT_EQ(said(stepper).conditions.at("Degraded").message,
            "EC2NodeClass main was edited; failures count from zero");
  EXPECT_EQ(failed(stepper), 0);
  EXPECT_EQ(stepper.look(at("12:00:01")), 0) << "one edit is one reset";
}

TEST(KarpenterRow5, ItResetsACountAsWell) {
  Play play;
  play.pool.failed_launches = 2;
  play.pool.class_observed = 1;
  play.others = {class_text(2)};
  const Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "False/NotDegraded since 06:00:00");
  EXPECT_EQ(failed(stepper), 0);
}

TEST(KarpenterRow5, MemoryKnowsTheNodeClassWhereTheStatusDoesNot) {
  Play play;
  play.pool.failed_launches = 2;
  play.others = {class_text(1)};
  Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(failed(stepper), 2);
  stepper.put(class_text(2));
  stepper.look(at("12:01:00"));
  EXPECT_EQ(failed(stepper), 0);
}

TEST(KarpenterRow5, ANodeClassThatWasNotCollectedWasNotEdited) {
  Play play{.pool = {.failed_launches = 3,
                     .class_observed = 1,
                     .conditions = {is_degraded_since("11:50:00")}}};
  EXPECT_EQ(line(play.stepper("12:00:00")), "True/NodeRegistrationFailure since 11:50:00");
}

TEST(KarpenterRow6, ADegradedPoolRecoversWhenTheTtlHasPassed) {
  Play play{.pool = {.failed_launches = 5, .conditions = {is_degraded_since("11:45:00")}}};
  play.others = silent_claims({"11:40:00", "11:41:00", "11:42:00", "11:43:00"});
  const Stepper before = play.stepper("11:59:59");
  EXPECT_EQ(line(before), "True/NodeRegistrationFailure since 11:45:00");
  EXPECT_EQ(said(before).wake, at("12:00:00"));
  Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "False/TTLExpired since 12:00:00");
  EXPECT_EQ(failed(stepper), 0) << "failures that went on count from zero again";
  EXPECT_EQ(said(stepper).verdict, Verdict::Healthy);
  EXPECT_EQ(stepper.look(at("12:00:00")), 0);
}

TEST(KarpenterRow7, ANodeThatRegistersResetsTheCountOnlyWhereTheSettingsSaySo) {
  Play play;
  ClaimText good = silent("good", "11:50:00");
  good.registered = "True";
  good.registered_since = "11:58:00";
  play.others = silent_claims({"11:40:00", "11:41:00"});
  play.others.push_back(text_of(good));
  EXPECT_EQ(failed(play.stepper("12:00:00")), 2);
  play.settings.degraded.reset_on_success = true;
  EXPECT_EQ(failed(play.stepper("12:00:00")), 0);
}

TEST(KarpenterRow8, ANodeThatRegistersClearsDegradedOnlyWhereTheSettingsSaySo) {
  Play play{.pool = {.failed_launches = 3, .conditions = {is_degraded_since("11:50:00")}}};
  ClaimText good = silent("good", "11:45:00");
  good.registered = "True";
  good.registered_since = "11:58:00";
  play.others = {text_of(good)};
  EXPECT_EQ(line(play.stepper("12:00:00")), "True/NodeRegistrationFailure since 11:50:00");
  play.settings.degraded.clear_on_success = true;
  Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "False/NotDegraded since 12:00:00");
  EXPECT_EQ(failed(stepper), 0);
  EXPECT_EQ(stepper.look(at("12:00:01")), 0);
}

TEST(KarpenterRow9, AClaimThatWasDeletedBeforeItsTimeIsNoFailure) {
  Play play;
  for (const std::string_view name : {"a", "b", "c"}) {
    ClaimText claim = silent(name, "11:40:00");
    claim.deleted = "11:54:59";
    play.others.push_back(text_of(claim));
  }
  EXPECT_EQ(failed(play.stepper("12:00:00")), 0);
}

TEST(KarpenterRow10, ALaunchThatIsStillRetriedIsNotCountedYet) {
  Play play;
  play.others = {text_of(ClaimText{.name = "a", .created = "11:55:01", .message = "busy"})};
  const Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(failed(stepper), 0);
  EXPECT_EQ(said(stepper).wake, at("12:00:01"));
}

TEST(KarpenterRow11, WithoutMemoryAFalseThatWasResetSaysSinceWhenClaimsCount) {
  ConditionText reset = not_degraded("11:44:00");
  reset.reason = "TTLExpired";
  Play play{.pool = {.conditions = {reset}}};
  play.others = silent_claims({"11:43:59", "11:44:00"});
  EXPECT_EQ(failed(play.stepper("12:00:00")), 1);
}

TEST(KarpenterRow12, APoolThatIsBeingDeletedIsNotWritten) {
  Play play{.pool = {.generation = 2,
                     .deleted = "11:59:00",
                     .failed_launches = 3,
                     .conditions = {is_degraded_since("10:00:00")}}};
  play.others = silent_claims({"11:44:00"});
  Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "True/NodeRegistrationFailure since 10:00:00");
  EXPECT_EQ(failed(stepper), 3);
  EXPECT_EQ(said(stepper).verdict, Verdict::Stuck);
  EXPECT_EQ(said(stepper).wake, no_time);
  EXPECT_EQ(stepper.look(at("12:00:01")), 0);

  play.pool.conditions.clear();
  Stepper without = play.stepper("12:00:00");
  EXPECT_EQ(line(without), "absent");
  EXPECT_EQ(said(without).verdict, Verdict::Unknown);
}

TEST(KarpenterRow13, ClaimsOfAnEarlierPoolOfTheSameNameAreIgnored) {
  Play play;
  play.pool.uid = "uid-new";
  play.others = silent_claims({"11:44:00", "11:44:00", "11:44:00"});
  EXPECT_EQ(failed(play.stepper("12:00:00")), 0);
}

TEST(KarpenterRow14, AFewFailuresAreForgottenAfterTheTtl) {
  Play play;
  play.others = silent_claims({"11:44:00", "11:50:00"});
  Stepper stepper = play.stepper("12:05:00");
  EXPECT_EQ(failed(stepper), 2);
  EXPECT_EQ(said(stepper).wake, at("12:14:00"));
  stepper.look(at("12:13:59"));
  EXPECT_EQ(failed(stepper), 2);
  EXPECT_GT(stepper.look(at("12:14:00")), 0);
  EXPECT_EQ(failed(stepper), 0);
  EXPECT_EQ(stepper.look(at("12:14:01")), 0) << "the second claim does not count anew";
}

TEST(KarpenterRow14, ACountThatNobodyCanExplainIsForgottenToo) {
  Play play;
  play.pool.failed_launches = 2;
  Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(failed(stepper), 2);
  EXPECT_EQ(said(stepper).wake, at("12:15:00"));
  stepper.look(at("12:15:00"));
  EXPECT_EQ(failed(stepper), 0);
  EXPECT_EQ(stepper.look(at("12:15:01")), 0);
}

TEST(KarpenterRow15, ATimeOfTheFutureHasNotBegunToPass) {
  Play play{.pool = {.failed_launches = 3, .conditions = {is_degraded_since("12:10:00")}}};
  const Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "True/NodeRegistrationFailure since 12:10:00");
  EXPECT_EQ(said(stepper).wake, at("12:25:00"));
}

TEST(KarpenterRow16, AClaimIsCountedOnceThoughTheStatusWasNeverWritten) {
  Play play;
  play.others = silent_claims({"11:44:00", "11:44:00"});
  Stepper stepper = play.stepper("12:00:00");
  // The Memory of that look is there, its status is lost.
  PoolText lost = play.pool;
  lost.failed_launches = 0;
  stepper.put(text_of(lost));
  stepper.look(at("12:00:05"));
  EXPECT_EQ(failed(stepper), 2);
}

TEST(KarpenterRow16, AResetIsSaidThoughOnlyMemoryKnowsOfIt) {
  Play play{.pool = {.failed_launches = 3, .conditions = {is_degraded_since("11:50:00")}}};
  play.others = {class_text(1)};
  Stepper stepper = play.stepper("11:55:00");
  stepper.put(class_text(2));
  stepper.look(at("12:00:00"));
  EXPECT_EQ(line(stepper), "False/ResetByEdit since 12:00:00");
  stepper.put(text_of(play.pool));
  stepper.look(at("12:00:05"));
  EXPECT_EQ(line(stepper), "False/ResetByEdit since 12:00:05");
  EXPECT_EQ(failed(stepper), 0);
}

TEST(KarpenterRow17, StaticPoolsFollowTheSameRules) {
  Play play;
  play.pool.spec = R"("replicas": 3, )";
  play.others = silent_claims({"11:44:00", "11:44:00", "11:44:00"});
  EXPECT_EQ(line(play.stepper("12:00:00")), "True/NodeRegistrationFailure since 12:00:00");
}

// Conditions of others, and the verdict.

ConditionText ready(std::string_view status, std::string_view since) {
  return {.type = "Ready", .status = status, .since = since, .reason = "UnhealthyDependents"};
}

TEST(KarpenterNodePool, TouchesNoConditionButItsOwn) {
  Play play{.pool = {.conditions = {not_degraded("06:00:00"),
                                    ready("True", "05:00:00"),
                                    {.type = "NodeRegistrationHealthy",
                                     .status = "False",
                                     .since = "07:00:00",
                                     .reason = "RegistrationFailed"}}}};
  play.others = silent_claims({"11:44:00", "11:44:00", "11:44:00"});
  const Stepper stepper = play.stepper("12:00:00");
  EXPECT_EQ(line(stepper), "True/NodeRegistrationFailure since 12:00:00");
  EXPECT_EQ(stepper.line("NodePool", "default", "Ready"),
            "True/UnhealthyDependents since 05:00:00");
  EXPECT_EQ(stepper.line("NodePool", "default", "NodeRegistrationHealthy"),
            "False/RegistrationFailed since 07:00:00");
  EXPECT_EQ(said(stepper).verdict, Verdict::Stuck);
}

TEST(KarpenterNodePool, FollowsReadyWhereItIsNotDegraded) {
  const auto verdict = [](std::string_view status, std::string_view since) {
    const Play play{.pool = {.conditions = {not_degraded("06:00:00"), ready(status, since)}}};
    return said(play.stepper("12:00:00"));
  };
  EXPECT_EQ(verdict("True", "11:00:00").verdict, Verdict::Healthy);
  EXPECT_EQ(verdict("Unknown", "11:00:00").verdict, Verdict::Unknown);
  EXPECT_EQ(verdict("False", "11:15:01").verdict, Verdict::Working);
  EXPECT_EQ(verdict("False", "11:15:01").wake, at("12:00:01"));
  EXPECT_EQ(verdict("False", "11:15:00").verdict, Verdict::Stuck);
}

TEST(KarpenterNodePool, FollowsUpstreamsRegistrationBeforeReady) {
  const auto verdict = [](std::string_view status, std::string_view since) {
    ConditionText registration = ready(status, since);
    registration.type = "NodeRegistrationHealthy";
    const Play play{.pool = {.conditions = {not_degraded("06:00:00"), registration,
                                            ready("True", "11:00:00")}}};
    return said(play.stepper("12:00:00"));
  };
  EXPECT_EQ(verdict("True", "11:00:00").verdict, Verdict::Healthy);
  EXPECT_EQ(verdict("Unknown", "11:00:00").verdict, Verdict::Healthy) << "no evidence of anything";
  EXPECT_EQ(verdict("False", "11:45:01").verdict, Verdict::Working);
  EXPECT_EQ(verdict("False", "11:45:01").wake, at("12:00:01"));
  EXPECT_EQ(verdict("False", "11:45:00").verdict, Verdict::Stuck);
}

TEST(KarpenterNodePool, TurnsADegradedThatIsUnknownToFalse) {
  ConditionText unknown = not_degraded("06:00:00");
  unknown.status = "Unknown";
  const Play play{.pool = {.conditions = {unknown}}};
  EXPECT_EQ(line(play.stepper("12:00:00")), "False/NotDegraded since 12:00:00");
}

TEST(KarpenterNodePool, LooksNowAndThenWhileAClaimStillTries) {
  Play play;
  play.others = silent_claims({"11:59:00"});
  EXPECT_EQ(said(play.stepper("12:00:00")).wake, at("12:05:00"));
  play.others.clear();
  EXPECT_EQ(said(play.stepper("12:00:00")).wake, no_time);
}

TEST(KarpenterNodePool, NamesItsOwnConditionAsTheCause) {
  const PoolText pool{.conditions = {is_degraded_since("11:50:00", "LaunchFailure")}};
  const std::string text = text_of(pool);
  const World world = world_of({text});
  const Judgement judgement = judge(world, {}, at("12:00:00"));
  ASSERT_EQ(judgement.items.size(), 1u);
  const Cause& cause = judgement.items.front().cause;
  EXPECT_EQ(cause.condition, "Degraded");
  EXPECT_EQ(cause.reason, "LaunchFailure");
  EXPECT_EQ(cause.since, at("11:50:00"));
  EXPECT_EQ(cause.because, judgement.items.front().object);
}

TEST(KarpenterNodePool, ExplainsTheSnapshotItWasJudgedFrom) {
  const std::string text = text_of(PoolText{.conditions = {is_degraded_since("11:50:00")}});
  const World world = world_of({text});
  const JudgeContextForTest test(world, at("12:00:00"));
  int tables = 0;
  for_each_decision(test.context(), world.objects().front(),
                    [&](const auto& table, const Seen& seen) {
                      ++tables;
                      EXPECT_EQ(table.condition, "Degraded");
                      EXPECT_EQ(table.decide(seen).wake, at("12:05:00"));
                    });
  EXPECT_EQ(tables, 1);
}

TEST(KarpenterGuidance, IsThereForEveryReasonThatCanBeStuck) {
  for (const std::string_view reason :
       {"LaunchFailure", "NodeRegistrationFailure", "LaunchFailure,NodeRegistrationFailure", "*"}) {
    const auto is_it = [&](const GuidanceFacts& entry) {
      return entry.condition == "Degraded" && entry.reason == reason;
    };
    EXPECT_EQ(std::ranges::count_if(karpenter_node_pool_kind.guidance, is_it), 1) << reason;
  }
  for (const GuidanceFacts& entry : karpenter_node_pool_kind.guidance) {
    EXPECT_LE(entry.advice.size(), 199u);
  }
}

}  // namespace
}  // namespace telltale::karpenter_nodepool
