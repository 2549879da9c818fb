// SPDX-License-Identifier: Apache-2.0
#include "server/proto/base64.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale::server {
namespace {

TEST(ServerBase64, WritesTheWellKnownExamples) {
  EXPECT_EQ(to_base64(""), "");
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(to_base64("fo"), "Zm8=");
  EXPECT_EQ(to_base64("foo"), "Zm9v");
  EXPECT_EQ(to_base64("foob"), "Zm9vYg==");
  EXPECT_EQ(to_base64("\xff\xfe"), "//4=");
}

TEST(ServerBase64, StepsOverLineBreaks) { EXPECT_EQ(from_base64("Zm\r\n9v\n"), "foo"); }

TEST(ServerBase64, RefusesWhatIsNone) {
  for (const char* text :
       {"Z", "Zg", "Zg=", "=", "====", "Zg==Zg==", "Z===", "Zm9 ", "Zm9_", "-w=="})
    EXPECT_FALSE(from_base64(text)) << text;
}

RC_GTEST_PROP(ServerBase64, BringsAnyBytesBack, (const std::string& bytes)) {
  RC_ASSERT(from_base64(to_base64(bytes)) == bytes);
}

}  // namespace
}  // namespace telltale::server
