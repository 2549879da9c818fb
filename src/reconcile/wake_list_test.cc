// SPDX-License-Identifier: Apache-2.0
#include "reconcile/wake_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace telltale {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Instant wake_noon{Seconds(1'767'268'800)};

TEST(WakeList, WakesTreesInTheOrderOfTheirInstants) {
  WakeList wakes;
  wakes.add("b", wake_noon + Seconds(2));
  wakes.add("a", wake_noon + Seconds(1));
  wakes.add("c", wake_noon + Seconds(3));
  EXPECT_EQ(wakes.next(), wake_noon + Seconds(1));
  EXPECT_FALSE(wakes.is_due(wake_noon));
  EXPECT_TRUE(wakes.is_due(wake_noon + Seconds(2)));
  EXPECT_THAT(wakes.take_due(wake_noon + Seconds(2)), ElementsAre("a", "b"));
  EXPECT_THAT(wakes.take_due(wake_noon + Seconds(2)), IsEmpty());
  EXPECT_EQ(wakes.next(), wake_noon + Seconds(3));
}

TEST(WakeList, KeepsTheEarliestInstantOfATree) {
  WakeList wakes;
  wakes.add("a", wake_noon + Seconds(5));
  wakes.add("a", wake_noon + Seconds(2));
  wakes.add("a", wake_noon + Seconds(9));
  wakes.add("a", no_time);
  EXPECT_THAT(wakes.take_due(wake_noon + Seconds(2)), ElementsAre("a"));
  EXPECT_FALSE(wakes.next());
}

TEST(WakeList, WakesAllTreesWhenTheClockIsSetBack) {
  WakeList wakes;
  EXPECT_THAT(wakes.take_due(wake_noon), IsEmpty());
  wakes.add("a", wake_noon + Seconds(100));
  wakes.add("b", wake_noon + Seconds(200));
  EXPECT_THAT(wakes.take_due(wake_noon - Seconds(60)), IsEmpty());
  EXPECT_EQ(wakes.latest(), wake_noon);
  EXPECT_THAT(wakes.take_due(wake_noon - Seconds(61)), ElementsAre("a", "b"));
  EXPECT_EQ(wakes.latest(), wake_noon - Seconds(61));
}

}  // namespace
}  // namespace telltale
