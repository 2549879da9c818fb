// SPDX-License-Identifier: Apache-2.0
#include "reconcile/backoff.h"

#include <gtest/gtest.h>

#include "base/noon_for_test.h"

namespace telltale {
namespace {

TEST(ReconcileBackoff, DoublesUpToItsLimitAndStartsAnewAfterSuccess) {
  Backoff backoff;
  EXPECT_FALSE(backoff.failing());
  EXPECT_FALSE(backoff.holds(noon));
  Seconds expected = Backoff::first;
  for (int i = 0; i < 12; ++i) {
    backoff.fail(noon);
    EXPECT_EQ(backoff.until() - noon, expected);
    EXPECT_TRUE(backoff.holds(noon));
    EXPECT_FALSE(backoff.holds(backoff.until()));
    expected = std::min(Backoff::longest, expected * 2);
  }
  EXPECT_EQ(expected, Backoff::longest);
  backoff.succeed();
  EXPECT_FALSE(backoff.failing());
  backoff.fail(noon);
  EXPECT_EQ(backoff.until() - noon, Backoff::first);
}

}  // namespace
}  // namespace telltale
