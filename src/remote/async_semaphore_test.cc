// SPDX-License-Identifier: Apache-2.0
#include "remote/async_semaphore.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

namespace telltale::remote {
namespace {

TEST(AsyncSemaphore, AreGivenInTheOrderInWhichTheyWereAskedFor) {
  AsyncSemaphore semaphore(2);
  std::vector<int> order;
  std::vector<AsyncSemaphore::Permit> held;
  for (int i = 0; i < 4; ++i) {
    semaphore.acquire([&, i](AsyncSemaphore::Permit permit) {
      order.push_back(i);
      held.push_back(std::move(permit));
    });
  }
  EXPECT_EQ(order, (std::vector{0, 1}));
  // Dropped beside the list: whoever is next puts his own into it.
  AsyncSemaphore::Permit(std::exchange(held[0], {})).reset();
  EXPECT_EQ(order, (std::vector{0, 1, 2}));
  AsyncSemaphore::Permit(std::exchange(held[1], {})).reset();
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3}));
}

TEST(AsyncSemaphore, ComeBackFromWhoeverDoesNotWantThem) {
  AsyncSemaphore semaphore(1);
  int asked = 0;
  for (int i = 0; i < 3; ++i) semaphore.acquire([&](const AsyncSemaphore::Permit&) { ++asked; });
  EXPECT_EQ(asked, 3);
}

// Each gives its permit back before the next is served; a level deeper for each would not end well.
TEST(AsyncSemaphore, ServeALongLineWithoutGoingDeep) {
  AsyncSemaphore semaphore(1);
  AsyncSemaphore::Permit first;
  semaphore.acquire([&](AsyncSemaphore::Permit permit) { first = std::move(permit); });
  std::size_t served = 0;
  for (int i = 0; i < 200'000; ++i)
    semaphore.acquire([&](const AsyncSemaphore::Permit&) { ++served; });
  EXPECT_EQ(served, 0U);
  first.reset();
  EXPECT_EQ(served, 200'000U);
}

TEST(AsyncSemaphore, MayOutliveTheirSource) {
  std::optional<AsyncSemaphore> semaphore(std::in_place, 1);
  AsyncSemaphore::Permit held;
  bool served = false;
  semaphore->acquire([&](AsyncSemaphore::Permit permit) { held = std::move(permit); });
  semaphore->acquire([&](const AsyncSemaphore::Permit&) { served = true; });
  semaphore.reset();
  held.reset();
  EXPECT_FALSE(served);
}

}  // namespace
}  // namespace telltale::remote
