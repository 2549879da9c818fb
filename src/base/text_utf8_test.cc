// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"

namespace telltale {
namespace {

using namespace std::string_view_literals;

TEST(Utf8Prefix, StepsBackToWhereACharacterBegins) {
  EXPECT_EQ(utf8_prefix("abc", 3), 3U);
  EXPECT_EQ(utf8_prefix("abc", 2), 2U);
  EXPECT_EQ(utf8_prefix("aé", 2), 1U);
  EXPECT_EQ(utf8_prefix("aéb", 3), 3U);
  EXPECT_EQ(utf8_prefix("日本", 5), 3U);
  EXPECT_EQ(utf8_prefix("日本", 2), 0U);
  EXPECT_EQ(utf8_prefix("🙂", 3), 0U);
  EXPECT_EQ(utf8_prefix("", 0), 0U);
}

TEST(Utf8Prefix, DoesNotGiveUpTextForBrokenBytes) {
  EXPECT_EQ(utf8_prefix("\x80\x80\x80\x80\x80\x80", 5), 5U);
  EXPECT_EQ(utf8_prefix("ab\x80\x80", 3), 3U);
  EXPECT_EQ(utf8_prefix("ab\xE6\x97", 3), 3U);
}

TEST(TruncateUtf8, SaysThatSomethingIsMissing) {
  EXPECT_EQ(truncate_utf8("hello", 5), "hello");
  EXPECT_EQ(truncate_utf8("hello!", 5), "he...");
  EXPECT_EQ(truncate_utf8("日本語です", 10), "日本...");
  EXPECT_EQ(truncate_utf8("hello", 3), "...");
  EXPECT_EQ(truncate_utf8("hello", 2), "he");
  EXPECT_EQ(truncate_utf8("日本", 2), "");
  EXPECT_EQ(truncate_utf8("hello", 0), "");
}

// Text of one, two, three and four byte characters, to be cut at every place.
std::string mixed_text() {
  std::string text;
  for (const std::string_view piece : *rc::gen::container<std::vector<std::string_view>>(
           rc::gen::element(std::string_view("a"), std::string_view("é"), std::string_view("語"),
                            std::string_view("🙂")))) {
    text += piece;
  }
  return text;
}

RC_GTEST_PROP(TruncateUtf8, NeverSplitsACharacter, ()) {
  const std::string text = mixed_text();
  for (std::size_t limit = 0; limit <= text.size(); ++limit) {
    const std::string cut = truncate_utf8(text, limit);
    RC_ASSERT(cut.size() <= limit);
    RC_ASSERT(printable(cut) == cut);  // A broken character would come back as an escape.
  }
}

TEST(Printable, LeavesOrdinaryTextAlone) {
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable("Node \"n1\" is gone \\ ~"), "Node \"n1\" is gone \\ ~");
  EXPECT_EQ(printable("naïve 日本語 🙂 e\u0301"), "naïve 日本語 🙂 e\u0301");
}

TEST(Printable, ShowsWhatWouldSteerATerminal) {
  EXPECT_EQ(printable("\x1b[2Jgone"), "\\x1b[2Jgone");
  EXPECT_EQ(printable("a\nb\tc\r"), "a\\nb\\tc\\r");
  EXPECT_EQ(printable("\0\a\x7f"sv), "\\x00\\x07\\x7f");
  EXPECT_EQ(printable("\u009b31m"), "\\u009b31m");          // the one-character CSI
  EXPECT_EQ(printable("user\u202Etxt"), "user\\u202etxt");  // right-to-left override
  EXPECT_EQ(printable("a\u2028b"), "a\\u2028b");            // line separator
}

TEST(Printable, ShowsBytesThatAreNoText) {
  EXPECT_EQ(printable("a\xff"), "a\\xff");
  EXPECT_EQ(printable("\xc3"), "\\xc3");                             // cut short
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b");                    // ESC in disguise
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // half of a surrogate pair
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond Unicode
}

RC_GTEST_PROP(Printable, IsSettledAfterOnce, (const std::string& text)) {
  const std::string safe = printable(text);
  RC_ASSERT(printable(safe) == safe);
}

TEST(DisplayWidth, CountsCellsNotBytes) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("machine"), 7U);
  EXPECT_EQ(display_width("naïve"), 5U);
  EXPECT_EQ(display_width("日本語"), 6U);
  EXPECT_EQ(display_width("ｆｕｌｌ"), 8U);
  EXPECT_EQ(display_width("한글"), 4U);
  EXPECT_EQ(display_width("🙂✅"), 4U);
  EXPECT_EQ(display_width("├─ ✓ ●"), 6U);  // what our own tables draw with
}

TEST(DisplayWidth, GivesCombiningMarksNoCell) {
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("\u304b\u3099"), 2U);  // a voiced mark behind a wide letter
  EXPECT_EQ(display_width("a\u200bb"), 2U);      // zero width space
  EXPECT_EQ(display_width("❤\ufe0f"), 1U);       // a variation selector
}

TEST(DisplayWidth, CountsABrokenByteAsOneCell) { EXPECT_EQ(display_width("a\xff\xfe"), 3U); }

}  // namespace
}  // namespace telltale
