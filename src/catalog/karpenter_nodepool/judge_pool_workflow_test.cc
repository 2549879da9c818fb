// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/karpenter_nodepool/documents_for_test.h"
#include "catalog/karpenter_nodepool/judge_pool.h"
#include "catalog/stepper_for_test.h"

// Whole stories in virtual time: normal, failure, recovery, several failures at once. Every step is
// one after a restart, and looking twice at it writes nothing.

namespace telltale::karpenter_nodepool {
namespace {

using testing::ElementsAre;

// Something happens, and telltale looks.
struct Step {
  std::string_view time;
  std::vector<std::string> puts = {};
  std::vector<std::string_view> gone = {};  // NodeClaims
};
using Story = std::vector<Step>;

// "10:18:00 True/NodeRegistrationFailure since 10:18:00, 3 failed"
std::string say(const Stepper& stepper, std::string_view time) {
  return format("{} {}, {} failed", time, stepper.line("NodePool", "default", "Degraded"),
                stepper.said("NodePool", "default").failed_launches.value_or(-1));
}

void happen(Stepper& stepper, const Step& step) {
  for (const std::string& text : step.puts) stepper.put(text);
  for (const std::string_view name : step.gone) stepper.remove("NodeClaim", name);
}

std::vector<std::string> told(const Story& story) {
  Stepper stepper;
  std::vector<std::string> lines;
  for (const Step& step : story) {
    happen(stepper, step);
    stepper.look(at(step.time));
    lines.push_back(say(stepper, step.time));
    EXPECT_EQ(stepper.look(at(step.time)), 0) << "the second look writes: " << lines.back();
    EXPECT_EQ(say(stepper, step.time), lines.back());
  }
  return lines;
}

// Karpenter deletes a claim when its time is up; its finalizer keeps it visible for a while.
std::string given_up(std::string_view name, std::string_view created, std::string_view deleted) {
  ClaimText claim = silent(name, created);
  claim.deleted = deleted;
  return text_of(claim);
}
std::string joined(std::string_view name, std::string_view created, std::string_view since) {
  ClaimText claim = silent(name, created);
  claim.registered = "True";
  claim.registered_since = since;
  return text_of(claim);
}
std::string refused(std::string_view name, std::string_view created) {
  return text_of(ClaimText{.name = name, .created = created, .message = "no such subnet"});
}

const std::string pool = text_of(PoolText{});

// The seed's example: the network path of a NodeClass does not exist, so that instances come up
// and never join, until somebody mends it.
Story broken_network() {
  return {
      {"10:00:00", {pool, class_text(1)}},
      {"10:03:00",
       {text_of(silent("c1", "10:01:00")), text_of(silent("c2", "10:02:00")),
        text_of(silent("c3", "10:03:00"))}},
      {"10:16:00", {given_up("c1", "10:01:00", "10:16:00"), text_of(silent("c4", "10:16:00"))}},
      {"10:17:00", {given_up("c2", "10:02:00", "10:17:00")}, {"c1"}},
      {"10:18:00", {given_up("c3", "10:03:00", "10:18:00")}, {"c2"}},
      {"10:20:00", {}, {"c3"}},
      {"10:31:00", {given_up("c4", "10:16:00", "10:31:00")}},
      {"10:32:00", {class_text(2)}},
      {"10:34:00", {text_of(silent("c5", "10:33:00"))}, {"c4"}},
      {"10:36:00", {joined("c5", "10:33:00", "10:35:30")}},
      {"13:00:00", {}},
  };
}

TEST(KarpenterWorkflow, ABrokenNetworkIsSeenCountedShownAndMended) {
  EXPECT_THAT(told(broken_network()),
              ElementsAre("10:00:00 False/NotDegraded since 10:00:00, 0 failed",
                          "10:03:00 False/NotDegraded since 10:00:00, 0 failed",
                          "10:16:00 False/NotDegraded since 10:00:00, 1 failed",
                          "10:17:00 False/NotDegraded since 10:00:00, 2 failed",
                          "10:18:00 True/NodeRegistrationFailure since 10:18:00, 3 failed",
                          "10:20:00 True/NodeRegistrationFailure since 10:18:00, 3 failed",
                          "10:31:00 True/NodeRegistrationFailure since 10:18:00, 4 failed",
                          "10:32:00 False/ResetByEdit since 10:32:00, 0 failed",
                          "10:34:00 False/ResetByEdit since 10:32:00, 0 failed",
                          "10:36:00 False/ResetByEdit since 10:32:00, 0 failed",
                          "13:00:00 False/ResetByEdit since 10:32:00, 0 failed"));
}

TEST(KarpenterWorkflow, APoolThatWorksSaysNothingNewForHours) {
  const Story story = {
      {"08:00:00", {pool, class_text(1)}},
      {"08:01:00", {text_of(silent("a", "08:00:30")), text_of(silent("b", "08:00:40"))}},
      {"08:03:00", {joined("a", "08:00:30", "08:02:30"), joined("b", "08:00:40", "08:02:50")}},
      {"12:00:00", {}, {"a"}},
      {"18:00:00", {}},
  };
  for (const std::string& line : told(story)) {
    EXPECT_THAT(line, testing::EndsWith("False/NotDegraded since 08:00:00, 0 failed"));
  }
}

// Nobody mends it: after the TTL the pool is tried with a clean slate, and fails anew.
Story nobody_cares() {
  return {
      {"10:00:00", {pool}},
      {"10:03:00",
       {refused("c1", "10:00:10"), refused("c2", "10:00:20"), refused("c3", "10:00:30")}},
      {"10:05:30", {}},
      {"10:19:00", {refused("c4", "10:13:00"), refused("c5", "10:19:00")}, {"c1", "c2", "c3"}},
      {"10:20:29", {}},
      {"10:20:30", {}},
      {"10:24:00", {}},
      {"10:27:00",
       {refused("c6", "10:21:00"), refused("c7", "10:21:00"), refused("c8", "10:22:00")},
       {"c4", "c5"}},
      {"10:41:59", {}},
      {"10:42:00", {}, {"c6", "c7", "c8"}},
      {"12:00:00", {}},
  };
}

TEST(KarpenterWorkflow, WhatNobodyMendsIsShownForItsTimeAndThenFailsAnew) {
  EXPECT_THAT(told(nobody_cares()),
              ElementsAre("10:00:00 False/NotDegraded since 10:00:00, 0 failed",
                          "10:03:00 False/NotDegraded since 10:00:00, 0 failed",
                          "10:05:30 True/LaunchFailure since 10:05:30, 3 failed",
                          "10:19:00 True/LaunchFailure since 10:05:30, 4 failed",
                          "10:20:29 True/LaunchFailure since 10:05:30, 4 failed",
                          "10:20:30 False/TTLExpired since 10:20:30, 0 failed",
                          "10:24:00 False/TTLExpired since 10:20:30, 0 failed",
                          "10:27:00 True/LaunchFailure since 10:27:00, 3 failed",
                          "10:41:59 True/LaunchFailure since 10:27:00, 3 failed",
                          "10:42:00 False/TTLExpired since 10:42:00, 0 failed",
                          "12:00:00 False/TTLExpired since 10:42:00, 0 failed"));
}

// Two kinds of failure at once, each for its own time.
Story two_troubles() {
  return {
      {"10:00:00", {pool}},
      {"10:06:00",
       {refused("a", "10:00:10"), refused("b", "10:00:20"), refused("c", "10:00:30"),
        text_of(silent("d", "10:00:40"))}},
      {"10:15:40", {given_up("d", "10:00:40", "10:15:40")}, {"a", "b", "c"}},
      {"10:20:59", {}, {"d"}},
      {"10:21:00", {}},
      {"10:27:00", {refused("e", "10:21:30")}},
      {"10:30:39", {}},
      {"10:30:40", {}},
  };
}

TEST(KarpenterWorkflow, TwoTroublesAreBothNamedAndEachEndsInItsOwnTime) {
  const std::vector<std::string> lines = told(two_troubles());
  EXPECT_THAT(
      lines,
      ElementsAre("10:00:00 False/NotDegraded since 10:00:00, 0 failed",
                  "10:06:00 True/LaunchFailure since 10:06:00, 3 failed",
                  "10:15:40 True/LaunchFailure,NodeRegistrationFailure since 10:06:00, 4 failed",
                  "10:20:59 True/LaunchFailure,NodeRegistrationFailure since 10:06:00, 4 failed",
                  "10:21:00 True/NodeRegistrationFailure since 10:06:00, 4 failed",
                  "10:27:00 True/NodeRegistrationFailure since 10:06:00, 5 failed",
                  "10:30:39 True/NodeRegistrationFailure since 10:06:00, 5 failed",
                  "10:30:40 False/TTLExpired since 10:30:40, 0 failed"));
}

TEST(KarpenterWorkflow, TheNewestTroubleIsTheOneThatIsTold) {
  Stepper stepper;
  std::vector<std::string> messages;
  for (const Step& step : two_troubles()) {
    happen(stepper, step);
    stepper.look(at(step.time));
    messages.push_back(stepper.said("NodePool", "default").conditions.at("Degraded").message);
  }
  EXPECT_EQ(messages[1], "no such subnet");
  EXPECT_EQ(messages[2], "node did not register within 15m");
  EXPECT_EQ(messages[4], "node did not register within 15m");
  EXPECT_EQ(messages[5], "node did not register within 15m");
}

// A healthy pool is edited, then one that is degraded.
TEST(KarpenterWorkflow, AnEditIsSeenOnceAndForgivesEverythingBeforeIt) {
  const auto edited = [](int generation) { return text_of(PoolText{.generation = generation}); };
  const Story story = {
      {"10:00:00", {pool}},
      {"10:01:00", {edited(2)}},
      {"10:07:00",
       {refused("a", "10:01:10"), refused("b", "10:01:20"), refused("c", "10:01:30"),
        refused("d", "10:06:00")}},
      {"10:10:00", {edited(3)}},
      {"10:11:30", {}},
      {"10:17:00", {refused("e", "10:10:00"), refused("f", "10:11:00")}, {"a", "b", "c", "d"}},
      {"10:18:00", {edited(4)}},
  };
  EXPECT_THAT(told(story), ElementsAre("10:00:00 False/NotDegraded since 10:00:00, 0 failed",
                                       "10:01:00 False/NotDegraded since 10:00:00, 0 failed",
                                       "10:07:00 True/LaunchFailure since 10:07:00, 3 failed",
                                       "10:10:00 False/ResetByEdit since 10:10:00, 0 failed",
                                       "10:11:30 False/ResetByEdit since 10:10:00, 0 failed",
                                       "10:17:00 False/ResetByEdit since 10:10:00, 2 failed",
                                       "10:18:00 False/NotDegraded since 10:10:00, 0 failed"));
}

TEST(KarpenterWorkflow, EveryChangeThatTimeAloneMakesHasItsWake) {
  Stepper stepper;
  happen(stepper, {"10:00:00", {pool}});
  stepper.look(at("10:00:00"));
  happen(stepper,
         {"10:00:30",
          {refused("a", "10:00:10"), refused("b", "10:00:20"), text_of(silent("c", "10:00:25"))}});
  std::vector<std::string> lines;
  Instant now = at("10:00:30");
  for (int looks = 0; looks < 20 && is_set(now); ++looks) {
    stepper.look(now);
    const std::string line = say(stepper, format_rfc3339(now).substr(11, 8));
    const bool news = lines.empty() || lines.back().substr(9) != line.substr(9);
    if (news) lines.push_back(line);
    now = stepper.said("NodePool", "default").wake;
  }
  EXPECT_THAT(lines, ElementsAre("10:00:30 False/NotDegraded since 10:00:00, 0 failed",
                                 "10:05:10 False/NotDegraded since 10:00:00, 1 failed",
                                 "10:05:20 False/NotDegraded since 10:00:00, 2 failed",
                                 "10:15:25 True/LaunchFailure,NodeRegistrationFailure since "
                                 "10:15:25, 3 failed",
                                 "10:30:25 False/TTLExpired since 10:30:25, 0 failed"));
}

// What the condition itself proves: it stays True for one TTL after its transition.
bool is_proven(const Saying::One& degraded, Instant now) {
  return degraded.status == "True" && now < degraded.since + std::chrono::minutes(15);
}

TEST(KarpenterWorkflow, LosingMemoryAtAnyStepNeverHidesAFailureThatIsShown) {
  for (const Story& story : {broken_network(), nobody_cares(), two_troubles()}) {
    for (std::size_t lost = 1; lost < story.size(); ++lost) {
      Stepper stepper;
      bool was_shown = false;
      for (std::size_t i = 0; i < story.size(); ++i) {
        if (i == lost) stepper.lose_memory();
        if (i > 0) {
          const Saying::One& before = stepper.said("NodePool", "default").conditions.at("Degraded");
          was_shown = is_proven(before, at(story[i].time));
        }
        happen(stepper, story[i]);
        stepper.look(at(story[i].time));
        const Saying::One& after = stepper.said("NodePool", "default").conditions.at("Degraded");
        const bool hidden = was_shown && after.status != "True" && after.reason != "ResetByEdit";
        EXPECT_FALSE(hidden) << story[i].time << " after losing Memory at " << story[lost].time;
        EXPECT_EQ(stepper.look(at(story[i].time)), 0) << story[i].time;
      }
    }
  }
}

TEST(KarpenterWorkflow, LosingMemoryBeforeAnEditDoesNotHideTheEdit) {
  Story story = broken_network();
  Stepper stepper;
  for (const Step& step : story) {
    if (step.time == "10:32:00") break;
    happen(stepper, step);
    stepper.look(at(step.time));
  }
  stepper.lose_memory();
  stepper.put(text_of(PoolText{.generation = 2}));
  stepper.look(at("10:32:00"));
  EXPECT_EQ(say(stepper, "10:32:00"), "10:32:00 False/ResetByEdit since 10:32:00, 0 failed");
}

TEST(KarpenterWorkflow, TenThousandLooksAtAnUnchangedWorldWriteNothing) {
  constexpr int looks = 10'000;
  const Counted counted[] = {{"uid-a", launch_failure, at("10:05:10")},
                             {"uid-b", launch_failure, at("10:05:20")},
                             {"uid-c", launch_failure, at("10:05:30")}};
  const MemoryClock clocks[] = {{.name = counting_clock, .since = at("10:00:00")},
                                {.name = launch_failure, .since = at("10:06:00")}};
  const Memory memory{.generation = 1, .class_generation = 1, .clocks = clocks, .counted = counted};
  const PoolText shown{.failed_launches = 3,
                       .conditions = {is_degraded_since("10:06:00", "LaunchFailure")}};
  const std::string degraded = text_of(shown);
  const World alone = world_of({degraded});
  const std::vector<std::string> texts = {
      degraded,
      memory_document(alone.objects().front(), memory),
      class_text(1),
      refused("a", "10:00:10"),
      refused("b", "10:00:20"),
      refused("c", "10:00:30"),
      text_of(silent("d", "10:05:30")),
  };
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const World world = world_of(views);
  int writes = 0;
  for (int i = 0; i < looks; ++i) {
    const Instant now = at("10:06:00") + Seconds(i % 800);
    const Judgement judgement = judge(world, {}, now);
    ASSERT_EQ(judgement.items.size(), 1u);
    const Judged& item = judgement.items.front();
    writes += static_cast<int>(item.changed) + static_cast<int>(item.memory_changed);
    ASSERT_EQ(item.verdict, Verdict::Stuck);
  }
  EXPECT_EQ(writes, 0);
}

TEST(KarpenterWorkflow, TheSameErrorWithANewRequestIdIsNoChange) {
  const auto claim = [](std::string_view name, std::string_view id) {
    const std::string message = format("api error Denied: not allowed, request id: {}", id);
    return text_of(ClaimText{.name = name, .created = "10:00:10", .message = message});
  };
  Stepper stepper;
  stepper.put(pool);
  stepper.look(at("10:00:00"));
  const std::string first = "0f1e2d3c-4b5a-6978-8695-a4b3c2d1e0f1";
  for (const std::string_view name : {"a", "b", "c"}) stepper.put(claim(name, first));
  stepper.look(at("10:06:00"));
  EXPECT_EQ(say(stepper, "10:06:00"), "10:06:00 True/LaunchFailure since 10:06:00, 3 failed");
  const std::string second = "11111111-2222-3333-4444-555555555555";
  for (const std::string_view name : {"a", "b", "c"}) stepper.put(claim(name, second));
  EXPECT_EQ(stepper.look(at("10:07:00")), 0);
}

}  // namespace
}  // namespace telltale::karpenter_nodepool
