// SPDX-License-Identifier: Apache-2.0
#include "remote/serial_executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace telltale::remote {
namespace {

TEST(SerialExecutor, DoesAtOnceWhatComesWhileNobodyIsAtIt) {
  SerialExecutor executor(100);
  int done = 0;
  executor.post([&] { ++done; });
  EXPECT_EQ(done, 1);
}

TEST(SerialExecutor, DoesWhatComesFromWithinAfterwardsAndInOrder) {
  SerialExecutor executor(100);
  std::vector<int> order;
  executor.post([&] {
    executor.post([&] { order.push_back(2); });
    EXPECT_FALSE(executor.begin());
    EXPECT_TRUE(executor.offer([&] { order.push_back(3); }, 1));
    order.push_back(1);
  });
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

TEST(SerialExecutor, LeavesTheTurnToWhoeverBegins) {
  SerialExecutor executor(100);
  std::vector<int> order;
  ASSERT_TRUE(executor.begin());
  executor.post([&] { order.push_back(2); });
  order.push_back(1);
  executor.finish();
  EXPECT_EQ(order, (std::vector{1, 2}));
}

TEST(SerialExecutor, RefusesMoreThanAgreedAndTakesItAgainLater) {
  SerialExecutor executor(10);
  int done = 0;
  ASSERT_TRUE(executor.begin());
  EXPECT_TRUE(executor.offer([&] { ++done; }, 10));
  EXPECT_FALSE(executor.offer([&] { ++done; }, 1));
  executor.finish();
  EXPECT_EQ(done, 1);
  ASSERT_TRUE(executor.begin());
  EXPECT_TRUE(executor.offer([&] { ++done; }, 10));
  executor.finish();
  EXPECT_EQ(done, 2);
}

TEST(SerialExecutor, DoesNothingButTheLastOnceItIsClosed) {
  SerialExecutor executor(100);
  std::vector<int> order;
  executor.post([&] {
    executor.post([&] { order.push_back(1); });
    executor.close([&] { order.push_back(2); });
    EXPECT_FALSE(executor.over());
    order.push_back(0);
  });
  EXPECT_EQ(order, (std::vector{0, 2}));
  EXPECT_TRUE(executor.over());
  executor.post([&] { order.push_back(3); });
  EXPECT_TRUE(executor.offer([&] { order.push_back(3); }, 1));
  EXPECT_FALSE(executor.begin());
  executor.close([&] { order.push_back(4); });
  EXPECT_EQ(order, (std::vector{0, 2}));
}

TEST(SerialExecutor, NeverDoesTwoThingsAtOnceAndLosesNone) {
  SerialExecutor executor(1'000'000);
  constexpr int each = 2'000;
  int done = 0;  // not atomic: the executor is what protects it
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < each; ++n) {
        if (executor.begin()) {
          ++done;
          executor.finish();
        } else {
          executor.post([&] { ++done; });
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  executor.close([] {});
  executor.wait();
  EXPECT_EQ(done, 4 * each);
}

TEST(SerialExecutor, WaitsUntilNothingHappensAnyMore) {
  for (int round = 0; round < 200; ++round) {
    SerialExecutor executor(100);
    std::atomic<bool> begun = false;
    std::atomic<int> done = 0;
    std::thread other([&] {
      executor.post([&] {
        begun = true;
        ++done;
      });
      for (int i = 0; i < 20; ++i) executor.post([&] { ++done; });
    });
    while (!begun) std::this_thread::yield();
    executor.close([&] { done = 1'000; });
    executor.wait();
    EXPECT_EQ(done, 1'000);
    other.join();
    EXPECT_EQ(done, 1'000);
  }
}

}  // namespace
}  // namespace telltale::remote
