// SPDX-License-Identifier: Apache-2.0
#pragma once

// Commands that run until they are told to stop: the signals that tell them.

#include <signal.h>

#include <chrono>
#include <functional>
#include <string_view>

#include "cli/command_line/exit_code.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

// Blocked before any thread starts, so that every thread inherits it and only the StopSignal sees
// them.
class StopSignal {
 public:
  StopSignal();

  // Returns at SIGINT or SIGTERM, or when request() was called. SIGHUP calls `on_hangup` and goes
  // on; `on_tick`, if there is one, is called about every `tick`.
  void wait(const std::function<void()>& on_hangup, const std::function<void()>& on_tick = {},
            std::chrono::milliseconds tick = std::chrono::milliseconds(1000)) const;
  // From any thread.
  static void request();

 private:
  sigset_t signals_{};
};

// Says on standard error what made such a command impossible.
ExitCode refuse_to_run(const Streams& streams, std::string_view detail);

// As many connections at once as the system lets us have.
void allow_many_files();

}  // namespace telltale::cli
