// SPDX-License-Identifier: Apache-2.0
#pragma once

// The door to the workers: what is asked for waits here for its turn (fair_queue.h), and begins
// when there are seats for it. There are never more seats taken than there are threads, so nothing
// waits behind this door a second time. Safe to share between threads.

#include <array>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "server/flow/fair_queue.h"
#include "server/flow/workers.h"

namespace telltale::server {

class FlowControl {
 public:
  using Job = FairQueue::Job;
  // Told how long a request waited, when it begins.
  using Waited = std::function<void(Level level, std::chrono::nanoseconds waited)>;

  // As many seats as `seats`, and one more thread for what is exempt.
  FlowControl(std::size_t seats, const Clock& clock, Waited waited = {});
  ~FlowControl();
  FlowControl(const FlowControl&) = delete;
  FlowControl& operator=(const FlowControl&) = delete;

  // One of its functions is called, once: `refuse` at once, on this thread, or later by `tick`;
  // `run` on a worker. False when it was refused at once. Takes no lock but its own.
  bool post(const Demand& demand, Job job);
  // Refuses what has waited too long. To be called about every second.
  void tick();
  // Nothing new is taken; returns when what waits is done.
  void finish();

  using Figures = std::array<FairQueue::Figures, levels_count>;  // by level
  Figures figures() const;
  // Jobs that threw.
  std::uint64_t thrown() const { return workers_.thrown(); }

 private:
  using Started = FairQueue::Started;

  void hand_over(std::vector<Started> started);
  std::vector<Started> startable();
  std::vector<Started> end(const Started& started);
  void work(Started started);

  const Clock& clock_;
  const Waited waited_;
  mutable std::mutex mutex_;
  std::condition_variable idle_;
  FairQueue queue_;
  bool is_ending_ = false;
  Workers workers_;
};

}  // namespace telltale::server
