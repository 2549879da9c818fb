// SPDX-License-Identifier: Apache-2.0
#include "base/encoding.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

TEST(Hex, IsWrittenInLowerCaseAndReadBack) {
  EXPECT_EQ(to_hex(std::string("\x00\xff\x10", 3)), "00ff10");
  EXPECT_EQ(from_hex("00ff10"), std::string("\x00\xff\x10", 3));
  EXPECT_FALSE(from_hex("0"));
  EXPECT_FALSE(from_hex("0g"));
}

TEST(Base64, WritesTheWellKnownExamples) {
  EXPECT_EQ(to_base64(""), "");
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(to_base64("fo"), "Zm8=");
  EXPECT_EQ(to_base64("foo"), "Zm9v");
  EXPECT_EQ(to_base64("foob"), "Zm9vYg==");
  EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(to_base64("\xff\xfe"), "//4=");
}

TEST(Base64, StepsOverLineBreaks) {
  EXPECT_EQ(from_base64("Zm\r\n9v\n"), "foo");
  EXPECT_EQ(from_base64("Zm9v\nYmE=\r\n"), "fooba");
}

TEST(Base64, RefusesWhatIsNone) {
  for (const char* text : {"Z", "Zg", "Zg=", "Zg===", "=", "====", "Zg==Zg==", "Z===", "Zm9v=",
                           "=Zm9", "Zm9 ", "Zm 9", "Zm9_", "Zm9-", "-w=="})
    EXPECT_FALSE(from_base64(text)) << text;
}

RC_GTEST_PROP(Base64, BringsAnyBytesBack, (const std::string& bytes)) {
  RC_ASSERT(from_base64(to_base64(bytes)) == bytes);
}

}  // namespace
}  // namespace telltale
