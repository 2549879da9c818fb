// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/kubeconfig_base64.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale::client {
namespace {

TEST(KubeconfigBase64, KnowsTheExamplesOfItsStandard) {
  EXPECT_EQ(to_base64(""), "");
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(to_base64("fo"), "Zm8=");
  EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(from_base64("Zm9v\nYmE=\r\n"), "fooba");
}

TEST(KubeconfigBase64, RefusesWhatIsNone) {
  for (const auto* text :
       {"Z", "Zg", "Zg=", "Zg===", "Z===", "Zm9v=", "=Zm9", "Zg==Zg==", "Zm9-", "Zm 9", "===="}) {
    EXPECT_FALSE(from_base64(text)) << text;
  }
}

RC_GTEST_PROP(KubeconfigBase64, ReadsBackWhatItWrote, (const std::string& bytes)) {
  RC_ASSERT(from_base64(to_base64(bytes)) == bytes);
}

}  // namespace
}  // namespace telltale::client
