// SPDX-License-Identifier: Apache-2.0
#include "remote/deferred_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "client/transport/transport_for_test.h"

namespace telltale::remote {
namespace {

using namespace std::chrono_literals;

TEST(DeferredQueue, DoesThingsAMomentLaterAndInOrder) {
  client::ManualScheduler time;
  DeferredQueue deferred(time);
  std::vector<int> order;
  deferred.run([&] {
    order.push_back(1);
    deferred.run([&] { order.push_back(3); });
  });
  deferred.run([&] { order.push_back(2); });
  EXPECT_TRUE(order.empty());
  time.advance(0ms);
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
  EXPECT_EQ(time.appointments(), 0U);
}

TEST(DeferredQueue, WorksAsOftenAsNeeded) {
  client::ManualScheduler time;
  DeferredQueue deferred(time);
  int done = 0;
  for (int i = 1; i <= 3; ++i) {
    deferred.run([&] { ++done; });
    time.advance(0ms);
    EXPECT_EQ(done, i);
  }
}

TEST(DeferredQueue, DropsWhatWasNotDoneWhenItGoes) {
  client::ManualScheduler time;
  std::optional<DeferredQueue> deferred(std::in_place, time);
  const auto held = std::make_shared<const int>(7);
  bool done = false;
  deferred->run([held, &done] { done = true; });
  EXPECT_EQ(held.use_count(), 2);
  deferred.reset();
  EXPECT_EQ(held.use_count(), 1);
  time.advance(1s);
  EXPECT_FALSE(done);
}

TEST(DeferredQueue, EndsWhileTheSchedulerIsAtIt) {
  for (int round = 0; round < 200; ++round) {
    const auto scheduler = client::make_thread_scheduler();
    int done = 0;  // not atomic: who has destroyed it may look
    {
      DeferredQueue deferred(*scheduler);
      for (int i = 0; i < 10; ++i) deferred.run([&] { ++done; });
    }
    EXPECT_LE(done, 10);
  }
}

}  // namespace
}  // namespace telltale::remote
