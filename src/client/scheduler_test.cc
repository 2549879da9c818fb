// SPDX-License-Identifier: Apache-2.0
#include "client/scheduler.h"

#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "client/transport/transport_for_test.h"

namespace telltale::client {
namespace {

using namespace std::chrono_literals;

TEST(ClientScheduler, KeepsAppointmentsInTheOrderInWhichTheyFallDue) {
  const auto scheduler = make_thread_scheduler();
  std::vector<int> order;
  std::promise<void> done;
  const auto third = scheduler->after(20ms, [&] {
    order.push_back(3);
    done.set_value();
  });
  const auto second = scheduler->after(10ms, [&] { order.push_back(2); });
  const auto first = scheduler->after(-5ms, [&] { order.push_back(1); });
  done.get_future().wait();
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST(ClientScheduler, OfTheSameInstantTheFirstMadeIsKeptFirst) {
  ManualScheduler scheduler;
  std::vector<int> order;
  const auto first = scheduler.after(5ms, [&] { order.push_back(1); });
  const auto second = scheduler.after(5ms, [&] { order.push_back(2); });
  scheduler.advance(5ms);
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

TEST(ClientScheduler, AnAppointmentTakenBackIsNotKept) {
  const auto scheduler = make_thread_scheduler();
  std::atomic<bool> called = false;
  auto appointment = scheduler->after(10ms, [&] { called = true; });
  appointment.reset();
  std::promise<void> later;
  const auto after = scheduler->after(20ms, [&] { later.set_value(); });
  later.get_future().wait();
  EXPECT_FALSE(called);
}

TEST(ClientScheduler, TakingBackWaitsForTheTaskThatRuns) {
  const auto scheduler = make_thread_scheduler();
  std::promise<void> running;
  std::promise<void> may_end;
  std::atomic<bool> ended = false;
  auto appointment = scheduler->after(0ms, [&] {
    running.set_value();
    may_end.get_future().wait();
    ended = true;
  });
  running.get_future().wait();
  std::thread releaser([&] { may_end.set_value(); });
  appointment.reset();
  EXPECT_TRUE(ended);
  releaser.join();
}

TEST(ClientScheduler, ATaskMayTakeItselfBack) {
  const auto scheduler = make_thread_scheduler();
  std::unique_ptr<ScheduledCall> appointment;
  std::promise<void> made;
  std::promise<void> done;
  appointment = scheduler->after(0ms, [&] {
    made.get_future().wait();
    appointment.reset();
    done.set_value();
  });
  made.set_value();
  done.get_future().wait();
  EXPECT_EQ(appointment, nullptr);
}

TEST(ClientScheduler, ATaskMayMakeAppointments) {
  const auto scheduler = make_thread_scheduler();
  std::promise<void> done;
  std::unique_ptr<ScheduledCall> second;
  const auto first =
      scheduler->after(0ms, [&] { second = scheduler->after(1ms, [&] { done.set_value(); }); });
  done.get_future().wait();
  SUCCEED();
}

TEST(ClientScheduler, AppointmentsMayOutliveIt) {
  std::unique_ptr<ScheduledCall> appointment;
  bool called = false;
  {
    const auto scheduler = make_thread_scheduler();
    appointment = scheduler->after(1h, [&] { called = true; });
  }
  appointment.reset();
  EXPECT_FALSE(called);
}

TEST(ClientScheduler, TasksAreDestroyedWithItEvenIfTheyOwnTheirAppointment) {
  const auto owner = std::make_shared<std::unique_ptr<ScheduledCall>>();
  std::weak_ptr<std::unique_ptr<ScheduledCall>> watched = owner;
  {
    const auto scheduler = make_thread_scheduler();
    *owner = scheduler->after(1h, [keeps = owner] {});
    EXPECT_EQ(watched.use_count(), 2);
  }
  EXPECT_EQ(watched.use_count(), 1);
}

TEST(ClientScheduler, AnEarlierAppointmentIsNotDelayedByALaterOne) {
  const auto scheduler = make_thread_scheduler();
  const auto late = scheduler->after(std::chrono::milliseconds::max(), [] {});
  std::promise<void> done;
  const auto early = scheduler->after(1ms, [&] { done.set_value(); });
  done.get_future().wait();
  SUCCEED();
}

TEST(ClientScheduler, ManyThreadsMayMakeAndTakeBack) {
  const auto scheduler = make_thread_scheduler();
  std::atomic<int> kept = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) {
        auto appointment = scheduler->after(std::chrono::milliseconds{i % 3}, [&] { ++kept; });
        if (i % 2 == 0) std::this_thread::yield();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const int at_the_end = kept;
  std::promise<void> done;
  const auto last = scheduler->after(5ms, [&] { done.set_value(); });
  done.get_future().wait();
  EXPECT_EQ(kept, at_the_end);
}

TEST(ClientManualScheduler, StepsTheClockToEveryAppointment) {
  ManualScheduler scheduler;
  std::vector<std::int64_t> seen;
  std::unique_ptr<ScheduledCall> again;
  const auto first = scheduler.after(1500ms, [&] {
    seen.push_back(scheduler.passed().count());
    again = scheduler.after(500ms, [&] { seen.push_back(scheduler.passed().count()); });
  });
  scheduler.advance(10s);
  EXPECT_EQ(seen, (std::vector<std::int64_t>{1500, 2000}));
  EXPECT_EQ(scheduler.clock().now(), ManualScheduler::start + 10s);
  EXPECT_FALSE(scheduler.advance_to_next());
}

}  // namespace
}  // namespace telltale::client
