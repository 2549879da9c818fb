// SPDX-License-Identifier: Apache-2.0
#include "table/words.h"

#include <gtest/gtest.h>

#include "table/snapshot_for_test.h"

namespace telltale {
namespace {

using namespace snapshot;

std::string fill(std::string_view sentence, const Seen& seen) {
  return words::fill(std::span<const Word<Seen>>(all_words), sentence, seen);
}

constexpr bool known(std::string_view sentence) {
  return words::all_known(std::span<const Word<Seen>>(all_words), sentence);
}

static_assert(known("") && known("no words") && known("{owner} and {remark?}"));
static_assert(!known("{ownr}"));
static_assert(!known("{owner} and {ownr}"));

TEST(Words, ASentenceWithoutWordsIsItself) {
  EXPECT_EQ(fill("It is late", calm), "It is late");
  EXPECT_EQ(fill("", calm), "");
}

TEST(Words, AreFilledInWhereTheyStand) {
  Seen seen = calm;
  seen.owner = "Ada";
  seen.guest_count = 2;
  EXPECT_EQ(fill("{owner} has {guests} guests", seen), "Ada has 2 guests");
  EXPECT_EQ(fill("{guests}{guests}", seen), "22");
}

TEST(Words, AnEmptyWordSilencesTheWholeSentence) {
  EXPECT_EQ(fill("Locked by {owner}", calm), "");
  EXPECT_EQ(fill("{guests} guests of {owner} stay", calm), "");
}

TEST(Words, AWordWithAQuestionMarkMayBeEmpty) {
  Seen seen = calm;
  EXPECT_EQ(fill("It is late{remark?}", seen), "It is late");
  seen.remark = ", and dark";
  EXPECT_EQ(fill("It is late{remark?}.", seen), "It is late, and dark.");
}

TEST(Words, FilledInTextIsNotReadAgain) {
  Seen seen = calm;
  seen.owner = "{remark}";
  EXPECT_EQ(fill("Locked by {owner}", seen), "Locked by {remark}");
}

TEST(Words, ABraceThatIsNeverClosedIsText) {
  EXPECT_TRUE(known("a { b"));
  EXPECT_EQ(fill("a { b", calm), "a { b");
}

TEST(Words, AWordWithoutANameIsUnknown) {
  EXPECT_FALSE(known("a {} b"));
  EXPECT_FALSE(known("a {?} b"));
}

}  // namespace
}  // namespace telltale
