// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/list.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

#include "base/noon_for_test.h"

namespace telltale::legacy {
namespace {

constexpr Instant before = noon - std::chrono::hours{1};
using enum LegacySeverity;

LegacyCondition stored(LegacyCondition condition) {
  condition.condition.last_transition = before;
  return condition;
}

Instant time_after(const LegacyCondition& was, const LegacyCondition& is) {
  Arena arena;
  LegacyList list({stored(was)}, noon, arena);
  list.set(is);
  return list.find(is.condition.type)->condition.last_transition;
}

TEST(LegacyList, KeepsTheTimeOfAConditionThatStaysTheSame) {
  const LegacyCondition same = bad("A", "R", Info, "m");
  EXPECT_EQ(time_after(same, same), before);
  EXPECT_EQ(time_after(good("A"), good("A")), before);
}

TEST(LegacyList, MovesTheTimeWhenAnythingIsSaidDifferently) {
  const LegacyCondition was = bad("A", "R", Info, "m");
  EXPECT_EQ(time_after(was, good("A")), noon);
  EXPECT_EQ(time_after(was, bad("A", "Other", Info, "m")), noon);
  EXPECT_EQ(time_after(was, bad("A", "R", Warning, "m")), noon);
  EXPECT_EQ(time_after(was, bad("A", "R", Info, "other")), noon);
  EXPECT_EQ(time_after(was, unclear("A", "R", "m")), noon);
}

TEST(LegacyList, LetsANewConditionBringItsOwnTime) {
  Arena arena;
  LegacyList list({}, noon, arena);
  list.set(stored(good("Mirrored")));
  list.set(good("Made"));
  EXPECT_EQ(list.find("Mirrored")->condition.last_transition, before);
  EXPECT_EQ(list.find("Made")->condition.last_transition, noon);
}

TEST(LegacyList, DoesNotLetAChangedConditionBringItsOwnTime) {
  EXPECT_EQ(time_after(good("A"), stored(bad("A", "R", Error))), noon);
}

TEST(LegacyList, PutsReadyFirstAndTheOthersByName) {
  Arena arena;
  LegacyList list({stored(good("B"))}, noon, arena);
  list.set(good("Ready"));
  list.set(good("A"));
  const LegacyConditions finished = list.finish();
  ASSERT_EQ(finished.size(), 3U);
  EXPECT_EQ(finished[0].condition.type, "Ready");
  EXPECT_EQ(finished[1].condition.type, "A");
  EXPECT_EQ(finished[2].condition.type, "B");
}

TEST(LegacyList, LeavesAsItIsWhatNobodyCanSay) {
  Arena arena;
  LegacyList list({stored(good("A"))}, noon, arena);
  list.set(std::optional<LegacyCondition>());
  EXPECT_EQ(list.view().size(), 1U);
  list.remove("A");
  EXPECT_TRUE(list.view().empty());
  EXPECT_EQ(list.status("A"), Status::Unknown);
}

TEST(LegacyList, CutsWhatTheApiServerWouldRefuse) {
  Arena arena;
  LegacyList list({}, noon, arena);
  const std::string endless(20000, 'x');
  list.set(bad("A", endless, Info, endless));
  EXPECT_LE(list.find("A")->condition.reason.size(), reason_bytes_max);
  EXPECT_LE(list.find("A")->condition.message.size(), message_bytes_max);
  EXPECT_FALSE(list.find("A")->condition.message.empty());
}

class LegacyAggregate : public testing::Test {
 protected:
  std::optional<LegacyCondition> of(std::vector<Source> sources) {
    return aggregate("MachinesReady", sources, arena_);
  }
  static Source source(std::string_view name, std::optional<LegacyCondition> ready) {
    return {.kind = "Machine", .name = name, .ready = ready};
  }
  Arena arena_;
};

TEST_F(LegacyAggregate, NamesTheFirstOfTheMostSevereAndCountsTheReady) {
  const auto merged =
      of({source("m3", bad("Ready", "Slow", Warning, "hidden")),
          source("m2", bad("Ready", "Broken", Error, "hidden")), source("m1", good("Ready")),
          source("m0", std::nullopt), source("m4", bad("Ready", "Worse", Error))});
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->condition.type, "MachinesReady");
  EXPECT_EQ(merged->condition.status, Status::False);
  EXPECT_EQ(merged->severity, Error);
  EXPECT_EQ(merged->condition.reason, "Broken @ Machine/m2");
  EXPECT_EQ(merged->condition.message, "1 of 5 completed");
}

TEST_F(LegacyAggregate, KeepsAReasonThatAlreadySaysWhose) {
  const auto merged = of({source("ms", bad("Ready", "Broken @ Machine/m2", Error))});
  EXPECT_EQ(merged->condition.reason, "Broken @ Machine/m2");
}

TEST_F(LegacyAggregate, PutsWhatIsUnknownBehindWhatIsGood) {
  EXPECT_EQ(*of({source("m1", unclear("Ready", "Why", "?")), source("m2", good("Ready"))}),
            good("MachinesReady"));
  EXPECT_EQ(of({source("m1", unclear("Ready", "Why", "?"))})->condition.status, Status::Unknown);
}

TEST_F(LegacyAggregate, IsNothingWhereNobodyIsReadyOrNot) {
  EXPECT_FALSE(of({}));
  EXPECT_FALSE(of({source("m1", std::nullopt)}));
}

}  // namespace
}  // namespace telltale::legacy
