// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/memory.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/noon_for_test.h"
#include "base/text.h"
#include "catalog/world_for_test.h"

namespace telltale {
namespace {

std::string pool(std::string_view name, std::string_view uid) {
  return format(R"({{"apiVersion": "hypershift.openshift.io/v1beta1", "kind": "NodePool",
    "metadata": {{"namespace": "clusters", "name": "{}", "uid": "{}"}}}})",
                name, uid);
}

// What is recalled about the pool when the dump also holds this document.
struct Recalled {
  Recalled(const std::string& subject, const std::string& document)
      : world(world_of({subject, document})), context(world, noon) {
    memory = recall(world, world.objects().front(), arena);
  }
  World world;
  JudgeContextForTest context;
  Arena arena;
  Memory memory;
};

Memory full_memory() {
  static constexpr MemoryClock clocks[] = {
      {.name = "CloudQuotaExceeded", .since = noon - Seconds(600)},
      {.name = "Other", .since = noon - Seconds(900), .stopped = noon - Seconds(60)}};
  static constexpr Counted counted[] = {
      {.uid = "c1", .reason = "LaunchFailure", .at = noon - Seconds(30)}};
  static constexpr Condition retired[] = {{.type = "DNSNotReady",
                                           .status = Status::True,
                                           .reason = "DNSNotReadyTimedOut",
                                           .message = "no zone\nyet",
                                           .last_transition = noon - Seconds(90)},
                                          {.type = "InstallLaunchError"}};
  return {.generation = 3,
          .class_generation = 7,
          .reset = noon - Seconds(1200),
          .paused = noon - Seconds(5),
          .replicas = 2,
          .clocks = clocks,
          .counted = counted,
          .retired = retired};
}

TEST(Memory, ComesBackAsItWasWritten) {
  const World world = world_of({pool("np", "u1")});
  const std::string document = memory_document(world.objects().front(), full_memory());
  const Recalled recalled(pool("np", "u1"), document);
  EXPECT_TRUE(recalled.memory == full_memory()) << document;
  EXPECT_EQ(memory_document(recalled.world.objects().front(), recalled.memory), document);
}

TEST(Memory, OfNobodyIsEmpty) {
  const Recalled recalled(pool("np", "u1"), pool("other", "u2"));
  EXPECT_TRUE(recalled.memory.empty());
  EXPECT_FALSE(full_memory().empty());
}

TEST(Memory, IsNotThatOfANewObjectUnderTheOldName) {
  const World world = world_of({pool("np", "u1")});
  const std::string document = memory_document(world.objects().front(), full_memory());
  EXPECT_TRUE(Recalled(pool("np", "u2"), document).memory.empty());
  EXPECT_FALSE(Recalled(pool("np", ""), document).memory.empty());
}

TEST(Memory, LeavesOutWhatItCannotRead) {
  const World world = world_of({pool("np", "u1")});
  const std::string name = memory_name(world.objects().front());
  const Recalled recalled(pool("np", "u1"),
                          format(R"({{"apiVersion": "telltale.dev/v1alpha1", "kind": "Memory",
        "metadata": {{"namespace": "clusters", "name": "{}"}},
        "spec": {{"generation": "three", "reset": "soon", "replicas": -1,
          "clocks": [{{"name": "a", "since": "never"}}, {{"since": "2026-01-01T10:00:00Z"}}, 5,
                     {{"name": "b", "since": "2026-01-01T10:00:00Z"}}],
          "counted": [{{"uid": "x"}}, {{"uid": "y", "at": "2026-01-01T10:00:00Z"}}]}}}})",
                                 name));
  EXPECT_EQ(recalled.memory.generation, 0);
  EXPECT_FALSE(is_set(recalled.memory.reset));
  EXPECT_FALSE(recalled.memory.replicas);
  ASSERT_EQ(recalled.memory.clocks.size(), 1U);
  EXPECT_EQ(recalled.memory.clocks.front().name, "b");
  ASSERT_EQ(recalled.memory.counted.size(), 1U);
  EXPECT_TRUE(recalled.memory.has_counted("y"));
}

TEST(Memory, TakesNoMoreThanItsLimits) {
  const World world = world_of({pool("np", "u1")});
  std::string counted;
  for (int i = 0; i < 300; ++i) {
    counted += format(R"({}{{"uid": "u{}", "at": "2026-01-01T10:00:00Z"}})", i == 0 ? "" : ",", i);
  }
  const Recalled recalled(pool("np", "u1"),
                          format(R"({{"apiVersion": "telltale.dev/v1alpha1", "kind": "Memory",
        "metadata": {{"namespace": "clusters", "name": "{}"}}, "spec": {{"counted": [{}]}}}})",
                                 memory_name(world.objects().front()), counted));
  EXPECT_EQ(recalled.memory.counted.size(), Memory::counted_max);
}

TEST(Memory, HasANameThatFitsHoweverLongThatOfItsObjectIs) {
  const std::string one(252, 'a');
  const World world = world_of({pool(one + "b", "u1"), pool(one + "c", "u2")});
  const std::string left = memory_name(world.objects()[0]);
  const std::string right = memory_name(world.objects()[1]);
  EXPECT_EQ(left.size(), 253U);
  EXPECT_NE(left, right);
  const World small = world_of({pool("np", "u1")});
  EXPECT_EQ(memory_name(small.objects().front()), "nodepool.hypershift.openshift.io.np");
}

TEST(Memory, IsNewsOnlyWhereItDiffers) {
  Arena arena;
  Judged judged;
  remember(full_memory(), full_memory(), judged, arena);
  EXPECT_FALSE(judged.memory_changed);
  ASSERT_NE(judged.memory, nullptr);
  EXPECT_TRUE(*judged.memory == full_memory());
  Memory later = full_memory();
  later.paused = no_time;
  remember(full_memory(), later, judged, arena);
  EXPECT_TRUE(judged.memory_changed);
}

}  // namespace
}  // namespace telltale
