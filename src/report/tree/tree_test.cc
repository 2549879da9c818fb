// SPDX-License-Identifier: Apache-2.0
#include "report/tree/tree.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

TEST(TreeTally, AddsWhatWasCountedAndLeavesOutTheRest) {
  TreeTally sum{.desired = 2, .ready = 1};
  sum += {.desired = 3, .ready = {}, .available = 4};
  EXPECT_EQ(sum, (TreeTally{.desired = 5, .ready = 1, .available = 4, .up_to_date = {}}));
}

TEST(TreeTally, DoesNotOverflowWhereCountersAreHostile) {
  TreeTally sum;
  for (int i = 0; i < 3; ++i) sum += {.desired = INT32_MAX};
  EXPECT_EQ(sum.desired, 3LL * INT32_MAX);
}

TEST(TreeOrder, PutsStuckBeforeUnknownBeforeWorkingBeforeHealthy) {
  EXPECT_LT(order_of(Verdict::Stuck), order_of(Verdict::Unknown));
  EXPECT_LT(order_of(Verdict::Unknown), order_of(Verdict::Working));
  EXPECT_LT(order_of(Verdict::Working), order_of(Verdict::Healthy));
}

TEST(TreeNodes, KnowHeadingsByTheirMissingKind) {
  EXPECT_TRUE(TreeNode{.role = TreeRole::Workers}.is_heading());
  TreeNode node;
  node.key.kind = "Machine";
  EXPECT_FALSE(node.is_heading());
}

}  // namespace
}  // namespace telltale
