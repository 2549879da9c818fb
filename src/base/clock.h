// SPDX-License-Identifier: Apache-2.0
#pragma once

// The only door to the wall clock. Rooms that need the time are handed a Clock, so that tests and
// the simulator can step it by hand.

#include <chrono>

#include "base/instant.h"

namespace telltale {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant now() const = 0;
  // For measuring how long something took; never for deciding what is true of the world.
  virtual std::chrono::nanoseconds elapsed() const = 0;
};

// Safe to share between threads.
class SystemClock final : public Clock {
 public:
  Instant now() const override;
  std::chrono::nanoseconds elapsed() const override;
};

// The processor time that this process has taken: what tests, benchmarks and fuzzers hold against
// limits, because it does not grow while others are busy.
std::chrono::nanoseconds cpu_time();

// Stands still until told otherwise. Not safe to share between threads.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(Instant start) : now_(start) {}
  Instant now() const override { return now_; }
  std::chrono::nanoseconds elapsed() const override { return now_.time_since_epoch(); }
  void advance(Seconds by) { now_ += by; }

 private:
  Instant now_;
};

}  // namespace telltale
