// SPDX-License-Identifier: Apache-2.0
#include "reconcile/event_budget.h"

#include <gtest/gtest.h>

#include "base/noon_for_test.h"
#include "base/text.h"

namespace telltale {
namespace {

std::int64_t spend_all(EventBudget& budget, std::string_view object, Instant now) {
  std::int64_t spent = 0;
  while (budget.spend(object, now)) ++spent;
  return spent;
}

TEST(EventBudget, GivesABurstAndThenOneAtATime) {
  EventBudget budget;
  EXPECT_EQ(spend_all(budget, "a", noon), EventBudget::burst);
  EXPECT_FALSE(budget.spend("a", noon + EventBudget::refill - Seconds(1)));
  EXPECT_TRUE(budget.spend("a", noon + EventBudget::refill));
  EXPECT_FALSE(budget.spend("a", noon + EventBudget::refill));
}

TEST(EventBudget, OfOneObjectIsNotThatOfAnother) {
  EventBudget budget;
  spend_all(budget, "a", noon);
  EXPECT_EQ(spend_all(budget, "b", noon), EventBudget::burst);
}

TEST(EventBudget, IsFullAgainAfterAWhileAndForgotten) {
  EventBudget budget;
  spend_all(budget, "a", noon);
  const Instant later = noon + EventBudget::burst * EventBudget::refill;
  budget.sweep(later - Seconds(1));
  EXPECT_EQ(budget.size(), 1U);
  budget.sweep(later);
  EXPECT_EQ(budget.size(), 0U);
  EXPECT_EQ(spend_all(budget, "a", later), EventBudget::burst);
}

TEST(EventBudget, DoesNotGiveMoreWhenTheClockGoesBack) {
  EventBudget budget;
  spend_all(budget, "a", noon);
  EXPECT_FALSE(budget.spend("a", noon - Seconds(3600)));
}

TEST(EventBudget, RemembersNoMoreObjectsThanItMay) {
  EventBudget budget;
  for (std::size_t i = 0; i < EventBudget::objects_max; ++i) budget.spend(format("{}", i), noon);
  EXPECT_FALSE(budget.spend("one more", noon));
  EXPECT_EQ(budget.size(), EventBudget::objects_max);
  EXPECT_TRUE(budget.spend("one more", noon + EventBudget::refill));
}

}  // namespace
}  // namespace telltale
