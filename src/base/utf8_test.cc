// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

TEST(Utf8, TakesEveryLengthOfCharacter) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("plain"));
  EXPECT_TRUE(is_utf8("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80 \xF4\x8F\xBF\xBF \xEE\x80\x80"));
  EXPECT_TRUE(is_utf8(std::string(1, '\0')));
}

TEST(Utf8, RefusesWhatIsCutOverlongOrBeyond) {
  for (const char* bytes : {"\xC3", "\xE2\x82", "\xF0\x9F\x98", "\x80", "\xC0\x80", "\xC1\xBF",
                            "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80", "\xF4\x90\x80\x80",
                            "\xF5\x80\x80\x80", "\xFF", "\xC3(", "\xE2\x82("})
    EXPECT_FALSE(is_utf8(bytes));
}

TEST(ValidUtf8, LeavesTextAsItIs) {
  EXPECT_EQ(valid_utf8(""), "");
  EXPECT_EQ(valid_utf8("quota żółć 日本 \U0001F600"), "quota żółć 日本 \U0001F600");
  EXPECT_EQ(valid_utf8(std::string_view("a\0b", 3)), std::string_view("a\0b", 3));
}

TEST(ValidUtf8, MarksBytesThatAreNoCharacter) {
  EXPECT_EQ(valid_utf8("a\xff"
                       "b"),
            "a\uFFFDb");
  EXPECT_EQ(valid_utf8("\xC3"), "\uFFFD");
  EXPECT_EQ(valid_utf8("\x80"), "\uFFFD");
}

TEST(ValidUtf8, MarksOverlongFormsSurrogatesAndWhatLiesBeyondUnicode) {
  EXPECT_EQ(valid_utf8("\xC0\xAF"), "\uFFFD\uFFFD");
  EXPECT_EQ(valid_utf8("\xE0\x80\xAF"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
}

RC_GTEST_PROP(ValidUtf8Laws, RepairingTwiceIsRepairingOnce, (const std::string& bytes)) {
  const std::string once = valid_utf8(bytes);
  RC_ASSERT(valid_utf8(once) == once);
}

}  // namespace
}  // namespace telltale
