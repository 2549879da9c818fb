// SPDX-License-Identifier: Apache-2.0
#pragma once

// The log of a process that runs for months: one line each, with the time, as text or as JSON.

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

enum class LogFormat : std::uint8_t { Text, Json };

// Safe to share between threads.
class LogLines {
 public:
  LogLines(Output& out, const Clock& clock, LogFormat format)
      : out_(out), clock_(clock), format_(format) {}

  void write(std::string_view message);

 private:
  std::mutex mutex_;
  Output& out_;
  const Clock& clock_;
  LogFormat format_;
};

// "2026-01-01T10:00:00Z Machine d/m1: setting Ready=True" or {"ts":...,"level":"info",...}: a
// message about one object names it in JSON, too.
std::string log_line(std::string_view message, Instant now, LogFormat format);

}  // namespace telltale::cli
