// SPDX-License-Identifier: Apache-2.0
#include "server/flow/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <memory>
#include <semaphore>
#include <set>
#include <stdexcept>
#include <thread>

namespace telltale::server {
namespace {

TEST(Workers, FinishWhatWasQueuedAndTakeNothingMore) {
  std::atomic<int> done = 0;
  Workers workers(3, 100);
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(workers.post([&] { ++done; }));
  workers.finish();
  EXPECT_EQ(done, 50);
  EXPECT_FALSE(workers.post([&] { ++done; }));
}

TEST(Workers, RefuseWhenTheQueueIsFull) {
  std::latch busy(1);
  std::latch go(1);
  Workers workers(1, 2);
  ASSERT_TRUE(workers.post([&] {
    busy.count_down();
    go.wait();
  }));
  busy.wait();
  EXPECT_TRUE(workers.post([] {}));
  EXPECT_TRUE(workers.post([] {}));
  EXPECT_FALSE(workers.post([] {}));
  go.count_down();
}

TEST(Workers, GoOnAfterAJobThatThrewAndCountIt) {
  std::atomic<int> done = 0;
  Workers workers(1, 100);
  ASSERT_TRUE(workers.post([] { throw std::runtime_error("a bug"); }));
  ASSERT_TRUE(workers.post([] { throw 7; }));  // NOLINT(hicpp-exception-baseclass): anything
  ASSERT_TRUE(workers.post([&] { ++done; }));
  workers.finish();
  EXPECT_EQ(done, 1);
  EXPECT_EQ(workers.thrown(), 2U);
}

// What a job holds may be a request that is answered by being dropped.
TEST(Workers, DropWhatAJobHeldBeforeTheyRest) {
  Workers workers(1, 100);
  auto held = std::make_shared<int>(1);
  const std::weak_ptr watched = held;
  ASSERT_TRUE(workers.post([held = std::move(held)] { throw std::runtime_error("a bug"); }));
  while (workers.resting() == 0) std::this_thread::yield();
  EXPECT_TRUE(watched.expired());
}

TEST(Workers, LetTheOneThatRestedLastWorkFirst) {
  constexpr std::size_t threads = 8;
  std::set<std::thread::id> seen;
  Workers workers(threads, 100);
  for (int i = 0; i < 40; ++i) {
    while (workers.resting() < threads) std::this_thread::yield();
    std::binary_semaphore done(0);
    ASSERT_TRUE(workers.post([&] {
      seen.insert(std::this_thread::get_id());
      done.release();
    }));
    done.acquire();
  }
  EXPECT_EQ(seen.size(), 1U);
}

}  // namespace
}  // namespace telltale::server
