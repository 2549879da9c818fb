// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the thread of a command waits on: something happened elsewhere, somebody pressed Ctrl-C or
// made the terminal another size, or time is up.

#include <chrono>
#include <cstdint>

namespace telltale::cli {

class Bell {
 public:
  // Heard: SIGINT and SIGTERM end nothing any more, they ring, and so does SIGWINCH. Threads that
  // are started later leave them to us, so a Bell that hears comes before them.
  enum class Signals : std::uint8_t { Unheard, Heard };
  enum class Rang : std::uint8_t { Change, Resize, Interrupt, Timeout };

  explicit Bell(Signals signals);
  ~Bell();
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;

  // From any thread. Rings that nobody has heard yet are one.
  void ring();
  // For the one thread that waits. A negative timeout waits for ever.
  Rang wait(std::chrono::milliseconds timeout);

 private:
  int ring_fd_ = -1;
  int signal_fd_ = -1;
};

}  // namespace telltale::cli
