// SPDX-License-Identifier: Apache-2.0
#include "remote/turns.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace telltale::remote {
namespace {

TEST(Turns, DoesAtOnceWhatComesWhileNobodyIsAtIt) {
  Turns turns(100);
  int done = 0;
  turns.post([&] { ++done; });
  EXPECT_EQ(done, 1);
}

TEST(Turns, DoesWhatComesFromWithinAfterwardsAndInOrder) {
  Turns turns(100);
  std::vector<int> order;
  turns.post([&] {
    turns.post([&] { order.push_back(2); });
    EXPECT_FALSE(turns.begin());
    EXPECT_TRUE(turns.offer([&] { order.push_back(3); }, 1));
    order.push_back(1);
  });
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

TEST(Turns, LeavesTheTurnToWhoeverBegins) {
  Turns turns(100);
  std::vector<int> order;
  ASSERT_TRUE(turns.begin());
  turns.post([&] { order.push_back(2); });
  order.push_back(1);
  turns.finish();
  EXPECT_EQ(order, (std::vector{1, 2}));
}

TEST(Turns, RefusesMoreThanAgreedAndTakesItAgainLater) {
  Turns turns(10);
  int done = 0;
  ASSERT_TRUE(turns.begin());
  EXPECT_TRUE(turns.offer([&] { ++done; }, 10));
  EXPECT_FALSE(turns.offer([&] { ++done; }, 1));
  turns.finish();
  EXPECT_EQ(done, 1);
  ASSERT_TRUE(turns.begin());
  EXPECT_TRUE(turns.offer([&] { ++done; }, 10));
  turns.finish();
  EXPECT_EQ(done, 2);
}

TEST(Turns, DoesNothingButTheLastOnceItIsClosed) {
  Turns turns(100);
  std::vector<int> order;
  turns.post([&] {
    turns.post([&] { order.push_back(1); });
    turns.close([&] { order.push_back(2); });
    EXPECT_FALSE(turns.over());
    order.push_back(0);
  });
  EXPECT_EQ(order, (std::vector{0, 2}));
  EXPECT_TRUE(turns.over());
  turns.post([&] { order.push_back(3); });
  EXPECT_TRUE(turns.offer([&] { order.push_back(3); }, 1));
  EXPECT_FALSE(turns.begin());
  turns.close([&] { order.push_back(4); });
  EXPECT_EQ(order, (std::vector{0, 2}));
}

TEST(Turns, NeverDoesTwoThingsAtOnceAndLosesNone) {
  Turns turns(1'000'000);
  constexpr int each = 2'000;
  int done = 0;  // not atomic: the turns are what protects it
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < each; ++n) {
        if (turns.begin()) {
          ++done;
          turns.finish();
        } else {
          turns.post([&] { ++done; });
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  turns.close([] {});
  turns.wait();
  EXPECT_EQ(done, 4 * each);
}

TEST(Turns, WaitsUntilNothingHappensAnyMore) {
  for (int round = 0; round < 200; ++round) {
    Turns turns(100);
    std::atomic<bool> begun = false;
    std::atomic<int> done = 0;
    std::thread other([&] {
      turns.post([&] {
        begun = true;
        ++done;
      });
      for (int i = 0; i < 20; ++i) turns.post([&] { ++done; });
    });
    while (!begun) std::this_thread::yield();
    turns.close([&] { done = 1'000; });
    turns.wait();
    EXPECT_EQ(done, 1'000);
    other.join();
    EXPECT_EQ(done, 1'000);
  }
}

}  // namespace
}  // namespace telltale::remote
