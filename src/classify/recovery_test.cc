// SPDX-License-Identifier: Apache-2.0
#include "classify/recovery.h"

#include <cctype>
#include <set>

#include <gtest/gtest.h>

namespace telltale {
namespace {

constexpr FailureClass failures[] = {FailureClass::MissingCloudResources,
                                     FailureClass::CloudQuotaExceeded,
                                     FailureClass::InsufficientCloudCapacity,
                                     FailureClass::CAPIProviderFailed, FailureClass::Transient};

TEST(Recovery, IsOneSentenceForEveryFailureEverywhere) {
  for (const FailureClass failure : failures) {
    for (const Platform platform : all_platforms()) {
      const std::string_view text = recovery_for(failure, platform);
      ASSERT_FALSE(text.empty());
      EXPECT_TRUE(std::isupper(static_cast<unsigned char>(text.front()))) << text;
      EXPECT_FALSE(text.ends_with('.')) << text;
      EXPECT_EQ(text.find('\n'), std::string_view::npos) << text;
    }
  }
}

TEST(Recovery, IsSilentAboutWhatIsNoFailure) {
  EXPECT_EQ(recovery_for(FailureClass::None, Platform::AWS), "");
}

TEST(Recovery, SpeaksThePlatformsLanguage) {
  EXPECT_TRUE(
      recovery_for(FailureClass::CloudQuotaExceeded, Platform::AWS).contains("Service Quotas"));
  EXPECT_TRUE(recovery_for(FailureClass::InsufficientCloudCapacity, Platform::Agent)
                  .contains("agentLabelSelector"));
  EXPECT_TRUE(recovery_for(FailureClass::MissingCloudResources, Platform::KubeVirt)
                  .contains("StorageClass"));
  EXPECT_TRUE(
      recovery_for(FailureClass::CAPIProviderFailed, Platform::PowerVS).contains("API key"));
}

TEST(Recovery, KnowsAGeneralStepWhereNobodySaidThePlatform) {
  for (const FailureClass failure : failures) {
    EXPECT_EQ(recovery_for(failure, Platform::Any), recovery_for(failure, Platform::None));
    EXPECT_FALSE(recovery_for(failure, Platform::Any).empty());
  }
}

TEST(Recovery, DiffersByClass) {
  std::set<std::string_view> texts;
  for (const FailureClass failure : failures) texts.insert(recovery_for(failure, Platform::Any));
  EXPECT_EQ(texts.size(), std::size(failures));
}

}  // namespace
}  // namespace telltale
