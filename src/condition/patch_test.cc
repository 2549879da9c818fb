// SPDX-License-Identifier: Apache-2.0
#include "condition/patch.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "condition/caps.h"
#include "condition/same.h"
#include "condition/test_conditions.h"

namespace telltale {
namespace {

using test::at;
using test::bad;
using test::good;
using test::unsure;

using List = std::vector<Condition>;

constexpr std::string_view foo_owned[] = {"Foo"};

ConditionPatch patch_of(const List& before, const List& after) {
  auto patch = make_patch(before, after);
  EXPECT_TRUE(patch);
  return patch.value_or(ConditionPatch{});
}

struct Three {
  List before;
  List after;
  List latest;
};

// The merged list as "Type=Status:message;", or the error.
std::string merged(const Three& three, const PatchOptions& options = {}) {
  Arena arena;
  const auto set = apply(patch_of(three.before, three.after), three.latest, options, arena);
  if (!set) return set.error().detail;
  std::string text;
  for (const Condition& condition : set->view()) {
    text.append(condition.type).append("=").append(to_text(condition.status));
    text.append(":").append(condition.message).append(";");
  }
  return text;
}

std::string conflict(std::string_view what, std::string_view operation) {
  return "error patching conditions: The condition \"Foo\" was " + std::string(what) +
         " by a different process and this caused a merge/" + std::string(operation) +
         "Condition conflict";
}

TEST(MakePatch, NamesWhatWasAddedChangedAndRemoved) {
  const List before = {good("Keep"), good("Change"), good("Remove")};
  const List after = {good("Keep"), bad("Change"), good("Add")};
  const ConditionPatch patch = patch_of(before, after);
  ASSERT_EQ(patch.size(), 3U);
  EXPECT_EQ(patch[0].kind, PatchOperation::Kind::Remove);
  EXPECT_EQ(patch[0].before, before[2]);
  EXPECT_EQ(patch[1].kind, PatchOperation::Kind::Change);
  EXPECT_EQ(patch[1].before, before[1]);
  EXPECT_EQ(patch[1].after, after[1]);
  EXPECT_EQ(patch[2].kind, PatchOperation::Kind::Add);
  EXPECT_EQ(patch[2].after, after[2]);
}

TEST(MakePatch, SeesATimeThatMoved) {
  List after = {good("Foo")};
  after[0].last_transition = at(1);
  EXPECT_EQ(patch_of({good("Foo")}, after).size(), 1U);
}

TEST(MakePatch, IsEmptyWhenNothingChanged) {  // trap 16, #13364: nothing to send
  EXPECT_TRUE(patch_of({good("A"), bad("B")}, {bad("B"), good("A")}).empty());
  EXPECT_TRUE(patch_of({}, {}).empty());
}

TEST(MakePatch, RefusesListsOfImpossibleLength) {
  const List many(stored_conditions_max + 1);
  EXPECT_EQ(make_patch(many, {}).error().kind, Error::Kind::TooLarge);
  EXPECT_EQ(make_patch({}, many).error().kind, Error::Kind::TooLarge);
}

TEST(Apply, AddsUnlessSomebodyElseAddedSomethingElse) {
  const List none;
  const List foo = {good("Foo", "mine")};
  const PatchOptions owned{.owned = foo_owned};
  const PatchOptions force{.overwrite = Overwrite::Everything};
  EXPECT_EQ(merged({none, foo, {}}), "Foo=True:mine;");
  EXPECT_EQ(merged({none, foo, {good("Foo", "mine")}}), "Foo=True:mine;");  // agreed
  EXPECT_EQ(merged({none, foo, {bad("Foo", "theirs")}}), conflict("modified", "Add"));
  EXPECT_EQ(merged({none, foo, {bad("Foo", "theirs")}}, owned), "Foo=True:mine;");
  EXPECT_EQ(merged({none, foo, {bad("Foo", "theirs")}}, force), "Foo=True:mine;");
}

TEST(Apply, ChangesUnlessSomebodyElseDid) {
  const List before = {good("Foo", "old")};
  const List after = {bad("Foo", "mine")};
  const PatchOptions owned{.owned = foo_owned};
  EXPECT_EQ(merged({before, after, before}), "Foo=False:mine;");
  EXPECT_EQ(merged({before, after, after}), "Foo=False:mine;");  // agreed
  EXPECT_EQ(merged({before, after, {unsure("Foo", "theirs")}}), conflict("modified", "Change"));
  EXPECT_EQ(merged({before, after, {}}), conflict("deleted", "Change"));
  EXPECT_EQ(merged({before, after, {unsure("Foo", "theirs")}}, owned), "Foo=False:mine;");
  EXPECT_EQ(merged({before, after, {}}, owned), "Foo=False:mine;");
}

TEST(Apply, RemovesUnlessSomebodyElseChanged) {
  const List before = {good("Foo", "old")};
  const PatchOptions owned{.owned = foo_owned};
  EXPECT_EQ(merged({before, {}, before}), "");
  EXPECT_EQ(merged({before, {}, {}}), "");
  EXPECT_EQ(merged({before, {}, {bad("Foo", "theirs")}}), conflict("modified", "Remove"));
  EXPECT_EQ(merged({before, {}, {bad("Foo", "theirs")}}, owned), "");
  EXPECT_EQ(merged({before, {}, {}}, owned), "");
}

TEST(Apply, ComparesStateWithoutTheTimeExceptForTheBaseOfAChange) {
  Arena arena;
  List latest = {bad("Foo", "mine")};
  latest[0].last_transition = at(77);
  const ConditionPatch change = patch_of({good("Foo")}, {bad("Foo", "mine")});
  const auto kept = apply(change, latest, {}, arena);
  ASSERT_TRUE(kept);
  EXPECT_EQ(last_transition_of(kept->view(), "Foo"), at(77));  // the latest's own time stands

  List moved = {good("Foo")};
  moved[0].last_transition = at(5);  // not what the writer saw
  const auto refused = apply(change, moved, {}, arena);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, Error::Kind::Conflict);
}

TEST(Apply, MovesTheTimeOnlyWithTheStatusOfTheLatest) {
  Arena arena;
  List after = {bad("Foo", "mine")};
  after[0].last_transition = at(100);
  List latest = {bad("Foo", "theirs")};
  latest[0].last_transition = at(50);
  const auto set = apply(patch_of({good("Foo")}, after), latest, {.owned = foo_owned}, arena);
  ASSERT_TRUE(set);
  EXPECT_EQ(set->get("Foo")->message, "mine");
  EXPECT_EQ(set->get("Foo")->last_transition, at(50));
}

TEST(Apply, KeepsTheGenerationOfThePatch) {
  Arena arena;
  List after = {good("Foo")};
  after[0].observed_generation = 12;
  const auto set = apply(patch_of({}, after), {}, {.now = at(3)}, arena);
  ASSERT_TRUE(set);
  EXPECT_EQ(set->get("Foo")->observed_generation, 12);
  EXPECT_EQ(set->get("Foo")->last_transition, at(3));
}

TEST(Apply, SortsTheResult) {  // trap 6, #11326
  EXPECT_EQ(merged({{}, {good("Available")}, {good("Paused"), good("Ready")}}),
            "Available=True:;Ready=True:;Paused=True:;");
  // Also when the operation itself had nothing to do.
  EXPECT_EQ(merged({{}, {good("Ready")}, {good("Paused"), good("Ready")}}),
            "Ready=True:;Paused=True:;");
}

TEST(Apply, LeavesTheLatestAloneWithoutOperations) {  // trap 16, #13403
  Arena arena;
  const List latest = {good("Paused"), good("Ready")};
  const auto set = apply({}, latest, {}, arena);
  ASSERT_TRUE(set);
  EXPECT_FALSE(set->changed());
  EXPECT_EQ(set->view().data(), latest.data());
}

TEST(Apply, ConflictsForEverWhereATypeIsMissingFromTheOwned) {  // trap 13, #11396
  const Three three{{good("Foo")}, {bad("Foo")}, {unsure("Foo")}};
  constexpr std::string_view incomplete[] = {"Bar"};
  EXPECT_EQ(merged(three, {.owned = incomplete}), conflict("modified", "Change"));
  EXPECT_EQ(merged(three, {.owned = foo_owned}), "Foo=False:;");
}

TEST(Apply, ConflictsWithItsOwnEarlierPatchFromAStaleBase) {  // trap 14, issue #3260
  const List base = {good("Foo")};
  const List first = {unsure("Foo", "first")};
  const List second = {bad("Foo", "second")};
  EXPECT_EQ(merged({base, second, first}), conflict("modified", "Change"));
  EXPECT_EQ(merged({first, second, first}), "Foo=False:second;");  // from what was written last
  EXPECT_EQ(merged({base, second, first}, {.owned = foo_owned}), "Foo=False:second;");
}

TEST(Apply, KeepsWhatItDoesNotMention) {
  EXPECT_EQ(merged({{}, {good("Foo")}, {bad("Theirs", "t")}}), "Foo=True:;Theirs=False:t;");
}

List numbered(int from, int count, Arena& arena) {
  List list;
  for (int i = from; i < from + count; ++i) {
    list.push_back(good(arena.keep("Gate" + std::to_string(i))));
  }
  return list;
}

TEST(Apply, RefusesMoreThanTheApiServerTakes) {  // defect k
  Arena arena;
  const List full = numbered(0, 32, arena);
  const auto refused = apply(patch_of({}, {good("Foo")}), full, {}, arena);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, Error::Kind::TooLarge);
  EXPECT_EQ(refused.error().detail, "condition \"Foo\" would be one more than the 32 allowed");

  // One goes and one comes: there is room.
  const auto swapped = apply(patch_of(full, numbered(1, 32, arena)), full, {}, arena);
  ASSERT_TRUE(swapped);
  EXPECT_EQ(swapped->view().size(), 32U);
}

// A list as a writer leaves it: some conditions set, then some removed.
ConditionSet edited(ConditionSet set, Arena& arena) {
  const std::vector<std::string_view> types = {"Ready", "Available", "Deleting", "Gate", "Other"};
  const std::vector<std::string_view> words = {"A", "B"};
  for (int i = *rc::gen::inRange(0, 10); i > 0; --i) {
    const Condition condition{.type = *rc::gen::elementOf(types),
                              .status = *rc::gen::element(Status::True, Status::False),
                              .reason = *rc::gen::elementOf(words),
                              .message = *rc::gen::elementOf(words)};
    const Stamp stamp{.generation = *rc::gen::inRange(0, 3), .now = at(*rc::gen::inRange(0, 99))};
    RC_ASSERT(set.set(condition, stamp, arena) != SetOutcome::Full);
  }
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) set.remove(*rc::gen::elementOf(types));
  return set;
}

RC_GTEST_PROP(Apply, TurnsBeforeIntoAfter, ()) {
  Arena arena;
  const ConditionSet before = edited({}, arena);
  const ConditionSet after = edited(before, arena);
  const auto patch = make_patch(before.view(), after.view());
  RC_ASSERT(patch.has_value());
  const auto result = apply(*patch, before.view(), {}, arena);
  RC_ASSERT(result.has_value());
  RC_ASSERT(std::ranges::equal(result->view(), after.view(), same_state));
  for (const Condition& condition : result->view()) {
    // A status that went away and came back has not changed for anybody else, so its time stands.
    const Condition* old = before.get(condition.type);
    const bool kept = old != nullptr && old->status == condition.status;
    const Condition* expected = kept ? old : after.get(condition.type);
    RC_ASSERT(condition.last_transition == expected->last_transition);
  }
}

}  // namespace
}  // namespace telltale
