// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/judge_pool.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "catalog/hypershift_nodepool/pool_for_test.h"
#include "catalog/hypershift_nodepool/severity.h"
#include "catalog/judge.h"
#include "catalog/kinds.h"
#include "catalog/stepper_for_test.h"
#include "catalog/world_for_test.h"

namespace telltale::hypershift_nodepool {
namespace {

// What judging a few documents at noon says about their pool.
struct JudgedAtNoon {
  explicit JudgedAtNoon(const std::vector<std::string>& documents,
                        Completeness completeness = Completeness::Partial)
      : world(world_of(std::vector<std::string_view>(documents.begin(), documents.end()),
                       completeness)),
        judgement(telltale::judge(world, Settings{}, at("12:00:00"))) {
    for (const Judged& item : judgement.items) {
      if (item.object->key.kind == "NodePool") pool = &item;
    }
  }
  // "True/Scaling", or "absent".
  std::string told() const {
    const Condition* condition = find_condition(pool->conditions, progressing);
    if (condition == nullptr) return "absent";
    return format("{}/{}", to_text(condition->status), condition->reason);
  }

  World world;
  Judgement judgement;
  const Judged* pool = nullptr;
};

std::string told(const std::vector<std::string>& documents,
                 Completeness completeness = Completeness::Partial) {
  return JudgedAtNoon(documents, completeness).told();
}

const std::string deployment = text_of(WorkloadDocument{});

ConditionDocument stored(std::string_view status, std::string_view reason,
                         std::string_view since = "10:00:00") {
  return {.type = "Progressing", .status = status, .reason = reason, .at = since, .generation = 1};
}

TEST(HyperShiftPool, IsHealthyWhereNothingIsToBeDone) {
  const JudgedAtNoon noon({text_of(PoolDocument{}), deployment});
  EXPECT_EQ(noon.told(), "False/AsExpected");
  EXPECT_EQ(noon.pool->verdict, Verdict::Healthy);
  EXPECT_EQ(noon.pool->cause.because, nullptr);
  EXPECT_EQ(noon.pool->memory, nullptr) << "nothing is worth remembering";
  EXPECT_FALSE(is_set(noon.pool->wake));
}

TEST(HyperShiftPool, IsWorkingWhileItScales) {
  const JudgedAtNoon noon({text_of(PoolDocument{.available = 1}), deployment});
  EXPECT_EQ(noon.told(), "True/Scaling");
  EXPECT_EQ(noon.pool->verdict, Verdict::Working);
  EXPECT_EQ(noon.pool->cause.reason, "Scaling");
  EXPECT_EQ(noon.pool->cause.message, "Scaling to 2 replicas");
}

TEST(HyperShiftPool, IsStuckBecauseOfItself) {
  const JudgedAtNoon noon({text_of(PoolDocument{.available = 1}), deployment,
                           text_of(MachineDocument{}),
                           text_of(failing("m1", quota_error, "11:45:00"))});
  EXPECT_EQ(noon.told(), "False/CloudQuotaExceeded");
  EXPECT_EQ(noon.pool->verdict, Verdict::Stuck);
  EXPECT_EQ(noon.pool->cause.condition, "Progressing");
  EXPECT_EQ(noon.pool->cause.because, noon.pool->object);
  EXPECT_EQ(noon.pool->cause.since, at("11:45:00")) << "as the error proves";
  EXPECT_EQ(noon.pool->wake, at("12:05:00")) << "a failed pool is looked at every five minutes";
}

TEST(HyperShiftPool, TakesDesiredFromWhatMakesItsMachines) {
  EXPECT_EQ(told({text_of(PoolDocument{.desired = 5}), deployment}), "False/AsExpected");
  EXPECT_EQ(told({text_of(PoolDocument{.spec = R"(, "autoScaling": {"min": 1, "max": 9})"}),
                  text_of(WorkloadDocument{.desired = 4})}),
            "True/Scaling");
}

TEST(HyperShiftPool, StaysAsItIsWhereItsMachinesWereNotCollected) {
  const JudgedAtNoon noon({text_of(PoolDocument{.available = 1})});
  EXPECT_EQ(noon.told(), "absent");
  EXPECT_EQ(noon.pool->verdict, Verdict::Unknown);
  EXPECT_EQ(noon.pool->cause.reason, "NotCollected");
  EXPECT_FALSE(noon.pool->changed);
  const JudgedAtNoon kept({text_of(PoolDocument{
      .available = 1, .conditions = Documents{stored("False", "CloudQuotaExceeded")}})});
  EXPECT_EQ(kept.told(), "False/CloudQuotaExceeded");
  EXPECT_EQ(kept.pool->verdict, Verdict::Stuck);
  EXPECT_FALSE(kept.pool->changed);
  EXPECT_EQ(kept.pool->memory, nullptr);
}

TEST(HyperShiftPool, NeedsNoMachinesToBeKnownWhereItSaysItselfThatItIsDone) {
  EXPECT_EQ(told({text_of(PoolDocument{})}), "False/AsExpected");
  EXPECT_EQ(told({text_of(PoolDocument{.spec = R"(, "autoScaling": {"min": 1, "max": 9})"})}),
            "absent")
      << "only the autoscaler knows what is desired";
}

TEST(HyperShiftPool, IsProvisioningWhereItsDeploymentIsSurelyNotThere) {
  EXPECT_EQ(told({text_of(PoolDocument{.available = 0})}, Completeness::Complete),
            "True/Provisioning");
  EXPECT_EQ(told({text_of(PoolDocument{}), text_of(WorkloadDocument{.name = "other"})}),
            "True/Provisioning");
}

TEST(HyperShiftPool, KeepsEverythingWhileItIsDeletedOrPaused) {
  const std::string quota = text_of(failing("m1", quota_error, "11:00:00"));
  const auto kept = [&](PoolDocument pool) {
    pool.available = 1;
    pool.conditions = Documents{stored("True", "Scaling")};
    const JudgedAtNoon noon({text_of(pool), deployment, text_of(MachineDocument{}), quota});
    EXPECT_FALSE(noon.pool->changed);
    EXPECT_EQ(noon.pool->verdict, Verdict::Working);
    return std::pair(noon.told(), noon.pool->wake);
  };
  using Kept = std::pair<std::string, Instant>;
  constexpr std::string_view gone =
      R"(, "deletionTimestamp": "2026-01-01T11:00:00Z", "finalizers": ["f"])";
  EXPECT_EQ(kept({.metadata = gone}), (Kept{"True/Scaling", no_time}));
  EXPECT_EQ(kept({.spec = R"(, "pausedUntil": "true")"}), (Kept{"True/Scaling", no_time}));
  EXPECT_EQ(kept({.spec = R"(, "pausedUntil": "2026-01-01T13:00:00Z")"}),
            (Kept{"True/Scaling", at("13:00:00")}));
}

TEST(HyperShiftPool, IsNotPausedByThePastOrByNonsense) {
  const auto judged = [](std::string_view until) {
    const std::string spec = format(R"(, "pausedUntil": "{}")", until);
    return told({text_of(PoolDocument{.available = 1, .spec = spec}), deployment});
  };
  EXPECT_EQ(judged("2026-01-01T11:00:00Z"), "True/Scaling");
  EXPECT_EQ(judged("2026-01-01T12:00:00Z"), "True/Scaling");
  EXPECT_EQ(judged("tomorrow"), "True/Scaling");
  EXPECT_EQ(judged("false"), "True/Scaling");
  EXPECT_EQ(judged("2026-01-01T12:00:01Z"), "absent");
}

TEST(HyperShiftPool, IsPausedWhereReconciliationIsNotActive) {
  const auto judged = [](std::optional<int> generation) {
    const ConditionDocument active{
        .type = "ReconciliationActive", .reason = "ReconciliationPaused", .generation = generation};
    return told(
        {text_of(PoolDocument{.generation = 2, .available = 1, .conditions = Documents{active}}),
         deployment});
  };
  EXPECT_EQ(judged({}), "absent");
  EXPECT_EQ(judged(2), "absent");
  EXPECT_EQ(judged(1), "True/Scaling") << "it is about an older spec";
}

TEST(HyperShiftPool, FiresAtOnceWhenAnUpgradeInPlaceFailed) {
  const PoolDocument pool{.upgrade = "InPlace",
                          .conditions = Documents{{.type = "UpdatingConfig",
                                                   .reason = "InplaceUpgradeFailed",
                                                   .message = "node n1: drain failed",
                                                   .at = "11:59:59"}}};
  const JudgedAtNoon noon({text_of(pool), text_of(WorkloadDocument{.kind = "MachineSet"})});
  EXPECT_EQ(noon.told(), "False/ControllerError");
  EXPECT_TRUE(noon.pool->cause.message.starts_with(
      "The upgrade in place failed (UpdatingConfig): node n1: drain failed. Recovery: "))
      << noon.pool->cause.message;
}

TEST(HyperShiftPool, KeepsAShownFailureThatASingleLookCannotSeeTheEndOf) {
  const PoolDocument pool{.generation = 2,
                          .available = 1,
                          .conditions = Documents{stored("False", "CloudQuotaExceeded")}};
  const JudgedAtNoon noon({text_of(pool), deployment, text_of(MachineDocument{})});
  EXPECT_EQ(noon.told(), "False/CloudQuotaExceeded");
  const Condition& condition = *find_condition(noon.pool->conditions, progressing);
  EXPECT_EQ(condition.last_transition, at("10:00:00"));
  EXPECT_EQ(condition.observed_generation, 2) << "only that is refreshed";
  EXPECT_TRUE(noon.pool->changed);
}

TEST(HyperShiftPool, RecoversWhenANewMachineHasItsNode) {
  const PoolDocument pool{.available = 1,
                          .conditions = Documents{stored("False", "CloudQuotaExceeded")}};
  EXPECT_EQ(told({text_of(pool), deployment, text_of(ready_machine("m1", "10:00:01"))}),
            "True/Recovering");
  EXPECT_EQ(told({text_of(pool), deployment, text_of(ready_machine("m1", "10:00:00"))}),
            "False/CloudQuotaExceeded")
      << "it was there before";
  EXPECT_EQ(told({text_of(pool), text_of(WorkloadDocument{.desired = 1, .existing = 2})}),
            "True/Recovering")
      << "no more are wanted than there are";
}

TEST(HyperShiftPool, ReadsTheOldSpellingOfRecovering) {
  const auto recovering = [](std::string_view since) {
    const PoolDocument pool{.available = 1,
                            .conditions = Documents{stored("True", "Recoverying", since)}};
    return told({text_of(pool), deployment});
  };
  EXPECT_EQ(recovering("11:50:01"), "True/Recovering");
  EXPECT_EQ(recovering("11:50:00"), "True/Scaling");
}

TEST(HyperShiftPool, TurnsAtMostOnceAMinute) {
  const auto turn = [](std::string_view since) {
    return JudgedAtNoon(
        {text_of(PoolDocument{.conditions = Documents{stored("True", "Scaling", since)}}),
         deployment});
  };
  const JudgedAtNoon early = turn("11:59:01");
  EXPECT_EQ(early.told(), "True/Scaling");
  EXPECT_EQ(early.pool->wake, at("12:00:01"));
  EXPECT_EQ(turn("11:59:00").told(), "False/AsExpected");
}

TEST(HyperShiftPool, ForgetsTheAgeOfErrorsWhenTheSpecIsEdited) {
  const PoolDocument pool{
      .generation = 2, .available = 1, .conditions = Documents{stored("True", "Scaling")}};
  const JudgedAtNoon noon({text_of(pool), deployment, text_of(MachineDocument{}),
                           text_of(failing("m1", quota_error, "11:00:00"))});
  EXPECT_EQ(noon.told(), "True/Scaling");
  EXPECT_EQ(noon.pool->wake, at("12:15:00"));
}

TEST(HyperShiftPool, LeavesForeignConditionsAlone) {
  const PoolDocument pool{.conditions =
                              Documents{{.type = "performance.operator.openshift.io/Progressing",
                                         .status = "True",
                                         .reason = "Theirs"}}};
  const JudgedAtNoon noon({text_of(pool), deployment});
  EXPECT_EQ(reason_of(noon.pool->conditions, "performance.operator.openshift.io/Progressing"),
            "Theirs");
  EXPECT_EQ(noon.told(), "False/AsExpected");
}

TEST(HyperShiftPool, ExplainsItselfOnTheSnapshotItWasJudgedBy) {
  const JudgedAtNoon noon({text_of(PoolDocument{.available = 1}), deployment});
  const JudgeContextForTest context(noon.world, at("12:00:00"));
  int visited = 0;
  for_each_decision(context.context(), *noon.pool->object,
                    [&](const auto& table, const auto& seen) {
                      ++visited;
                      EXPECT_EQ(table.decide(seen).row->reason, "Scaling");
                    });
  EXPECT_EQ(visited, 1);
}

TEST(HyperShiftPool, SaysASeverityForFailuresOnly) {
  const World world = world_of({text_of(PoolDocument{}), deployment});
  const Object& pool = world.objects().front();
  const Object& other = world.objects().back();
  const auto severity = [](const Object& object, Status status, std::string_view reason) {
    return severity_of(object, {.type = "Progressing", .status = status, .reason = reason});
  };
  EXPECT_EQ(severity(pool, Status::False, "ControllerError"), "Error");
  EXPECT_EQ(severity(pool, Status::False, "AsExpected"), "");
  EXPECT_EQ(severity(pool, Status::True, "Scaling"), "");
  EXPECT_EQ(severity(other, Status::False, "ControllerError"), "");
}

TEST(HyperShiftPool, HasGuidanceForEveryFailure) {
  const std::span<const GuidanceFacts> guidance = hypershift_node_pool_kind.guidance;
  for (const Class one : all_classes) {
    const auto found = std::ranges::find(guidance, reason_of(one), &GuidanceFacts::reason);
    ASSERT_TRUE(found != guidance.end()) << reason_of(one);
    EXPECT_EQ(found->runbook, format("docs/runbooks/{}.md", reason_of(one)));
    EXPECT_FALSE(found->advice.ends_with('.'));
  }
}

}  // namespace
}  // namespace telltale::hypershift_nodepool
