// SPDX-License-Identifier: Apache-2.0
#include "cli/check/check_rows.h"

#include <gtest/gtest.h>

#include "cli/test_world.h"

namespace telltale::cli {
namespace {

std::string_view name_of(const CheckRow& row) { return row.first().object->key.name; }

TEST(CheckRows, SortObjectsByVerdict) {
  HandMade world;
  world.add("Machine", "h", Verdict::Healthy);
  world.add("Machine", "s", Verdict::Stuck);
  world.add("Machine", "u", Verdict::Unknown);
  world.add("Machine", "w", Verdict::Working);
  const CheckRows rows = group_rows(world.report());
  ASSERT_EQ(rows.stuck.size(), 1U);
  ASSERT_EQ(rows.unknown.size(), 1U);
  ASSERT_EQ(rows.working.size(), 1U);
  EXPECT_EQ(name_of(rows.stuck[0]), "s");
  EXPECT_EQ(name_of(rows.unknown[0]), "u");
  EXPECT_EQ(name_of(rows.working[0]), "w");
}

TEST(CheckRows, CountHealthyObjectsByKind) {
  HandMade world;
  world.add("Machine", "a", Verdict::Healthy);
  world.add("MachineSet", "b", Verdict::Healthy);
  world.add("MachineSet", "c", Verdict::Healthy);
  const CheckRows rows = group_rows(world.report());
  ASSERT_EQ(rows.healthy.size(), 2U);
  EXPECT_EQ(rows.healthy[0], std::pair(std::string_view("Machine"), std::size_t{1}));
  EXPECT_EQ(rows.healthy[1], std::pair(std::string_view("MachineSet"), std::size_t{2}));
}

TEST(CheckRows, SayAlikeObjectsTogetherSinceTheOldest) {
  HandMade world;
  world.add("Machine", "a", Verdict::Stuck);
  world.add("Machine", "b", Verdict::Stuck).cause.since = noon - std::chrono::hours{5};
  const CheckRows rows = group_rows(world.report());
  ASSERT_EQ(rows.stuck.size(), 1U);
  EXPECT_EQ(rows.stuck[0].members.size(), 2U);
  EXPECT_EQ(rows.stuck[0].since, noon - std::chrono::hours{5});
}

TEST(CheckRows, LetANodePoolTellWhatItsMachinesSufferFrom) {
  HandMade world;
  constexpr Label of_np{"hypershift.openshift.io/nodePool", "clusters/np"};
  Judged& pool = world.add("NodePool", "np", Verdict::Stuck, "clusters");
  world.set_group(pool, "hypershift.openshift.io");
  Judged& machine = world.add("Machine", "m1", Verdict::Stuck, "clusters-hc");
  world.annotate(machine, of_np);
  world.add("MachineSet", "ms", Verdict::Stuck, "clusters-hc").cause.because = machine.object;
  world.annotate(world.add("Machine", "m2", Verdict::Working, "clusters-hc"), of_np);
  const CheckRows rows = group_rows(world.report());
  ASSERT_EQ(rows.stuck.size(), 1U);
  EXPECT_EQ(name_of(rows.stuck[0]), "np");
  EXPECT_EQ(rows.stuck[0].owners, 2U);
  EXPECT_EQ(rows.working.size(), 1U) << "a Machine that fares better stands for itself";
}

TEST(CheckRows, KeepApartWhatDiffersInAnyWay) {
  HandMade world;
  world.add("Machine", "a", Verdict::Stuck);
  world.add("Machine", "b", Verdict::Stuck, "prod");
  world.add("MachineSet", "c", Verdict::Stuck);
  world.add("Machine", "d", Verdict::Stuck).cause.reason = "Other";
  world.add("Machine", "e", Verdict::Stuck).cause.condition = "Other";
  world.add("Machine", "f", Verdict::Stuck).cause.message = "other";
  world.own(world.add("Machine", "g", Verdict::Stuck), "MachineSet", "ms");
  world.add("Machine", "h", Verdict::Unknown);
  const CheckRows rows = group_rows(world.report());
  EXPECT_EQ(rows.stuck.size(), 7U);
  EXPECT_EQ(rows.unknown.size(), 1U);
}

TEST(CheckRows, CountOwnersBehindTheDeepestCause) {
  HandMade world;
  const Judged& machine = world.add("Machine", "m", Verdict::Stuck);
  world.add("MachineSet", "ms", Verdict::Stuck).cause.because = machine.object;
  world.add("MachineDeployment", "md", Verdict::Stuck).cause.because = machine.object;
  const CheckRows rows = group_rows(world.report());
  ASSERT_EQ(rows.stuck.size(), 1U);
  EXPECT_EQ(name_of(rows.stuck[0]), "m");
  EXPECT_EQ(rows.stuck[0].owners, 2U);
}

TEST(CheckRows, ListAnOwnerItselfWhenItsCauseIsNotShown) {
  HandMade elsewhere;
  const Judged& hidden = elsewhere.add("Machine", "m", Verdict::Stuck);
  HandMade world;
  world.add("MachineSet", "ms", Verdict::Stuck).cause.because = hidden.object;
  const CheckRows rows = group_rows(world.report());
  ASSERT_EQ(rows.stuck.size(), 1U);
  EXPECT_EQ(name_of(rows.stuck[0]), "ms");
}

TEST(CheckRows, ListAnOwnerItselfWhenItFaresWorseThanItsCause) {
  HandMade world;
  const Judged& machine = world.add("Machine", "m", Verdict::Working);
  world.add("MachineSet", "ms", Verdict::Stuck).cause.because = machine.object;
  const CheckRows rows = group_rows(world.report());
  ASSERT_EQ(rows.stuck.size(), 1U);
  EXPECT_EQ(name_of(rows.stuck[0]), "ms");
  ASSERT_EQ(rows.working.size(), 1U);
  EXPECT_EQ(rows.working[0].owners, 0U);
}

// Two objects that blame each other must not both disappear.
TEST(CheckRows, NeverLoseObjectsThatBlameEachOther) {
  HandMade world;
  Judged& one = world.add("Machine", "a", Verdict::Stuck);
  Judged& two = world.add("MachineSet", "b", Verdict::Stuck);
  one.cause.because = two.object;
  two.cause.because = one.object;
  EXPECT_EQ(group_rows(world.report()).stuck.size(), 2U);
}

TEST(CheckRows, PutWhatTouchesMostFirstThenWhatHasLastedLongest) {
  HandMade world;
  world.add("Machine", "young", Verdict::Stuck).cause.message = "1";
  Judged& old = world.add("Machine", "old", Verdict::Stuck);
  old.cause.message = "2";
  old.cause.since = noon - std::chrono::hours{9};
  Judged& wide = world.add("Machine", "wide", Verdict::Stuck);
  wide.cause.message = "3";
  world.add("MachineSet", "ms", Verdict::Stuck).cause.because = wide.object;
  const CheckRows rows = group_rows(world.report());
  ASSERT_EQ(rows.stuck.size(), 3U);
  EXPECT_EQ(name_of(rows.stuck[0]), "wide");
  EXPECT_EQ(name_of(rows.stuck[1]), "old");
  EXPECT_EQ(name_of(rows.stuck[2]), "young");
}

TEST(CheckRows, OfOneObjectEachAreWorstFirst) {
  HandMade world;
  world.add("Machine", "h", Verdict::Healthy);
  world.add("Machine", "w", Verdict::Working);
  world.add("Machine", "u", Verdict::Unknown);
  const Judged& stuck = world.add("Machine", "s", Verdict::Stuck);
  world.add("MachineSet", "t", Verdict::Stuck).cause.because = stuck.object;
  const std::vector<CheckRow> rows = single_rows(world.report());
  std::string order;
  for (const CheckRow& row : rows) order += name_of(row);
  EXPECT_EQ(order, "stuwh");
  EXPECT_EQ(rows[0].owners, 1U);
}

}  // namespace
}  // namespace telltale::cli
