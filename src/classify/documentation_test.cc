// SPDX-License-Identifier: Apache-2.0
#include "classify/documentation.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

TEST(Documentation, IsThereForEveryPlatformAndEveryClassThatNeedsAHuman) {
  for (const Platform platform : all_platforms()) {
    if (platform == Platform::None) continue;
    for (const FailureClass failure :
         {FailureClass::MissingCloudResources, FailureClass::CloudQuotaExceeded,
          FailureClass::InsufficientCloudCapacity, FailureClass::CAPIProviderFailed}) {
      const std::string_view address = documentation_for(failure, platform);
      EXPECT_TRUE(address.starts_with("https://")) << to_text(platform) << to_text(failure);
      EXPECT_EQ(address.find(' '), std::string_view::npos) << address;
    }
  }
}

TEST(Documentation, IsNothingWhereNobodyNeedsIt) {
  EXPECT_EQ(documentation_for(FailureClass::Transient, Platform::AWS), "");
  EXPECT_EQ(documentation_for(FailureClass::None, Platform::AWS), "");
  EXPECT_EQ(documentation_for(FailureClass::CloudQuotaExceeded, Platform::None), "");
  EXPECT_EQ(documentation_for(FailureClass::CloudQuotaExceeded, Platform::Any), "");
}

}  // namespace
}  // namespace telltale
