// SPDX-License-Identifier: Apache-2.0
#include "condition/priority.h"

#include <gtest/gtest.h>

#include "condition/merge.h"
#include "condition/test_conditions.h"

namespace telltale {
namespace {

using test::bad;
using test::good;
using test::unsure;

static_assert(Priority::Issue < Priority::Unknown && Priority::Unknown < Priority::Info);

TEST(Priority, FollowsPolarity) {
  EXPECT_EQ(priority_of(good("A"), Polarity::Positive), Priority::Info);
  EXPECT_EQ(priority_of(bad("A"), Polarity::Positive), Priority::Issue);
  EXPECT_EQ(priority_of(unsure("A"), Polarity::Positive), Priority::Unknown);
  EXPECT_EQ(priority_of(good("A"), Polarity::Negative), Priority::Issue);
  EXPECT_EQ(priority_of(bad("A"), Polarity::Negative), Priority::Info);
  EXPECT_EQ(priority_of(unsure("A"), Polarity::Negative), Priority::Unknown);
}

TEST(PriorityRule, IsThePolarityUnlessToldOtherwise) {
  EXPECT_EQ(PriorityRule{}(bad("A"), Polarity::Positive), Priority::Issue);

  const std::string_view excused = "NodeHealthy";
  const PriorityRule rule{[](const Condition& condition, Polarity polarity, const void* context) {
                            const auto& type = *static_cast<const std::string_view*>(context);
                            if (condition.type == type) return Priority::Info;
                            return priority_of(condition, polarity);
                          },
                          &excused};
  EXPECT_EQ(rule(bad("NodeHealthy"), Polarity::Positive), Priority::Info);
  EXPECT_EQ(rule(bad("Other"), Polarity::Positive), Priority::Issue);
}

TEST(Merge, TurnsTheTopPriorityIntoStatusAndReason) {
  EXPECT_EQ(merged_status(Priority::Issue, Polarity::Positive), Status::False);
  EXPECT_EQ(merged_status(Priority::Unknown, Polarity::Positive), Status::Unknown);
  EXPECT_EQ(merged_status(Priority::Info, Polarity::Positive), Status::True);
  EXPECT_EQ(merged_status(Priority::Issue, Polarity::Negative), Status::True);
  EXPECT_EQ(merged_status(Priority::Unknown, Polarity::Negative), Status::Unknown);
  EXPECT_EQ(merged_status(Priority::Info, Polarity::Negative), Status::False);

  EXPECT_EQ(merged_reason(Priority::Issue, {}), "IssuesReported");
  EXPECT_EQ(merged_reason(Priority::Unknown, {}), "UnknownReported");
  EXPECT_EQ(merged_reason(Priority::Info, {}), "InfoReported");
  EXPECT_EQ(merged_reason(Priority::Issue, {.issue = "NotReady"}), "NotReady");
}

}  // namespace
}  // namespace telltale
