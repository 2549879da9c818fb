// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/wrap.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"

namespace telltale::cli {
namespace {

using Wrapped = std::vector<std::string>;

TEST(Wrap, LeavesAloneWhatFits) {
  EXPECT_EQ(wrap("a short text", 12), Wrapped{"a short text"});
  EXPECT_EQ(wrap("", 5), Wrapped{""});
}

TEST(Wrap, HasNoLimitWithoutAWidth) {
  const std::string text(500, 'x');
  EXPECT_EQ(wrap(text, 0), Wrapped{text});
}

TEST(Wrap, BreaksAtBlanks) {
  EXPECT_EQ(wrap("the node is gone", 8), (Wrapped{"the node", "is gone"}));
}

TEST(Wrap, CutsLongNamesBehindAHyphen) {
  EXPECT_EQ(wrap("cluster-pool-x7k2q", 14), (Wrapped{"cluster-pool-", "x7k2q"}));
}

TEST(Wrap, CutsWordsWithoutAGoodPlaceWhereTheLineEnds) {
  EXPECT_EQ(wrap("abcdefgh", 3), (Wrapped{"abc", "def", "gh"}));
}

TEST(Wrap, NeverSplitsACharacter) {
  EXPECT_EQ(wrap("ääää", 3), (Wrapped{"äää", "ä"}));
  EXPECT_EQ(wrap("日本", 2), (Wrapped{"日", "本"}));
  EXPECT_EQ(wrap("日本", 1), (Wrapped{"日", "本"}));  // Too wide for the line, but it has an end.
}

RC_GTEST_PROP(Wrap, LosesNothingButBlanksAndFits, ()) {
  const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::nonEmpty(
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("abc-./")))));
  const auto width = *rc::gen::inRange<std::size_t>(1, 30);
  const std::string text = join(std::span<const std::string>(words), " ");
  std::string wanted = text;
  std::erase(wanted, ' ');
  std::string got;
  for (const std::string& line : wrap(text, width)) {
    RC_ASSERT(display_width(line) <= width);
    got += line;
  }
  std::erase(got, ' ');
  RC_ASSERT(got == wanted);
}

TEST(OneLine, JoinsBulletsAndKeepsAHeadingWithItsFirstItem) {
  EXPECT_EQ(one_line("* Machine m1:\n  * Ready: gone\n  * Paused: yes"),
            "Machine m1: Ready: gone · Paused: yes");
}

TEST(OneLine, SkipsEmptyLines) { EXPECT_EQ(one_line("\n a \n\n b\r\n"), "a · b"); }

TEST(OneLine, MakesEscapeSequencesVisible) {
  EXPECT_FALSE(one_line("red \x1b[31m").contains('\x1b'));
}

}  // namespace
}  // namespace telltale::cli
