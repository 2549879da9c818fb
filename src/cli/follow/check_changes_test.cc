// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/check_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/kinds.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Two looks at objects that keep their names: what was said about the second.
struct Looks {
  CheckChanges changes = {};

  std::vector<CheckChange> look(const HandMade& world) { return changes.compare(world.report()); }
  std::string lines(const HandMade& world) {
    return change_lines(look(world), empty_world(), noon);
  }
};

HandMade one(Verdict verdict) {
  HandMade world;
  world.add("Machine", "m1", verdict);
  return world;
}

TEST(CheckChanges, SaysNothingOfWhatStoodAtTheStart) {
  Looks looks;
  EXPECT_THAT(looks.look(one(Verdict::Stuck)), IsEmpty());
  EXPECT_THAT(looks.look(one(Verdict::Stuck)), IsEmpty());
}

TEST(CheckChanges, SaysWhatBecameStuckAndWhatItWas) {
  Looks looks;
  looks.look(one(Verdict::Working));
  const HandMade stuck = one(Verdict::Stuck);
  const std::vector<CheckChange> changes = looks.look(stuck);
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_TRUE(changes[0].became_stuck());
  EXPECT_EQ(change_lines(changes, empty_world(), noon),
            "2026-01-01T12:00:00Z ✗ Stuck Machine default/m1 NotReady Node is gone "
            "(from ~ Working)\n");
}

TEST(CheckChanges, SaysWhatRecovered) {
  Looks looks;
  looks.look(one(Verdict::Stuck));
  EXPECT_EQ(looks.lines(one(Verdict::Healthy)),
            "2026-01-01T12:00:00Z ✓ Healthy Machine default/m1 (from ✗ Stuck)\n");
}

TEST(CheckChanges, SaysWhatIsGoneAndWhatIsNew) {
  Looks looks;
  looks.look(one(Verdict::Working));
  EXPECT_EQ(looks.lines({}), "2026-01-01T12:00:00Z - Gone Machine default/m1 (from ~ Working)\n");
  EXPECT_EQ(looks.lines(one(Verdict::Stuck)),
            "2026-01-01T12:00:00Z ✗ Stuck Machine default/m1 NotReady Node is gone (new)\n");
  EXPECT_TRUE(looks.look({})[0].judged == nullptr);
  EXPECT_TRUE(looks.look(one(Verdict::Stuck))[0].became_stuck());
}

TEST(CheckChanges, SaysThatTheReasonIsAnotherAndRingsForNobody) {
  Looks looks;
  looks.look(one(Verdict::Stuck));
  HandMade other;
  other.add("Machine", "m1", Verdict::Stuck).cause.reason = "Other";
  const std::vector<CheckChange> changes = looks.look(other);
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_FALSE(changes[0].became_stuck());
  EXPECT_THAT(change_lines(changes, empty_world(), noon),
              HasSubstr("Other Node is gone (from NotReady)"));
}

TEST(CheckChanges, TakesAnotherMessageForNoChange) {
  Looks looks;
  looks.look(one(Verdict::Stuck));
  HandMade other;
  other.add("Machine", "m1", Verdict::Stuck).cause.message = "attempt 5";
  EXPECT_THAT(looks.look(other), IsEmpty());
}

// A Machine, and its set whose only trouble is the Machine.
struct SetAndMachine : HandMade {
  SetAndMachine(Verdict machine, Verdict set) {
    const Judged& m1 = add("Machine", "m1", machine);
    Judged& owner = add("MachineSet", "set", set);
    if (set != Verdict::Healthy) owner.cause.because = m1.object;
  }
};

TEST(CheckChanges, LeavesOutWhoStandsBehindACause) {
  Looks looks;
  looks.look(SetAndMachine(Verdict::Working, Verdict::Working));
  const SetAndMachine stuck(Verdict::Stuck, Verdict::Stuck);
  const std::vector<CheckChange> changes = looks.look(stuck);
  ASSERT_EQ(changes.size(), 2U) << "automation is told about both";
  EXPECT_TRUE(changes[0].became_stuck());
  EXPECT_FALSE(changes[1].became_stuck());
  EXPECT_EQ(std::ranges::count(change_lines(changes, empty_world(), noon), '\n'), 1);
  EXPECT_EQ(looks.lines(SetAndMachine(Verdict::Healthy, Verdict::Healthy)),
            "2026-01-01T12:00:00Z ✓ Healthy Machine default/m1 (from ✗ Stuck)\n");
}

TEST(CheckChanges, ShowsWhoStoodBehindACauseThatGotBetter) {
  Looks looks;
  looks.look(SetAndMachine(Verdict::Stuck, Verdict::Stuck));
  const SetAndMachine better(Verdict::Working, Verdict::Stuck);
  const std::vector<CheckChange> changes = looks.look(better);
  EXPECT_THAT(change_lines(changes, empty_world(), noon),
              HasSubstr("✗ Stuck MachineSet default/set"));
  for (const CheckChange& change : changes) EXPECT_FALSE(change.became_stuck());
}

TEST(CheckChanges, SaysThoseThatChangedAlikeOnOneLine) {
  Looks looks;
  HandMade before;
  HandMade after;
  for (const std::string_view name : {"m1", "m2", "m3"}) {
    before.add("Machine", name, Verdict::Working);
    after.add("Machine", name, Verdict::Stuck);
  }
  looks.look(before);
  const std::vector<CheckChange> changes = looks.look(after);
  EXPECT_EQ(std::ranges::count_if(changes, &CheckChange::became_stuck), 3);
  EXPECT_EQ(change_lines(changes, empty_world(), noon),
            "2026-01-01T12:00:00Z ✗ Stuck Machine default/m1 and 2 more NotReady Node is gone "
            "(from ~ Working)\n");
}

TEST(CheckChanges, PutsTheWorstFirst) {
  Looks looks;
  HandMade before;
  HandMade after;
  before.add("Machine", "a", Verdict::Working);
  before.add("Machine", "b", Verdict::Working);
  after.add("Machine", "a", Verdict::Healthy);
  after.add("Machine", "b", Verdict::Stuck);
  looks.look(before);
  const std::vector<CheckChange> changes = looks.look(after);
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0].object.name, "b");
}

TEST(CheckChanges, MakesHostileTextHarmless) {
  Looks looks;
  HandMade world;
  Judged& judged = world.add("Machine", "\x1b[2J", Verdict::Stuck, "\x1b]0;x");
  judged.cause.reason = "\x1b[1m";
  judged.cause.message = std::string_view("a\nb\x1b[31m\a");
  looks.look({});
  const std::string text = looks.lines(world);
  EXPECT_EQ(std::ranges::count(text, '\n'), 1) << text;
  EXPECT_FALSE(text.contains('\x1b')) << text;
  EXPECT_FALSE(text.contains('\a')) << text;
}

TEST(CheckChanges, CutsAMessageThatNeverEnds) {
  Looks looks;
  HandMade world;
  const std::string message(100'000, 'x');
  world.add("Machine", "m1", Verdict::Stuck).cause.message = message;
  looks.look({});
  EXPECT_LT(looks.lines(world).size(), 1200U);
}

std::string document(const CheckChange& change) {
  std::string text;
  json::JsonWriter out(text, json::JsonWriter::Layout::Compact);
  write_change(out, empty_world(), change, noon);
  return text;
}

TEST(WriteChange, IsOneLineOfJson) {
  Looks looks;
  looks.look(one(Verdict::Working));
  const HandMade stuck = one(Verdict::Stuck);
  const std::string text = document(looks.look(stuck)[0]);
  EXPECT_THAT(text, HasSubstr(R"("kind":"Change","at":"2026-01-01T12:00:00Z","change":"Changed",)"
                              R"("from":{"verdict":"Working","condition":"Ready","reason":)"
                              R"("NotReady"},"item":{"apiVersion":"cluster.x-k8s.io/v1beta2",)"
                              R"("kind":"Machine","namespace":"default","name":"m1",)"
                              R"("verdict":"Stuck")"));
  EXPECT_THAT(document(looks.look({})[0]),
              HasSubstr(R"("change":"Gone","from":{"verdict":"Stuck","condition":"Ready",)"
                        R"("reason":"NotReady"},"item":{"apiVersion":"cluster.x-k8s.io/v1beta2",)"
                        R"("kind":"Machine","namespace":"default","name":"m1"}})"));
}

TEST(PresentNow, IsAllThatIsNotHealthy) {
  HandMade world;
  world.add("Machine", "a", Verdict::Healthy);
  world.add("Machine", "b", Verdict::Working);
  world.add("Machine", "c", Verdict::Stuck);
  std::vector<std::string> names;
  for (const CheckChange& change : present_now(world.report())) names.push_back(change.object.name);
  EXPECT_THAT(names, ElementsAre("c", "b"));
}

}  // namespace
}  // namespace telltale::cli
