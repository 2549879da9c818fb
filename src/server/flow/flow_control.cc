// SPDX-License-Identifier: Apache-2.0
#include "server/flow/flow_control.h"

#include <memory>
#include <utility>

#include "base/check.h"

namespace telltale::server {
namespace {

// More than can ever have begun: seats, and what is exempt.
constexpr std::size_t begun_max = 4096;

}  // namespace

FlowControl::FlowControl(std::size_t seats, const Clock& clock, Waited waited)
    : clock_(clock),
      waited_(std::move(waited)),
      queue_(fair_limits(seats)),
      workers_(seats + 1, begun_max) {}

FlowControl::~FlowControl() { finish(); }

bool FlowControl::post(const Demand& demand, Job job) {
  std::vector<Started> started;
  {
    const std::lock_guard lock(mutex_);
    if (!is_ending_ && queue_.push(demand, job, clock_.elapsed())) {
      job = {};
      started = startable();
    }
  }
  if (job.run) {
    if (job.refuse) job.refuse(Refused::QueueFull);
    return false;
  }
  hand_over(std::move(started));
  return true;
}

// With the mutex held.
std::vector<FlowControl::Started> FlowControl::startable() {
  std::vector<Started> started;
  while (auto next = queue_.start(clock_.elapsed())) started.push_back(std::move(*next));
  return started;
}

void FlowControl::hand_over(std::vector<Started> started) {
  for (Started& one : started) {
    if (waited_) waited_(one.level, one.waited);
    // A function must be one that can be copied; this one never is.
    const bool taken = workers_.post(
        [this, held = std::make_shared<Started>(std::move(one))] { work(std::move(*held)); });
    check(taken, "there is a worker for every seat");
  }
}

std::vector<FlowControl::Started> FlowControl::end(const Started& started) {
  const std::lock_guard lock(mutex_);
  queue_.finish(started, clock_.elapsed());
  if (is_ending_ && queue_.idle()) idle_.notify_all();
  return startable();
}

// On a worker, which goes on with what may begin by its end instead of waking another.
void FlowControl::work(Started started) {
  while (true) {
    try {
      started.job.run();
    } catch (...) {
      started.job = {};
      hand_over(end(started));
      throw;  // the workers count it
    }
    started.job = {};  // what it holds may answer when it is dropped: not with the lock held
    std::vector<Started> next = end(started);
    if (next.empty()) return;
    started = std::move(next.back());
    next.pop_back();
    if (waited_) waited_(started.level, started.waited);
    hand_over(std::move(next));
  }
}

void FlowControl::tick() {
  std::vector<Job> late;
  std::vector<Started> started;
  {
    const std::lock_guard lock(mutex_);
    late = queue_.take_late(clock_.elapsed());
    started = startable();  // what stood behind a wide one that has given up
    if (is_ending_ && queue_.idle()) idle_.notify_all();
  }
  hand_over(std::move(started));
  for (const Job& job : late) job.refuse(Refused::TimeOut);
}

void FlowControl::finish() {
  {
    std::unique_lock lock(mutex_);
    is_ending_ = true;
    idle_.wait(lock, [&] { return queue_.idle(); });
  }
  workers_.finish();
}

FlowControl::Figures FlowControl::figures() const {
  const std::lock_guard lock(mutex_);
  Figures all;
  for (const Level level : every_level) {
    all[static_cast<std::size_t>(level)] = queue_.figures(level);
  }
  return all;
}

}  // namespace telltale::server
