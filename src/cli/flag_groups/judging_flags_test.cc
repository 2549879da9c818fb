// SPDX-License-Identifier: Apache-2.0
#include "cli/flag_groups/judging_flags.h"

#include <vector>

#include <gtest/gtest.h>

namespace telltale::cli {
namespace {

using std::chrono::minutes;

std::string trouble_with(const std::string& typed) {
  const Result<std::vector<TypedThreshold>> rules = read_thresholds(std::vector{typed});
  return rules ? "none" : rules.error().detail;
}

TEST(JudgingFlags, NameTheConditionsOfNodesThatCount) {
  const auto read = read_node_conditions("Ready,KernelDeadlock", std::nullopt);
  ASSERT_TRUE(read);
  EXPECT_EQ(to_text(*read), "Ready,KernelDeadlock");
  EXPECT_EQ(read_node_conditions("Ready,", std::nullopt).error().detail,
            "--node-conditions: \"\" is not a condition of a Node such as Ready, MemoryPressure or "
            "Certified=True");
  EXPECT_FALSE(read_node_conditions("Ready", DialectName::Upstream));
}

TEST(JudgingFlags, SetWhatTheyNameAndLeaveTheRest) {
  const std::vector<std::string> typed = {"CloudQuotaExceeded=10m,missingcloudresources=90s",
                                          "ControllerError=1h"};
  Result<std::vector<TypedThreshold>> read = read_thresholds(typed);
  ASSERT_TRUE(read) << read.error().detail;
  Settings settings;
  apply({.thresholds = std::move(*read)}, settings);
  const ProgressingRules* rules = &settings.progressing;
  EXPECT_EQ(rules->quota_exceeded, minutes(10));
  EXPECT_EQ(rules->missing_resources, Seconds(90));
  EXPECT_EQ(rules->controller_error, minutes(60));
  EXPECT_EQ(rules->insufficient_capacity, minutes(30));
  EXPECT_EQ(rules->provider_failed, minutes(30));
  EXPECT_EQ(rules->deployment_failed, minutes(45));
}

TEST(JudgingFlags, SayWhatWasExpected) {
  EXPECT_TRUE(trouble_with("CloudQuota=10m").contains("or ControllerError"));
  EXPECT_TRUE(trouble_with("CloudQuotaExceeded").contains("expected REASON=DURATION"));
  EXPECT_TRUE(trouble_with("CloudQuotaExceeded=soon").contains("soon is not a duration"));
  EXPECT_TRUE(trouble_with("CloudQuotaExceeded=0s").contains("is not a duration"));
  EXPECT_TRUE(trouble_with("CloudQuotaExceeded=-5m").contains("is not a duration"));
  EXPECT_TRUE(trouble_with("").contains("expected REASON=DURATION"));
}

}  // namespace
}  // namespace telltale::cli
