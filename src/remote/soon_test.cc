// SPDX-License-Identifier: Apache-2.0
#include "remote/soon.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "client/transport_for_test.h"

namespace telltale::remote {
namespace {

using namespace std::chrono_literals;

TEST(Soon, DoesThingsAMomentLaterAndInOrder) {
  client::ManualScheduler time;
  Soon soon(time);
  std::vector<int> order;
  soon.run([&] {
    order.push_back(1);
    soon.run([&] { order.push_back(3); });
  });
  soon.run([&] { order.push_back(2); });
  EXPECT_TRUE(order.empty());
  time.advance(0ms);
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
  EXPECT_EQ(time.appointments(), 0U);
}

TEST(Soon, WorksAsOftenAsNeeded) {
  client::ManualScheduler time;
  Soon soon(time);
  int done = 0;
  for (int i = 1; i <= 3; ++i) {
    soon.run([&] { ++done; });
    time.advance(0ms);
    EXPECT_EQ(done, i);
  }
}

TEST(Soon, DropsWhatWasNotDoneWhenItGoes) {
  client::ManualScheduler time;
  std::optional<Soon> soon(std::in_place, time);
  const auto held = std::make_shared<const int>(7);
  bool done = false;
  soon->run([held, &done] { done = true; });
  EXPECT_EQ(held.use_count(), 2);
  soon.reset();
  EXPECT_EQ(held.use_count(), 1);
  time.advance(1s);
  EXPECT_FALSE(done);
}

TEST(Soon, EndsWhileTheSchedulerIsAtIt) {
  for (int round = 0; round < 200; ++round) {
    const auto scheduler = client::make_thread_scheduler();
    int done = 0;  // not atomic: who has destroyed it may look
    {
      Soon soon(*scheduler);
      for (int i = 0; i < 10; ++i) soon.run([&] { ++done; });
    }
    EXPECT_LE(done, 10);
  }
}

}  // namespace
}  // namespace telltale::remote
