// SPDX-License-Identifier: Apache-2.0
#pragma once

// Does things later. Code that waits (retries, probes, renewals) is handed a Scheduler, so that
// tests step it by hand and nothing ever sleeps.

#include <chrono>
#include <functional>
#include <memory>

namespace telltale::client {

// Dropping it takes the appointment back; if it is being kept right now, dropping waits for that,
// unless it happens from within.
class ScheduledCall {
 public:
  virtual ~ScheduledCall() = default;
};

class Scheduler {
 public:
  virtual ~Scheduler() = default;
  // Safe to call from any thread, also from within a task. Tasks must not block.
  [[nodiscard]] virtual std::unique_ptr<ScheduledCall> after(std::chrono::milliseconds delay,
                                                             std::function<void()> task) = 0;
};

// One thread of its own keeps all appointments, in the order in which they fall due.
std::unique_ptr<Scheduler> make_thread_scheduler();

}  // namespace telltale::client
