// SPDX-License-Identifier: Apache-2.0
#include "condition/set.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "condition/caps.h"
#include "condition/order.h"
#include "condition/same.h"
#include "condition/test_conditions.h"

namespace telltale {
namespace {

using test::at;
using test::bad;
using test::good;
using test::unsure;

constexpr Stamp stamp{.generation = 7, .now = at(1000)};

TEST(Set, StampsGenerationAndTimeOnWhatIsNew) {
  Arena arena;
  ConditionSet set;
  Condition ready = good("Ready", "fine");
  ready.observed_generation = 99;  // overwritten, whatever the caller thinks
  EXPECT_EQ(set.set(ready, stamp, arena), SetOutcome::Changed);

  const Condition expected{.type = "Ready",
                           .status = Status::True,
                           .reason = "Good",
                           .message = "fine",
                           .last_transition = at(1000),
                           .observed_generation = 7};
  ASSERT_EQ(set.view().size(), 1U);
  EXPECT_EQ(set.view()[0], expected);
}

TEST(Set, KeepsATimeThatTheConditionBrings) {
  Arena arena;
  ConditionSet set;
  Condition mirrored = good("Ready");
  mirrored.last_transition = at(5);
  EXPECT_EQ(set.set(mirrored, stamp, arena), SetOutcome::Changed);
  EXPECT_EQ(last_transition_of(set.view(), "Ready"), at(5));
}

TEST(Set, MovesTheTransitionTimeOnlyWithStatus) {  // trap 2, #11176
  Arena arena;
  ConditionSet set;
  ASSERT_EQ(set.set(good("Ready"), {.generation = 1, .now = at(10)}, arena), SetOutcome::Changed);

  const Condition reworded = good("Ready", "other words");
  EXPECT_EQ(set.set(reworded, {.generation = 1, .now = at(20)}, arena), SetOutcome::Changed);
  EXPECT_EQ(last_transition_of(set.view(), "Ready"), at(10));

  EXPECT_EQ(set.set(reworded, {.generation = 2, .now = at(30)}, arena), SetOutcome::Changed);
  EXPECT_EQ(last_transition_of(set.view(), "Ready"), at(10));
  EXPECT_EQ(set.get("Ready")->observed_generation, 2);

  EXPECT_EQ(set.set(bad("Ready"), {.generation = 2, .now = at(40)}, arena), SetOutcome::Changed);
  EXPECT_EQ(last_transition_of(set.view(), "Ready"), at(40));
}

TEST(Set, IgnoresAnotherTimeForTheSameStatus) {
  Arena arena;
  Condition stored = good("Ready");
  stored.last_transition = at(10);
  stored.observed_generation = 7;
  ConditionSet set(Conditions(&stored, 1));
  Condition mirrored = stored;
  mirrored.last_transition = at(500);
  EXPECT_EQ(set.set(mirrored, stamp, arena), SetOutcome::Unchanged);
  EXPECT_FALSE(set.changed());
}

TEST(Set, KnowsNoFractionsOfASecond) {  // trap 1, #11342: the wire has none, so neither have we
  static_assert(std::is_same_v<decltype(Condition::last_transition)::duration, Seconds>);
  EXPECT_EQ(parse_rfc3339("2026-01-01T00:00:00.999999Z"), parse_rfc3339("2026-01-01T00:00:00Z"));
}

TEST(Set, LeavesAnUnchangedListExactlyAsItIs) {
  Arena arena;
  Condition stored[] = {good("Paused"), good("Ready"), good("Available")};  // not in order
  for (Condition& condition : stored) condition.observed_generation = 7;
  ConditionSet set(stored);
  EXPECT_EQ(set.set(good("Ready"), stamp, arena), SetOutcome::Unchanged);
  EXPECT_EQ(set.view().data(), stored);
}

TEST(Set, SortsAChangedList) {
  Arena arena;
  const Condition stored[] = {good("Paused"), good("Ready"), good("Available")};
  ConditionSet set(stored);
  EXPECT_EQ(set.set(bad("Gate"), stamp, arena), SetOutcome::Changed);
  ASSERT_EQ(set.view().size(), 4U);
  EXPECT_EQ(set.view()[0].type, "Available");
  EXPECT_EQ(set.view()[1].type, "Ready");
  EXPECT_EQ(set.view()[2].type, "Gate");
  EXPECT_EQ(set.view()[3].type, "Paused");
  EXPECT_EQ(stored[0].type, "Paused");  // what is stored belongs to somebody else
}

TEST(Set, SortsAlsoWhenOnlyTheTextChanges) {
  Arena arena;
  const Condition stored[] = {good("Paused"), good("Ready")};
  ConditionSet set(stored);
  EXPECT_EQ(set.set(good("Paused", "text"), stamp, arena), SetOutcome::Changed);
  EXPECT_EQ(set.view()[0].type, "Ready");
}

TEST(Set, RefusesTheThirtyThirdCondition) {  // defect k
  Arena arena;
  ConditionSet set;
  for (int i = 0; i < 32; ++i) {
    const std::string_view type = arena.keep("Gate" + std::to_string(i));
    ASSERT_EQ(set.set(good(type), stamp, arena), SetOutcome::Changed);
  }
  EXPECT_EQ(set.set(good("Ready"), stamp, arena), SetOutcome::Full);
  EXPECT_EQ(set.view().size(), 32U);
  EXPECT_EQ(set.set(bad("Gate3"), stamp, arena), SetOutcome::Changed);  // no room is needed
  EXPECT_TRUE(set.remove("Gate3"));
  EXPECT_EQ(set.set(good("Ready"), stamp, arena), SetOutcome::Changed);
}

TEST(Set, CutsWhatTheApiServerWouldRefuse) {  // defect k
  Arena arena;
  ConditionSet set;
  const std::string reason(2000, 'r');
  const std::string message(40000, 'm');
  Condition loud = good("Ready", message);
  loud.reason = reason;
  EXPECT_EQ(set.set(loud, stamp, arena), SetOutcome::Changed);
  EXPECT_EQ(reason_of(set.view(), "Ready").size(), condition_reason_bytes_max);
  EXPECT_EQ(message_of(set.view(), "Ready").size(), condition_message_bytes_max);
  EXPECT_EQ(set.set(loud, stamp, arena), SetOutcome::Unchanged);  // cut text is compared with cut
}

TEST(Set, NeverWritesANegativeGeneration) {
  Arena arena;
  ConditionSet set;
  EXPECT_EQ(set.set(good("Ready"), {.generation = -4, .now = at(1)}, arena), SetOutcome::Changed);
  EXPECT_EQ(set.get("Ready")->observed_generation, 0);
}

TEST(Set, StartsOverWithAnotherList) {
  Arena arena;
  const Condition stored[] = {good("Ready")};
  ConditionSet set;
  ASSERT_EQ(set.set(bad("Available"), stamp, arena), SetOutcome::Changed);
  set.reset(stored);
  EXPECT_FALSE(set.changed());
  EXPECT_EQ(set.view().data(), stored);
  ASSERT_EQ(set.set(bad("Gate"), stamp, arena), SetOutcome::Changed);
  EXPECT_EQ(set.view().size(), 2U);
}

TEST(Remove, IsSafeOnAnEmptyList) {  // trap 4, #13048; trap 5, #11369
  ConditionSet set;
  EXPECT_FALSE(set.remove("Ready"));
  EXPECT_FALSE(set.changed());
  set.reset({});
  set.sort();
  EXPECT_FALSE(set.changed());
}

TEST(Remove, TakesEveryConditionOfTheType) {
  const Condition stored[] = {good("Ready"), good("Paused"), bad("Ready")};
  ConditionSet set(stored);
  EXPECT_TRUE(set.remove("Ready"));
  ASSERT_EQ(set.view().size(), 1U);
  EXPECT_EQ(set.view()[0].type, "Paused");
}

TEST(Get, TreatsWhatIsMissingAsUnknown) {
  const Condition stored[] = {good("A", "text"), bad("B"), unsure("C")};
  EXPECT_TRUE(is_true(stored, "A"));
  EXPECT_TRUE(is_false(stored, "B"));
  EXPECT_TRUE(is_unknown(stored, "C"));
  EXPECT_TRUE(is_unknown(stored, "Missing"));
  EXPECT_FALSE(is_true(stored, "Missing"));
  EXPECT_FALSE(is_false(stored, "Missing"));
  EXPECT_TRUE(has_condition(stored, "C"));
  EXPECT_FALSE(has_condition(stored, "Missing"));
  EXPECT_EQ(reason_of(stored, "A"), "Good");
  EXPECT_EQ(message_of(stored, "A"), "text");
  EXPECT_EQ(reason_of(stored, "Missing"), "");
  EXPECT_EQ(message_of(stored, "Missing"), "");
  EXPECT_EQ(last_transition_of(stored, "Missing"), no_time);
}

TEST(SameState, LooksAtEverythingButTheTime) {  // trap 3, #11254: absent ones are not even askable
  Condition one = good("Ready", "text");
  Condition other = one;
  other.last_transition = at(9);
  EXPECT_TRUE(same_state(one, other));
  other.message = "other text";
  EXPECT_FALSE(same_state(one, other));
}

TEST(SameState, CanLeaveTheGenerationOut) {  // trap 15, #11972: no second reconcile of Paused
  Condition one = good("Paused");
  Condition other = one;
  other.observed_generation = 2;
  EXPECT_FALSE(same_state(one, other));
  EXPECT_TRUE(same_state_except_generation(one, other));
}

Condition any_condition() {
  const std::vector<std::string_view> types = {"Ready", "Available", "Deleting", "Gate", "Other"};
  const std::vector<std::string_view> words = {"A", "B", "C"};
  return {.type = *rc::gen::elementOf(types),
          .status = *rc::gen::element(Status::True, Status::False, Status::Unknown),
          .reason = *rc::gen::elementOf(words),
          .message = *rc::gen::elementOf(words),
          .last_transition = *rc::gen::element(no_time, at(1), at(2))};
}

RC_GTEST_PROP(Set, TwiceIsOnce, ()) {
  Arena arena;
  ConditionSet set;
  for (int i = *rc::gen::inRange(0, 8); i > 0; --i) {
    RC_ASSERT(set.set(any_condition(), stamp, arena) != SetOutcome::Full);
  }
  const Condition condition = any_condition();
  RC_ASSERT(set.set(condition, stamp, arena) != SetOutcome::Full);
  const std::vector<Condition> once(set.view().begin(), set.view().end());
  RC_ASSERT(set.set(condition, {.generation = 7, .now = at(9999)}, arena) == SetOutcome::Unchanged);
  RC_ASSERT(std::ranges::equal(once, set.view()));
}

RC_GTEST_PROP(Set, KeepsOneOfEachTypeInOrder, ()) {
  Arena arena;
  ConditionSet set;
  for (int i = *rc::gen::inRange(0, 12); i > 0; --i) {
    RC_ASSERT(set.set(any_condition(), stamp, arena) != SetOutcome::Full);
  }
  for (std::size_t i = 1; i < set.view().size(); ++i) {
    RC_ASSERT(comes_before(set.view()[i - 1].type, set.view()[i].type));
  }
}

}  // namespace
}  // namespace telltale
