// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/values.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "base/text.h"
#include "convert/duration.h"

namespace telltale::cli {

Result<Seconds> read_duration(std::string_view flag, std::string_view typed) {
  const std::optional<std::int64_t> nanoseconds = convert::parse_duration(typed);
  if (nanoseconds && *nanoseconds > 0) {
    return std::chrono::duration_cast<Seconds>(std::chrono::nanoseconds(*nanoseconds));
  }
  return usage(format("{} {} is not a duration such as 40s or 5m", flag, printable(typed)));
}

std::optional<std::chrono::milliseconds> parse_milliseconds(std::string_view typed) {
  using std::chrono::milliseconds;
  const std::optional<std::int64_t> nanoseconds = convert::parse_duration(typed);
  if (!nanoseconds) return std::nullopt;
  const auto rounded =
      std::chrono::duration_cast<milliseconds>(std::chrono::nanoseconds(*nanoseconds));
  return *nanoseconds > 0 ? std::max(rounded, milliseconds(1)) : rounded;
}

Result<Instant> read_now(std::string_view typed) {
  const std::optional<Instant> now = parse_rfc3339(typed);
  if (now) return *now;
  return usage(
      format("--now {} is not an RFC 3339 time such as 2026-01-01T10:07:00Z", printable(typed)));
}

}  // namespace telltale::cli
