// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/valid_utf8.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale::cli {
namespace {

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
}  // namespace telltale::cli
