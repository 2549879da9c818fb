// SPDX-License-Identifier: Apache-2.0
#pragma once

// Until when a peer must have done what it owes: finish its request, and read what was sent. Times
// are a clock's elapsed(). Changed by the connection; earliest() may be asked from any thread.

#include <atomic>
#include <chrono>
#include <cstdint>

#include "http/server.h"
#include "http/session.h"

namespace telltale::http {

class Deadlines {
 public:
  using Nanoseconds = std::chrono::nanoseconds;
  static constexpr Nanoseconds never = Nanoseconds::max();
  enum class Sending { Free, Stuck, StuckButMoving };

  explicit Deadlines(const Limits& limits) : limits_(limits) {}

  // The peer has this long for whatever comes next: a handshake, or its last bytes.
  void allow(Nanoseconds now, Nanoseconds time);
  // A new stage starts its time anew; bytes that trickle in within a stage do not.
  void enter(Nanoseconds now, const Session::Stage& stage);
  void sending(Nanoseconds now, Sending how);
  void stop();

  Nanoseconds earliest() const { return Nanoseconds(earliest_.load(std::memory_order_relaxed)); }
  // Nothing is owed; the peer merely has not asked for anything else.
  bool is_idle() const;
  // The peer does not read what it is sent.
  bool is_late_to_read(Nanoseconds now) const { return now >= write_; }

 private:
  void update();

  const Limits& limits_;
  Session::Stage stage_;
  bool has_stage_ = false;
  Nanoseconds read_ = never;
  Nanoseconds write_ = never;
  std::atomic<std::int64_t> earliest_ = never.count();
};

}  // namespace telltale::http
