// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/deletion.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "catalog/now_for_test.h"

namespace telltale {
namespace {

using ladders::now;

constexpr Seconds one = Seconds(1);

constexpr std::string_view budget =
    "* Pod a/b: cannot evict pod as it would violate the pod's disruption budget. More words";
constexpr std::string_view terminating =
    "* Pods a/b, a/c: deletionTimestamp set, but still not removed from the Node";
constexpr std::string_view eviction = "* Pod a/b: failed to evict Pod, some error";
constexpr std::string_view completion = "* Pod a/b: waiting for completion";

Condition drain(std::string_view message) {
  return {.type = "Deleted", .status = Status::True, .reason = "DrainingNode", .message = message};
}

// A deletion that has drained for a long time.
Deletion slow_one(const Condition& stage, std::string_view name = "m1") {
  return {.name = name,
          .since = now - slow_deletion - one,
          .drain_started = now - slow_drain - one,
          .stage = &stage};
}

std::string causes_in(std::string_view message) {
  const Condition stage = drain(message);
  return list_delay_causes(delay_causes(slow_one(stage), now));
}

TEST(SlowDeletion, BeginsAfterMoreThanAQuarterOfAnHour) {
  EXPECT_FALSE(is_slow({}, now));
  EXPECT_FALSE(is_slow({.since = now - slow_deletion}, now));
  EXPECT_TRUE(is_slow({.since = now - slow_deletion - one}, now));
}

TEST(DelayCauses, AreFoundByTheirWords) {
  EXPECT_EQ(causes_in(budget), "PodDisruptionBudgets");
  EXPECT_EQ(causes_in(terminating), "Pods not terminating");
  EXPECT_EQ(causes_in(eviction), "Pod eviction errors");
  EXPECT_EQ(causes_in(completion), "Pods not completed yet");
  EXPECT_EQ(causes_in("Drain not completed yet"), "");
}

TEST(DelayCauses, AreListedInAFixedOrder) {
  std::string message;
  for (const std::string_view line : {completion, eviction, terminating, budget}) {
    message += line;
    message += "\n";
  }
  EXPECT_EQ(causes_in(message),
            "PodDisruptionBudgets, Pods not terminating, Pod eviction errors, "
            "Pods not completed yet");
}

TEST(DelayCauses, CountOnlyWhenTheDrainItselfIsSlow) {
  const Condition stage = drain(budget);
  Deletion deletion = slow_one(stage);
  deletion.drain_started = now - slow_drain;
  EXPECT_EQ(delay_causes(deletion, now), 0U);
  deletion.drain_started = no_time;
  EXPECT_EQ(delay_causes(deletion, now), 0U);
}

TEST(DelayCauses, CountOnlyWhileDraining) {
  Condition stage = drain(budget);
  stage.reason = "WaitingForVolumeDetach";
  EXPECT_EQ(delay_causes(slow_one(stage), now), 0U);
  stage = drain(budget);
  stage.status = Status::False;
  EXPECT_EQ(delay_causes(slow_one(stage), now), 0U);
  EXPECT_EQ(delay_causes({.since = now, .drain_started = now - slow_drain - one}, now), 0U);
}

TEST(NextDeletionChange, IsTheNextInstantAtWhichASentenceChanges) {
  const Condition stage = drain(budget);
  const Deletion deletion{
      .name = "m1", .since = now, .drain_started = now + Seconds(60), .stage = &stage};
  const Instant slow_drain_at = now + Seconds(60) + slow_drain + one;
  const Instant slow_at = now + slow_deletion + one;
  EXPECT_EQ(next_deletion_change(deletion, now), slow_drain_at);
  EXPECT_EQ(delay_causes(deletion, slow_drain_at - one), 0U);
  EXPECT_NE(delay_causes(deletion, slow_drain_at), 0U);

  EXPECT_EQ(next_deletion_change(deletion, slow_drain_at), slow_at);
  EXPECT_FALSE(is_slow(deletion, slow_at - one));
  EXPECT_TRUE(is_slow(deletion, slow_at));

  EXPECT_FALSE(is_set(next_deletion_change(deletion, slow_at)));
  EXPECT_FALSE(is_set(next_deletion_change({}, now)));
}

std::string described(std::vector<std::string_view> first, std::size_t total, unsigned causes = 0) {
  return describe_slow(first, total, causes);
}

TEST(DescribeSlow, SaysNothingWhereNobodyIsSlow) { EXPECT_EQ(described({}, 0), ""); }

TEST(DescribeSlow, NamesOneMachineOrSeveral) {
  EXPECT_EQ(described({"m1"}, 1), "Machine m1 is in deletion since more than 15m");
  EXPECT_EQ(described({"m1", "m2"}, 2), "Machines m1, m2 are in deletion since more than 15m");
  EXPECT_EQ(described({"m1", "m2", "m3"}, 4),
            "Machines m1, m2, m3, ... (1 more) are in deletion since more than 15m");
}

TEST(DescribeSlow, TellsWhatDelaysThem) {
  const Condition one_stage = drain(terminating);
  const Condition other_stage = drain(budget);
  const unsigned causes =
      delay_causes(slow_one(one_stage), now) | delay_causes(slow_one(other_stage), now);
  EXPECT_EQ(described({"m1", "m2"}, 2, causes),
            "Machines m1, m2 are in deletion since more than 15m, delay likely due to "
            "PodDisruptionBudgets, Pods not terminating");
}

}  // namespace
}  // namespace telltale
