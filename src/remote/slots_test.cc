// SPDX-License-Identifier: Apache-2.0
#include "remote/slots.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

namespace telltale::remote {
namespace {

TEST(Slots, AreGivenInTheOrderInWhichTheyWereAskedFor) {
  Slots slots(2);
  std::vector<int> order;
  std::vector<Slots::Held> held;
  for (int i = 0; i < 4; ++i) {
    slots.ask([&, i](Slots::Held slot) {
      order.push_back(i);
      held.push_back(std::move(slot));
    });
  }
  EXPECT_EQ(order, (std::vector{0, 1}));
  // Dropped beside the list: whoever is next puts his own into it.
  Slots::Held(std::exchange(held[0], {})).reset();
  EXPECT_EQ(order, (std::vector{0, 1, 2}));
  Slots::Held(std::exchange(held[1], {})).reset();
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3}));
}

TEST(Slots, ComeBackFromWhoeverDoesNotWantThem) {
  Slots slots(1);
  int asked = 0;
  for (int i = 0; i < 3; ++i) slots.ask([&](const Slots::Held&) { ++asked; });
  EXPECT_EQ(asked, 3);
}

// Each gives its slot back before the next is served; a level deeper for each would not end well.
TEST(Slots, ServeALongLineWithoutGoingDeep) {
  Slots slots(1);
  Slots::Held first;
  slots.ask([&](Slots::Held slot) { first = std::move(slot); });
  std::size_t served = 0;
  for (int i = 0; i < 200'000; ++i) slots.ask([&](const Slots::Held&) { ++served; });
  EXPECT_EQ(served, 0U);
  first.reset();
  EXPECT_EQ(served, 200'000U);
}

TEST(Slots, MayOutliveTheirSource) {
  std::optional<Slots> slots(std::in_place, 1);
  Slots::Held held;
  bool served = false;
  slots->ask([&](Slots::Held slot) { held = std::move(slot); });
  slots->ask([&](const Slots::Held&) { served = true; });
  slots.reset();
  held.reset();
  EXPECT_FALSE(served);
}

}  // namespace
}  // namespace telltale::remote
