// SPDX-License-Identifier: Apache-2.0
#include "classify/fold.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

TEST(Fold, MakesOneLineOfMany) {
  EXPECT_EQ(fold("a\n\t b  c\r\n"), "a b c");
  EXPECT_EQ(fold(R"(a\n\tb)"), "a b");
  EXPECT_EQ(fold("  "), "");
}

TEST(Fold, KnowsOneQuotationMark) {
  EXPECT_EQ(fold("'a' \"b\" `c` \\\"d\\\" “e” ‘f’"), "'a' 'b' 'c' 'd' 'e' 'f'");
}

TEST(Fold, KnowsSmallLettersOnly) {
  EXPECT_EQ(fold("VcpuLimitExceeded ŻÓŁĆ"), "vcpulimitexceeded ŻÓŁĆ");
}

TEST(SpelledCodes, AreTheWordsInsideOfCodes) {
  EXPECT_EQ(spelled_codes("InsufficientHostCapacity"), "; insufficient host capacity");
  EXPECT_EQ(spelled_codes("ZONE_RESOURCE_POOL_EXHAUSTED"), "; zone resource pool exhausted");
  EXPECT_EQ(spelled_codes("over_quota"), "; over quota");
  EXPECT_EQ(spelled_codes("InvalidSubnetID.NotFound"), "; invalid subnet id not found");
  EXPECT_EQ(spelled_codes("AWSInsufficientCapacity in VMNotFound"),
            "; aws insufficient capacity ; vm not found");
}

TEST(SpelledCodes, LeaveNamesAndSentencesAlone) {
  EXPECT_EQ(spelled_codes("the quota of quota-exceeded-test. Next Sentence"), "");
  EXPECT_EQ(spelled_codes("vCPU ec2.us-east-1.amazonaws.com __"), "");
  EXPECT_EQ(spelled_codes(std::string(1000, 'a') + "B"), "");
}

TEST(Readable, IsTheMessageAndBehindItItsCodes) {
  EXPECT_EQ(readable("Code: OverQuota!"), "code: overquota! ; over quota");
  EXPECT_EQ(readable("no codes"), "no codes");
}

TEST(Fold, KeepsOtherCharacters) { EXPECT_EQ(fold("żółć … €"), "żółć … €"); }

TEST(Fold, KeepsHeadAndTailOfHugeText) {
  const std::string folded = fold("head " + std::string(9 * classified_bytes_max, 'x') + " tail");
  EXPECT_TRUE(folded.starts_with("head "));
  EXPECT_TRUE(folded.ends_with(" tail"));
  EXPECT_LE(folded.size(), classified_bytes_max + 1);
}

RC_GTEST_PROP(FoldLaws, FoldingTwiceIsFoldingOnce, (const std::string& bytes)) {
  const std::string once = fold(bytes);
  RC_ASSERT(fold(once) == once);
}

}  // namespace
}  // namespace telltale
