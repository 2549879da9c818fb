// SPDX-License-Identifier: Apache-2.0
#include "condition/reasons.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "condition/caps.h"

namespace telltale {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::string_view launch_words[] = {"LaunchFailed", "RegistrationFailed"};
constexpr ReasonGroup ours{launch_words};

std::string joined(const Words& words) {
  Arena arena;
  return std::string(join_reasons(words, arena));
}

std::string others_of(std::string_view reason) {
  Arena arena;
  return std::string(ours.without_ours(reason, arena));
}

TEST(SplitReasons, LeavesEmptyPartsOut) {
  EXPECT_EQ(split_reasons("A,B"), (Words{"A", "B"}));
  EXPECT_EQ(split_reasons("A"), (Words{"A"}));
  EXPECT_EQ(split_reasons(",A,,B,"), (Words{"A", "B"}));
  EXPECT_EQ(split_reasons(""), Words{});
  EXPECT_EQ(split_reasons(",,"), Words{});
}

TEST(JoinReasons, SortsAndNamesEachOnce) {
  EXPECT_EQ(joined({"B", "A", "B"}), "A,B");
  EXPECT_EQ(joined({"B,C", "A"}), "A,B,C");
  EXPECT_EQ(joined({}), "");
}

TEST(JoinReasons, LeavesOutWhatTheApiWouldRefuse) {
  EXPECT_EQ(joined({"B", "not a reason", "1A", "", "A:", "A"}), "A,B");
  EXPECT_EQ(joined({"not a reason"}), "");
}

TEST(JoinReasons, CutsAfterAWholeReasonAndSaysSo) {
  const std::string a(500, 'a');
  const std::string b(506, 'b');
  const std::string c(600, 'c');
  EXPECT_EQ(joined({a, std::string(523, 'b')}), a + "," + std::string(523, 'b'));  // just fits
  EXPECT_EQ(joined({a, std::string(524, 'b')}), a + ",ReasonsTruncated");          // one too many
  EXPECT_EQ(joined({c, b, a}), a + "," + b + ",ReasonsTruncated");
  EXPECT_EQ(joined({std::string(1010, 'a'), c}), "ReasonsTruncated");
}

TEST(ReasonGroup, KnowsItsOwnWords) {
  EXPECT_TRUE(ours.owns("LaunchFailed"));
  EXPECT_FALSE(ours.owns("LaunchFailedBadly"));  // a prefix is not enough
  EXPECT_FALSE(ours.owns("Launch"));
  EXPECT_FALSE(ours.owns(""));
}

TEST(ReasonGroup, MayClearOnlyWhatIsAllOurs) {
  EXPECT_TRUE(ours.may_clear("LaunchFailed"));
  EXPECT_TRUE(ours.may_clear("LaunchFailed,RegistrationFailed"));
  EXPECT_FALSE(ours.may_clear("LaunchFailed,QuotaExceeded"));
  EXPECT_FALSE(ours.may_clear("QuotaExceeded"));
  EXPECT_FALSE(ours.may_clear(""));

  EXPECT_EQ(ours.claim_on("LaunchFailed"), Claim::All);
  EXPECT_EQ(ours.claim_on("LaunchFailed,QuotaExceeded"), Claim::Some);
  EXPECT_EQ(ours.claim_on("QuotaExceeded"), Claim::None);
  EXPECT_EQ(ours.claim_on(""), Claim::None);
}

TEST(ReasonGroup, TakesItsOwnWordsOutAndLeavesTheRest) {
  EXPECT_EQ(others_of("QuotaExceeded,LaunchFailed,Broken"), "Broken,QuotaExceeded");
  EXPECT_EQ(others_of("LaunchFailed"), "");
  EXPECT_EQ(others_of("Broken"), "Broken");
}

RC_GTEST_PROP(JoinReasons, IsAlwaysValidSortedAndFoundAgain, ()) {
  const auto letters = rc::gen::container<std::string>(rc::gen::inRange('a', 'e'));
  const auto words = *rc::gen::container<std::vector<std::string>>(letters);
  const Words views(words.begin(), words.end());
  const std::string text = joined(views);
  const bool valid = text.empty() || valid_reason(text);
  RC_ASSERT(valid);
  if (text.ends_with(reasons_truncated)) return;
  const Words parts = split_reasons(text);
  RC_ASSERT(std::ranges::is_sorted(parts));
  RC_ASSERT(joined(parts) == text);
}

}  // namespace
}  // namespace telltale
