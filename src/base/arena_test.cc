// SPDX-License-Identifier: Apache-2.0
#include "base/arena.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

TEST(Arena, KeepsACopyOfItsOwn) {
  Arena arena;
  std::string text = "machine";
  const std::string_view kept = arena.keep(text);
  text = "changed";
  EXPECT_EQ(kept, "machine");
  EXPECT_NE(arena.keep("machine").data(), kept.data());
}

TEST(Arena, InternsAWordOnce) {
  Arena arena;
  const std::string_view first = arena.intern("Machine");
  EXPECT_EQ(first, "Machine");
  EXPECT_EQ(arena.intern(std::string("Machine")).data(), first.data());
  EXPECT_NE(arena.intern("Node").data(), first.data());
}

TEST(Arena, InternsAnArrayOnce) {
  Arena arena;
  const auto first = arena.intern(std::vector<std::int64_t>{1, 2});
  EXPECT_EQ(std::vector(first.begin(), first.end()), (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(arena.intern(std::vector<std::int64_t>{1, 2}).data(), first.data());
  EXPECT_NE(arena.intern(std::vector<std::int64_t>{1, 3}).data(), first.data());
  EXPECT_EQ(arena.intern(std::vector<std::int64_t>{1}).size(), 1U);
}

TEST(Arena, NeverHandsOutAnArrayAsOneOfAnotherType) {
  Arena arena;
  const void* numbers = arena.intern(std::vector<std::int64_t>{1}).data();
  const void* counts = arena.intern(std::vector<std::uint64_t>{1}).data();
  EXPECT_NE(numbers, counts);
}

TEST(Arena, KeepsWhatItInternedWhenItStopsInterning) {
  Arena arena;
  const std::string_view word = arena.intern("Machine");
  const auto items = arena.intern(std::vector<std::int64_t>{1, 2});
  arena.stop_interning();
  EXPECT_EQ(word, "Machine");
  EXPECT_EQ(items.back(), 2);
  EXPECT_EQ(arena.intern("Machine"), "Machine");
  EXPECT_NE(arena.intern("Machine").data(), word.data());
}

TEST(Arena, TakesNoRoomForNothing) {
  Arena arena;
  EXPECT_TRUE(arena.intern(std::vector<int>{}).empty());
  EXPECT_TRUE(arena.keep("").empty());
  EXPECT_TRUE(arena.intern("").empty());
  EXPECT_TRUE(arena.keep(std::vector<int>{}).empty());
  EXPECT_EQ(arena.bytes(), 0U);
}

RC_GTEST_PROP(Arena, KeepsWhatItGaveWhileItGrows, (const std::vector<std::string>& texts)) {
  Arena arena;
  std::vector<std::string_view> kept;
  for (const std::string& text : texts) kept.push_back(arena.keep(text));
  RC_ASSERT(std::equal(kept.begin(), kept.end(), texts.begin(), texts.end()));
}

TEST(Arena, KeepsTextLargerThanABlockAndGoesOnWithTheBlockItHad) {
  Arena arena;
  (void)arena.keep("small");
  const std::size_t one_block = arena.bytes();
  const std::string large(300'000, 'x');
  EXPECT_EQ(arena.keep(large), large);
  const std::size_t with_large = arena.bytes();
  EXPECT_GE(with_large, one_block + large.size());
  EXPECT_EQ(arena.keep("again"), "again");
  EXPECT_EQ(arena.bytes(), with_large);
}

TEST(Arena, AlignsWhatItMakes) {
  struct alignas(32) Wide {
    char bytes[32];
  };
  Arena arena;
  for (int round = 0; round < 100; ++round) {
    (void)arena.keep("x");
    const auto address = reinterpret_cast<std::uintptr_t>(arena.make<Wide>(1).data());
    ASSERT_EQ(address % 32, 0U);
  }
  (void)arena.keep("x");
  const auto large = reinterpret_cast<std::uintptr_t>(arena.make<Wide>(10'000).data());
  EXPECT_EQ(large % 32, 0U);
}

TEST(Arena, CopiesPlainStructs) {
  Arena arena;
  std::vector<std::int64_t> numbers{1, 2, 3};
  const std::span<std::int64_t> kept = arena.keep(numbers);
  numbers.assign(3, 0);
  EXPECT_EQ(std::vector(kept.begin(), kept.end()), (std::vector<std::int64_t>{1, 2, 3}));
}

TEST(Arena, StopsAllocatingWhenClearedAndFilledAgain) {
  Arena arena;
  for (int round = 0; round < 5; ++round) {
    for (int word = 0; word < 1'000; ++word) (void)arena.keep("sixteen letters.");
    ASSERT_EQ(arena.bytes(), 64U * 1024);
    arena.clear();
  }
}

TEST(Arena, ForgetsInternedWordsWhenCleared) {
  Arena arena;
  (void)arena.intern("Machine");
  (void)arena.intern(std::vector<std::int64_t>{1, 2});
  arena.clear();
  (void)arena.keep("overwritten, all of it");
  EXPECT_EQ(arena.intern("Machine"), "Machine");
  EXPECT_EQ(arena.intern(std::vector<std::int64_t>{1, 2}).front(), 1);
}

TEST(Arena, ClearsWhenItHoldsNothingOrOnlyALargeText) {
  Arena arena;
  arena.clear();
  EXPECT_EQ(arena.bytes(), 0U);
  (void)arena.keep(std::string(300'000, 'x'));
  arena.clear();
  EXPECT_EQ(arena.bytes(), 0U);
  EXPECT_EQ(arena.keep("machine"), "machine");
}

TEST(Arena, TakesItsTextsAlongWhenMoved) {
  Arena first;
  const std::string_view kept = first.intern("machine");
  Arena second = std::move(first);
  EXPECT_EQ(kept, "machine");
  EXPECT_EQ(second.intern("machine").data(), kept.data());
}

}  // namespace
}  // namespace telltale
