// SPDX-License-Identifier: Apache-2.0
#include "server/lifecycle/expiry.h"

#include <gtest/gtest.h>

namespace telltale::server {
namespace {

Instant at_second(int second) { return Instant(Seconds{second}); }

TEST(Expiry, TakesWhatIsDueInOrder) {
  Expiry expiry;
  expiry.touch("b", 2, at_second(20));
  expiry.touch("a", 1, at_second(10));
  EXPECT_FALSE(expiry.take(at_second(9)));
  const auto first = expiry.take(at_second(20));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->key, "a");
  EXPECT_EQ(first->revision, 1);
  EXPECT_EQ(expiry.take(at_second(20))->key, "b");
  EXPECT_FALSE(expiry.take(at_second(99)));
}

TEST(Expiry, KeepsOneEntryForEachHoweverOftenItChanges) {
  Expiry expiry;
  for (int i = 1; i <= 1000; ++i) expiry.touch("a", i, at_second(i));
  EXPECT_EQ(expiry.size(), 1U);
  EXPECT_FALSE(expiry.take(at_second(999)));
  EXPECT_EQ(expiry.take(at_second(1000))->revision, 1000);
}

TEST(Expiry, ForgetsWhatIsGone) {
  Expiry expiry;
  expiry.touch("a", 1, at_second(1));
  expiry.forget("a");
  expiry.forget("never");
  EXPECT_FALSE(expiry.take(at_second(1)));
  EXPECT_EQ(expiry.size(), 0U);
}

}  // namespace
}  // namespace telltale::server
