// SPDX-License-Identifier: Apache-2.0
#pragma once

// For fuzzers: what an input of so many bytes may cost. A fuzzer that only looks for hangs finds
// quadratic work when it is too late; this stops at the first input that costs too much for its
// size. Generous, because sanitizers and busy machines slow everything down: ordinary work stays
// far below it.

#include <chrono>
#include <cstddef>

#include "base/check.h"
#include "base/clock.h"

namespace telltale {

class TimePerByte {
 public:
  explicit TimePerByte(std::size_t bytes)
      : limit_(std::chrono::seconds{1} + bytes * std::chrono::microseconds{50}),
        begun_(cpu_time()) {}
  ~TimePerByte() {
    check(cpu_time() - begun_ <= limit_, "an input costs no more than its bytes allow");
  }
  TimePerByte(const TimePerByte&) = delete;
  TimePerByte& operator=(const TimePerByte&) = delete;

 private:
  std::chrono::nanoseconds limit_;
  std::chrono::nanoseconds begun_;
};

}  // namespace telltale
