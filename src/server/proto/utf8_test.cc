// SPDX-License-Identifier: Apache-2.0
#include "server/proto/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace telltale::server {
namespace {

TEST(ServerUtf8, TakesEveryLengthOfCharacter) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("plain"));
  EXPECT_TRUE(is_utf8("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80 \xF4\x8F\xBF\xBF \xEE\x80\x80"));
  EXPECT_TRUE(is_utf8(std::string(1, '\0')));
}

TEST(ServerUtf8, RefusesWhatIsCutOverlongOrBeyond) {
  for (const char* bytes : {"\xC3", "\xE2\x82", "\xF0\x9F\x98", "\x80", "\xC0\x80", "\xC1\xBF",
                            "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80", "\xF4\x90\x80\x80",
                            "\xF5\x80\x80\x80", "\xFF", "\xC3(", "\xE2\x82("})
    EXPECT_FALSE(is_utf8(bytes));
}

}  // namespace
}  // namespace telltale::server
