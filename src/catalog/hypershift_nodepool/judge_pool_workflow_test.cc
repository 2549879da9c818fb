// SPDX-License-Identifier: Apache-2.0

// HyperShift's workflows, step by step in virtual time: what Progressing says at each look, and
// since when. Every look is one after a restart, and is taken twice: the second must write nothing.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/hypershift_nodepool/judge_pool.h"
#include "catalog/hypershift_nodepool/pool_for_test.h"
#include "catalog/stepper_for_test.h"

namespace telltale::hypershift_nodepool {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

enum class Remembers { Always, Never };

class HyperShiftWorkflow : public testing::Test {
 protected:
  // The pool as its own operator writes it; what we wrote to it stays.
  void pool(PoolDocument document, Documents others = {}) {
    std::string since;
    if (has_looked_ && stepper_.line("NodePool", "np", "Progressing") != "absent") {
      const Saying::One& one = said().conditions.at("Progressing");
      since = format_rfc3339(one.since).substr(11, 8);
      others.push_back({.type = "Progressing",
                        .status = one.status,
                        .reason = one.reason,
                        .message = one.message,
                        .at = since,
                        .generation = static_cast<int>(one.generation)});
    }
    document.conditions = others;
    stepper_.put(text_of(document));
  }
  void deployment(const WorkloadDocument& document) { stepper_.put(text_of(document)); }
  void machine(std::string_view name, std::string_view created) {
    stepper_.put(
        text_of(MachineDocument{.name = name, .created = created, .conditions = Documents{}}));
  }
  void machine_is_ready(std::string_view name, std::string_view created) {
    stepper_.put(text_of(ready_machine(name, created)));
    stepper_.put(text_of(InfrastructureDocument{
        .name = name, .conditions = Documents{{.type = "InstanceReady", .status = "True"}}}));
  }
  void machine_fails(std::string_view name, std::string_view error, std::string_view since) {
    stepper_.put(text_of(failing(name, error, since)));
  }
  void machine_waits(std::string_view name) {
    stepper_.put(text_of(InfrastructureDocument{.name = name, .conditions = Documents{}}));
  }
  void machine_goes(std::string_view name) {
    stepper_.remove("Machine", name);
    stepper_.remove("AWSMachine", name);
  }

  // Two replicas are there; a third is wanted, and its Machine was created at ten.
  void third_is_wanted() {
    pool({.desired = 3});
    deployment({.desired = 3, .existing = 3});
    machine_is_ready("m1", "08:00:00");
    machine_is_ready("m2", "08:00:00");
    machine("m3", "10:00:00");
  }

  std::string look(std::string_view time) {
    if (remembers_ == Remembers::Never) stepper_.lose_memory();
    stepper_.look(at(time));
    has_looked_ = true;
    const std::string line = stepper_.line("NodePool", "np", "Progressing");
    EXPECT_EQ(stepper_.look(at(time)), 0) << "a second look at " << time << " wrote something";
    EXPECT_EQ(stepper_.line("NodePool", "np", "Progressing"), line) << time;
    return line;
  }
  const Saying& said() const { return stepper_.said("NodePool", "np"); }
  std::string message() const { return said().conditions.at("Progressing").message; }
  std::string wake() const {
    return is_set(said().wake) ? format_rfc3339(said().wake).substr(11, 8) : "none";
  }

  Stepper stepper_;
  bool has_looked_ = false;
  Remembers remembers_ = Remembers::Always;
};

TEST_F(HyperShiftWorkflow, NormalOperation) {
  pool({.available = 0, .version = ""});
  deployment({.available = 0});
  machine("m1", "10:00:00");
  machine("m2", "10:00:00");
  EXPECT_EQ(look("10:00:00"), "True/Provisioning since 10:00:00");
  EXPECT_EQ(said().verdict, Verdict::Working);
  machine_is_ready("m1", "10:00:00");
  machine_is_ready("m2", "10:00:00");
  pool({.available = 2, .version = ""});
  EXPECT_EQ(look("10:07:00"), "True/Provisioning since 10:00:00");
  pool({});
  EXPECT_EQ(look("10:08:00"), "False/AsExpected since 10:08:00");
  EXPECT_EQ(said().verdict, Verdict::Healthy);
  EXPECT_EQ(wake(), "none");

  pool({.generation = 2, .desired = 3});
  EXPECT_EQ(look("10:59:59"), "False/AsExpected since 10:08:00") << "nobody has acted on it yet";
  deployment({.desired = 3, .existing = 3});
  machine("m3", "11:00:00");
  EXPECT_EQ(look("11:00:00"), "True/Scaling since 11:00:00");
  machine_is_ready("m3", "11:00:00");
  deployment({.desired = 3, .existing = 3, .available = 3});
  pool({.generation = 2, .desired = 3, .available = 3});
  EXPECT_EQ(look("11:06:00"), "False/AsExpected since 11:06:00");

  const PoolDocument three{.generation = 3, .desired = 3, .available = 3};
  pool(three, {{.type = "UpdatingVersion", .status = "True"}});
  EXPECT_EQ(look("12:00:00"), "True/Upgrading since 12:00:00");
  pool(three, {{.type = "UpdatingConfig", .status = "True"}});
  EXPECT_EQ(look("12:20:00"), "True/AsExpected since 12:00:00");
  pool(three);
  EXPECT_EQ(look("12:30:00"), "False/AsExpected since 12:30:00");
  EXPECT_EQ(said().conditions.at("Progressing").generation, 3);
}

TEST_F(HyperShiftWorkflow, FailureIsToldAtExactlyFifteenMinutes) {
  third_is_wanted();
  EXPECT_EQ(look("10:00:00"), "True/Scaling since 10:00:00");
  machine_fails("m3", quota_error, "10:00:30");
  EXPECT_EQ(look("10:01:00"), "True/Scaling since 10:00:00");
  EXPECT_EQ(wake(), "10:15:30");
  EXPECT_EQ(look("10:15:29"), "True/Scaling since 10:00:00");
  EXPECT_EQ(look("10:15:30"), "False/CloudQuotaExceeded since 10:15:30");
  EXPECT_EQ(said().verdict, Verdict::Stuck);
  EXPECT_EQ(wake(), "10:20:30");
  EXPECT_THAT(message(), HasSubstr("on 1 machine: VcpuLimitExceeded"));
  EXPECT_THAT(message(), HasSubstr("Recovery: "));
  EXPECT_EQ(look("14:00:00"), "False/CloudQuotaExceeded since 10:15:30");
}

TEST_F(HyperShiftWorkflow, AnErrorWithANewRequestIdAndANewTimeIsTheSameError) {
  third_is_wanted();
  const auto attempt = [&](std::string_view time, int id) {
    const std::string error = format(
        "VcpuLimitExceeded: no more. status code: 400, request id: "
        "0d1e2f3a-1111-4222-8333-44445555{:04}",
        id);
    machine_fails("m3", error, time);
    return error;
  };
  attempt("10:00:00", 1);
  EXPECT_EQ(look("10:00:00"), "True/Scaling since 10:00:00");
  for (int minute = 1; minute < 15; ++minute) {
    const std::string time = format("10:{:02}:00", minute);
    attempt(time, 1 + minute);
    EXPECT_EQ(stepper_.look(at(time)), 0) << time;
  }
  attempt("10:15:00", 20);
  EXPECT_EQ(look("10:15:00"), "False/CloudQuotaExceeded since 10:15:00");
  for (int minute = 16; minute < 60; ++minute) {
    const std::string time = format("10:{:02}:00", minute);
    attempt(time, 20 + minute);
    EXPECT_EQ(stepper_.look(at(time)), 0) << time;
  }
  EXPECT_THAT(message(), Not(HasSubstr("0d1e2f3a")));
}

TEST_F(HyperShiftWorkflow, RecoveryGoesThroughRecoveringToAsExpected) {
  pool({.desired = 4});
  deployment({.desired = 4, .existing = 4});
  machine_is_ready("m1", "08:00:00");
  machine_is_ready("m2", "08:00:00");
  machine("m3", "10:00:00");
  machine("m4", "10:00:00");
  machine_fails("m3", quota_error, "10:00:00");
  machine_fails("m4", quota_error, "10:00:00");
  EXPECT_EQ(look("10:00:00"), "True/Scaling since 10:00:00");
  EXPECT_EQ(look("10:15:00"), "False/CloudQuotaExceeded since 10:15:00");
  // The quota is raised: errors go, then one machine comes after the other.
  machine_waits("m3");
  machine_waits("m4");
  EXPECT_EQ(look("10:40:00"), "False/CloudQuotaExceeded since 10:15:00");
  machine_is_ready("m3", "10:00:00");
  pool({.desired = 4, .available = 3});
  EXPECT_EQ(look("10:44:00"), "True/Recovering since 10:44:00");
  EXPECT_EQ(said().verdict, Verdict::Working);
  EXPECT_EQ(look("10:48:00"), "True/Recovering since 10:44:00");
  machine_is_ready("m4", "10:00:00");
  pool({.desired = 4, .available = 4});
  deployment({.desired = 4, .existing = 4, .available = 4});
  EXPECT_EQ(look("10:50:00"), "False/AsExpected since 10:50:00");
  EXPECT_EQ(said().verdict, Verdict::Healthy);
}

TEST_F(HyperShiftWorkflow, RecoveryComesWithFiveMinutesOfSilenceAndBecomesTheOperation) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  look("10:00:00");
  EXPECT_EQ(look("10:15:00"), "False/CloudQuotaExceeded since 10:15:00");
  machine_waits("m3");
  EXPECT_EQ(look("10:20:00"), "False/CloudQuotaExceeded since 10:15:00");
  EXPECT_EQ(wake(), "10:25:00");
  EXPECT_EQ(look("10:24:59"), "False/CloudQuotaExceeded since 10:15:00");
  EXPECT_EQ(look("10:25:00"), "True/Recovering since 10:25:00");
  EXPECT_EQ(wake(), "10:35:00");
  EXPECT_EQ(look("10:34:59"), "True/Recovering since 10:25:00");
  EXPECT_EQ(look("10:35:00"), "True/Scaling since 10:25:00");
}

TEST_F(HyperShiftWorkflow, AFailedPoolThatIsDoneIsAsExpectedAtOnce) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  look("10:00:00");
  look("10:15:00");
  machine_is_ready("m3", "10:00:00");
  pool({.desired = 3, .available = 3});
  deployment({.desired = 3, .existing = 3, .available = 3});
  EXPECT_EQ(look("10:16:00"), "False/AsExpected since 10:15:00") << "the status did not turn";
}

TEST_F(HyperShiftWorkflow, ARelapseWithinFiveMinutesKeepsItsOldAge) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  look("10:00:00");
  machine_waits("m3");
  look("10:10:00");
  machine_fails("m3", quota_error, "10:14:00");
  look("10:14:00");
  EXPECT_EQ(look("10:15:00"), "False/CloudQuotaExceeded since 10:15:00");
}

TEST_F(HyperShiftWorkflow, ALongSilenceGivesAFailureItsFullTimeAgain) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  look("10:00:00");
  machine_waits("m3");
  look("10:10:00");
  look("10:15:00");
  machine_fails("m3", quota_error, "10:16:00");
  EXPECT_EQ(look("10:16:00"), "True/Scaling since 10:00:00");
  EXPECT_EQ(look("10:30:59"), "True/Scaling since 10:00:00");
  EXPECT_EQ(look("10:31:00"), "False/CloudQuotaExceeded since 10:31:00");
}

TEST_F(HyperShiftWorkflow, SeveralFailuresAtOnceAreToldByRankAndDoNotFlap) {
  pool({.desired = 3, .available = 0});
  deployment({.desired = 3, .existing = 3, .available = 0});
  for (const std::string_view name : {"m1", "m2", "m3"}) machine(name, "09:30:00");
  machine_fails("m1", missing_error, "10:00:00");
  machine_fails("m2", quota_error, "10:00:00");
  machine_fails("m3", provider_error, "10:00:00");
  EXPECT_EQ(look("10:00:00"), "True/Scaling since 10:00:00");
  EXPECT_EQ(wake(), "10:05:00");
  EXPECT_EQ(look("10:05:00"), "False/MissingCloudResources since 10:05:00");
  EXPECT_EQ(look("10:15:00"), "False/MissingCloudResources since 10:05:00");
  // The missing resource comes back; the next in rank waits for five minutes of silence.
  machine_waits("m1");
  EXPECT_EQ(look("10:20:00"), "False/MissingCloudResources since 10:05:00");
  EXPECT_EQ(look("10:24:59"), "False/MissingCloudResources since 10:05:00");
  EXPECT_EQ(look("10:25:00"), "False/CloudQuotaExceeded since 10:05:00");
  EXPECT_EQ(look("10:30:00"), "False/CloudQuotaExceeded since 10:05:00");
  // A higher one takes its place at once, when its own time has come.
  machine_fails("m1", missing_error, "10:31:00");
  EXPECT_EQ(look("10:31:00"), "False/CloudQuotaExceeded since 10:05:00");
  EXPECT_EQ(look("10:36:00"), "False/MissingCloudResources since 10:05:00");
  // All but the lowest go.
  machine_waits("m1");
  machine_waits("m2");
  EXPECT_EQ(look("10:40:00"), "False/MissingCloudResources since 10:05:00");
  EXPECT_EQ(look("10:45:00"), "False/CAPIProviderFailed since 10:05:00");
}

TEST_F(HyperShiftWorkflow, ANewNodeDoesNotHideAnotherFailure) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  look("10:00:00");
  look("10:15:00");
  machine_is_ready("m4", "10:16:00");
  EXPECT_EQ(look("10:20:00"), "False/CloudQuotaExceeded since 10:15:00")
      << "the quota is still exceeded";
}

TEST_F(HyperShiftWorkflow, HealthChecksThatReplaceMachinesDoNotHideALackOfCapacity) {
  third_is_wanted();
  machine_fails("m3", capacity_error, "10:00:00");
  EXPECT_EQ(look("10:00:00"), "True/Scaling since 10:00:00");
  machine_goes("m3");
  machine("m4", "10:20:00");
  EXPECT_EQ(look("10:20:05"), "True/Scaling since 10:00:00");
  machine_fails("m4", capacity_error, "10:20:30");
  EXPECT_EQ(look("10:20:30"), "True/Scaling since 10:00:00");
  EXPECT_EQ(wake(), "10:30:00");
  EXPECT_EQ(look("10:29:59"), "True/Scaling since 10:00:00");
  EXPECT_EQ(look("10:30:00"), "False/InsufficientCloudCapacity since 10:30:00");
  machine_goes("m4");
  machine("m5", "10:40:00");
  EXPECT_EQ(look("10:40:05"), "False/InsufficientCloudCapacity since 10:30:00");
  machine_fails("m5", capacity_error, "10:40:30");
  EXPECT_EQ(look("10:40:30"), "False/InsufficientCloudCapacity since 10:30:00");
  EXPECT_EQ(look("10:59:00"), "False/InsufficientCloudCapacity since 10:30:00");
}

// The error was seen for 14 minutes when its Machine was replaced; the next one has none yet.
TEST_F(HyperShiftWorkflow, AFailureThatWasSeenAShortWhileAgoStillFires) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  look("10:00:00");
  machine_goes("m3");
  machine("m4", "10:14:00");
  EXPECT_EQ(look("10:14:00"), "True/Scaling since 10:00:00");
  EXPECT_EQ(wake(), "10:15:00");
  EXPECT_EQ(look("10:15:00"), "False/CloudQuotaExceeded since 10:15:00");
  EXPECT_THAT(message(), HasSubstr("Cloud quota is exceeded. Recovery: "));
  EXPECT_EQ(look("10:18:59"), "False/CloudQuotaExceeded since 10:15:00");
  EXPECT_EQ(look("10:19:00"), "True/Recovering since 10:19:00") << "five minutes without it";
}

TEST_F(HyperShiftWorkflow, AFailureThatFiresAfterItWentKnowsAtOnceWhenItIsOver) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  look("10:00:00");
  machine_goes("m3");
  machine("m4", "10:14:00");
  look("10:14:00");
  stepper_.look(at("10:15:00"));
  EXPECT_EQ(said().conditions.at("Progressing").reason, "CloudQuotaExceeded");
  EXPECT_EQ(wake(), "10:19:00") << "before anything was written";
}

TEST_F(HyperShiftWorkflow, AFailureThatIsGoneForLongerDoesNotFire) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  look("10:00:00");
  machine_goes("m3");
  machine("m4", "10:09:00");
  look("10:09:00");
  EXPECT_EQ(look("10:15:00"), "True/Scaling since 10:00:00");
}

TEST_F(HyperShiftWorkflow, AFailureThatEndedWellDoesNotFireAfterwards) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  look("10:00:00");
  pool({.desired = 4});
  deployment({.desired = 4, .existing = 4});
  machine_is_ready("m3", "10:13:30");
  machine("m4", "10:14:00");
  EXPECT_EQ(look("10:14:00"), "True/Scaling since 10:00:00");
  EXPECT_EQ(look("10:15:00"), "True/Scaling since 10:00:00") << "a machine became ready since";
}

// It was shown for one look, and taken back at the next that might turn the status.
TEST_F(HyperShiftWorkflow, AFailureOfReplicasThatNobodyWantsAnyMoreDoesNotFire) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  look("10:00:00");
  machine_goes("m3");
  pool({.desired = 1});
  deployment({.desired = 1, .existing = 2});
  EXPECT_EQ(look("10:14:00"), "True/Scaling since 10:00:00");
  EXPECT_EQ(look("10:15:00"), "True/Scaling since 10:00:00");
}

// Another pool of its name may have left its Machines behind.
TEST_F(HyperShiftWorkflow, WhatIsOlderThanThePoolWasAnotherOnes) {
  pool({.desired = 3});
  deployment({.desired = 3, .existing = 3});
  machine("m3", "05:00:00");
  machine_fails("m3", quota_error, "05:00:00");
  EXPECT_EQ(look("06:10:00"), "True/Scaling since 06:10:00")
      << "the pool itself was created at six";
  EXPECT_EQ(look("06:15:00"), "False/CloudQuotaExceeded since 06:15:00");
}

TEST_F(HyperShiftWorkflow, AnEditKeepsTheFailureUntilAGoodSignAndGivesOthersTheirFullTime) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  look("10:00:00");
  look("10:15:00");
  pool({.generation = 2, .desired = 3});
  EXPECT_EQ(look("10:20:00"), "False/CloudQuotaExceeded since 10:15:00");
  EXPECT_EQ(said().conditions.at("Progressing").generation, 2);
  machine_fails("m3", missing_error, "10:00:00");
  EXPECT_EQ(look("10:21:00"), "False/CloudQuotaExceeded since 10:15:00");
  EXPECT_EQ(look("10:24:59"), "False/CloudQuotaExceeded since 10:15:00");
  machine_waits("m3");
  machine_is_ready("m4", "10:20:30");
  EXPECT_EQ(look("10:25:00"), "True/Recovering since 10:25:00");
}

TEST_F(HyperShiftWorkflow, AGoodSignAfterAnEditIsToldWithinTheMinute) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  look("10:00:00");
  look("10:15:00");
  pool({.generation = 2, .desired = 3});
  machine_goes("m3");
  machine_is_ready("m4", "10:15:05");
  EXPECT_EQ(look("10:15:20"), "True/Recovering since 10:15:20");
  machine_goes("m4");
}

TEST_F(HyperShiftWorkflow, APauseStopsTheClocksAndDoesNotResetThem) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  EXPECT_EQ(look("10:00:00"), "True/Scaling since 10:00:00");
  pool({.generation = 2, .desired = 3, .spec = R"(, "pausedUntil": "true")"});
  EXPECT_EQ(look("10:10:00"), "True/Scaling since 10:00:00");
  EXPECT_EQ(look("10:55:00"), "True/Scaling since 10:00:00");
  EXPECT_EQ(wake(), "none");
  pool({.generation = 3, .desired = 3});
  EXPECT_EQ(look("11:00:00"), "True/Scaling since 10:00:00");
  EXPECT_EQ(wake(), "11:05:00");
  EXPECT_EQ(look("11:04:59"), "True/Scaling since 10:00:00");
  EXPECT_EQ(look("11:05:00"), "False/CloudQuotaExceeded since 11:05:00");
}

TEST_F(HyperShiftWorkflow, AStalledConfigurationIsToldAndClearedByTheFix) {
  pool({.generation = 2}, {{.type = "ValidReleaseImage",
                            .reason = "ValidationFailed",
                            .message = "no such image",
                            .at = "10:00:00",
                            .generation = 2}});
  deployment({});
  EXPECT_EQ(look("10:00:00"), "False/AsExpected since 10:00:00");
  EXPECT_EQ(look("10:15:00"), "False/ControllerError since 10:00:00");
  EXPECT_THAT(message(), HasSubstr("blocked by condition ValidReleaseImage (ValidationFailed): "));
  // The spec is corrected; the operator has not looked at it yet.
  const ConditionDocument stale{
      .type = "ValidReleaseImage", .reason = "ValidationFailed", .at = "10:00:00", .generation = 2};
  pool({.generation = 3}, {stale});
  EXPECT_EQ(look("10:30:00"), "False/ControllerError since 10:00:00");
  pool({.generation = 3}, {{.type = "ValidReleaseImage", .status = "True", .at = "10:30:10"}});
  EXPECT_EQ(look("10:31:00"), "False/AsExpected since 10:00:00");
}

TEST_F(HyperShiftWorkflow, ADeploymentThatIsNotAvailableIsToldAfterFortyFiveMinutes) {
  third_is_wanted();
  deployment({.desired = 3,
              .existing = 3,
              .conditions = Documents{{.type = "Available", .reason = "Odd", .at = "10:00:00"}}});
  EXPECT_EQ(look("10:00:00"), "True/Scaling since 10:00:00");
  EXPECT_EQ(wake(), "10:45:00");
  EXPECT_EQ(look("10:45:00"), "False/MachineDeploymentFailed since 10:45:00");
  machine_fails("m3", missing_error, "10:46:00");
  EXPECT_EQ(look("10:46:00"), "False/MachineDeploymentFailed since 10:45:00");
  EXPECT_EQ(look("10:51:00"), "False/MissingCloudResources since 10:45:00");
}

TEST_F(HyperShiftWorkflow, LosingTheMemoryNeverHidesAFailureThatIsShown) {
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  look("10:00:00");
  EXPECT_EQ(look("10:15:00"), "False/CloudQuotaExceeded since 10:15:00");
  remembers_ = Remembers::Never;
  for (const std::string_view time : {"10:16:00", "10:30:00", "11:00:00", "13:00:00"}) {
    machine_fails("m3", quota_error, time.substr(0, 8));
    EXPECT_EQ(look(time), "False/CloudQuotaExceeded since 10:15:00") << time;
  }
  machine_goes("m3");
  machine("m4", "13:01:00");
  for (const std::string_view time : {"13:02:00", "13:30:00", "14:00:00"}) {
    EXPECT_EQ(look(time), "False/CloudQuotaExceeded since 10:15:00")
        << "nobody can tell for how long it is gone, at " << time;
  }
  remembers_ = Remembers::Always;
  look("14:00:00");
  EXPECT_EQ(look("14:05:00"), "True/Recovering since 14:05:00");
}

TEST_F(HyperShiftWorkflow, WithoutMemoryTheEvidenceTellsTheAge) {
  remembers_ = Remembers::Never;
  third_is_wanted();
  machine_fails("m3", quota_error, "10:00:00");
  EXPECT_EQ(look("10:00:00"), "True/Scaling since 10:00:00");
  EXPECT_EQ(look("10:14:59"), "True/Scaling since 10:00:00");
  EXPECT_EQ(look("10:15:00"), "False/CloudQuotaExceeded since 10:15:00");
}

}  // namespace
}  // namespace telltale::hypershift_nodepool
