// SPDX-License-Identifier: Apache-2.0
#include "server/flow/flow_control.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <thread>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

class FlowControlTest : public testing::Test {
 protected:
  FlowControl::Job job(std::function<void()> run) {
    return {.run = std::move(run),
            .refuse = [this](Refused why) { (why == Refused::QueueFull ? full_ : late_)++; }};
  }
  // One that holds its seat until `go`.
  FlowControl::Job long_job() {
    return job([this] {
      ++busy_;
      go_.wait();
    });
  }
  void wait_until_busy(int many) {
    while (busy_ < many) std::this_thread::yield();
  }

  SteppedClock clock_;
  std::latch go_{1};
  std::atomic<int> busy_ = 0;
  std::atomic<int> done_ = 0;
  std::atomic<int> full_ = 0;
  std::atomic<int> late_ = 0;
};

TEST_F(FlowControlTest, AnotherUserIsServedWhileOneHoldsAllThatTheyMay) {
  FlowControl flows(8, clock_);
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(flows.post({.flow = "greedy"}, long_job()));
  wait_until_busy(6);
  std::latch served(1);
  ASSERT_TRUE(flows.post({.flow = "bystander"}, job([&] { served.count_down(); })));
  served.wait();
  EXPECT_EQ(busy_, 6);
  go_.count_down();
  flows.finish();
  EXPECT_EQ(busy_, 300);
}

TEST_F(FlowControlTest, FinishesWhatWaitsAndTakesNothingMore) {
  FlowControl flows(3, clock_);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(flows.post({.flow = format("{}", i % 7)}, job([this] { ++done_; })));
  }
  flows.finish();
  EXPECT_EQ(done_, 50);
  EXPECT_FALSE(flows.post({.flow = "late"}, job([this] { ++done_; })));
  EXPECT_EQ(full_, 1);
}

TEST_F(FlowControlTest, WhoWaitedTooLongIsRefusedByTheTick) {
  FlowControl flows(1, clock_);
  ASSERT_TRUE(flows.post({.flow = "a"}, long_job()));
  wait_until_busy(1);
  ASSERT_TRUE(flows.post({.flow = "a"}, job([this] { ++done_; })));
  clock_.advance(Seconds(14));
  flows.tick();
  EXPECT_EQ(late_, 0);
  clock_.advance(Seconds(1));
  flows.tick();
  EXPECT_EQ(late_, 1);
  go_.count_down();
  flows.finish();
  EXPECT_EQ(done_, 0);
}

TEST_F(FlowControlTest, ASeatIsGivenBackByAJobThatThrew) {
  FlowControl flows(1, clock_);
  ASSERT_TRUE(flows.post({.flow = "a"}, job([] { throw std::runtime_error("a bug"); })));
  ASSERT_TRUE(flows.post({.flow = "a"}, job([this] { ++done_; })));
  flows.finish();
  EXPECT_EQ(done_, 1);
  EXPECT_EQ(flows.thrown(), 1U);
}

TEST_F(FlowControlTest, WhatIsExemptNeverWaitsForASeat) {
  FlowControl flows(1, clock_);
  ASSERT_TRUE(flows.post({.flow = "a"}, long_job()));
  wait_until_busy(1);
  std::latch served(1);
  ASSERT_TRUE(flows.post({.level = Level::Exempt}, job([&] { served.count_down(); })));
  served.wait();
  go_.count_down();
}

TEST_F(FlowControlTest, TellsHowMuchIsUnderWayAndHowLongItWaited) {
  std::atomic<int> waited = 0;
  FlowControl flows(1, clock_, [&](Level level, std::chrono::nanoseconds time) {
    EXPECT_EQ(level, Level::Workload);
    waited += static_cast<int>(time / std::chrono::seconds(1));
  });
  ASSERT_TRUE(flows.post({.flow = "a"}, long_job()));
  ASSERT_TRUE(flows.post({.flow = "b"}, job([] {})));
  clock_.advance(Seconds(3));
  const auto figures = flows.figures()[static_cast<std::size_t>(Level::Workload)];
  EXPECT_EQ(figures.running, 1U);
  EXPECT_EQ(figures.seats, 1U);
  EXPECT_EQ(figures.waiting, 1U);
  go_.count_down();
  flows.finish();
  EXPECT_EQ(waited, 3);
}

}  // namespace
}  // namespace telltale::server
