// SPDX-License-Identifier: Apache-2.0
#include "condition/mirror.h"

#include <gtest/gtest.h>

#include "condition/set.h"
#include "condition/test_conditions.h"

namespace telltale {
namespace {

using test::at;

constexpr Condition source_ready{.type = "Ready",
                                 .status = Status::True,
                                 .reason = "AllGood",
                                 .message = "We are good",
                                 .last_transition = at(50),
                                 .observed_generation = 10};

Condition mirror_of(Condition source, const MirrorOptions& options) {
  Arena arena;
  return mirror(Conditions(&source, 1), options, arena);
}

TEST(Mirror, CopiesStatusReasonMessageAndTimeButNotGeneration) {
  Condition expected = source_ready;
  expected.observed_generation = 0;
  EXPECT_EQ(mirror_of(source_ready, {.type = "Ready"}), expected);
}

TEST(Mirror, RenamesIntoTheTargetsType) {
  EXPECT_EQ(mirror_of(source_ready, {.type = "Ready", .into = "InfrastructureReady"}).type,
            "InfrastructureReady");
}

TEST(Mirror, SaysWhichTypeIsNotYetReported) {  // trap 9, #11435: here the type is named
  Arena arena;
  const Condition expected{.type = "InfrastructureReady",
                           .status = Status::Unknown,
                           .reason = "NotYetReported",
                           .message = "Condition Ready not yet reported"};
  EXPECT_EQ(mirror({}, {.type = "Ready", .into = "InfrastructureReady"}, arena), expected);
}

TEST(Mirror, FallsBackWhereTheCallerKnowsMore) {
  Arena arena;
  const Condition fallback{.status = Status::False, .reason = "NotReady", .message = "Not there"};
  Condition expected = fallback;
  expected.type = "Ready";
  EXPECT_EQ(mirror({}, {.type = "Ready", .fallback = fallback}, arena), expected);
  EXPECT_EQ(mirror_of(source_ready, {.type = "Ready", .fallback = fallback}).reason, "AllGood");
}

TEST(Mirror, ReplacesNoReasonReportedOnlyWhenTrue) {  // trap 12, #11419
  const MirrorOptions options{.type = "Ready", .reason_when_true = "Ready"};
  Condition legacy = source_ready;
  legacy.reason = "NoReasonReported";
  EXPECT_EQ(mirror_of(legacy, options).reason, "Ready");
  EXPECT_EQ(mirror_of(legacy, {.type = "Ready"}).reason, "NoReasonReported");  // nobody asked
  EXPECT_EQ(mirror_of(source_ready, options).reason, "AllGood");

  legacy.status = Status::False;
  EXPECT_EQ(mirror_of(legacy, options).reason, "NoReasonReported");
  legacy.status = Status::Unknown;
  EXPECT_EQ(mirror_of(legacy, options).reason, "NoReasonReported");
}

TEST(Mirror, TakesGenerationFromTheTargetWhenSet) {
  Arena arena;
  ConditionSet target;
  const Condition mirrored = mirror_of(source_ready, {.type = "Ready"});
  ASSERT_EQ(target.set(mirrored, {.generation = 3, .now = at(99)}, arena), SetOutcome::Changed);
  EXPECT_EQ(target.get("Ready")->observed_generation, 3);
  EXPECT_EQ(target.get("Ready")->last_transition, at(50));
}

}  // namespace
}  // namespace telltale
