// SPDX-License-Identifier: Apache-2.0
#pragma once

// Points in time as Kubernetes writes them: whole seconds, UTC. An absent time is `no_time`, which
// sorts before every real one.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace telltale {

using Seconds = std::chrono::seconds;
using Instant = std::chrono::sys_seconds;

inline constexpr Instant no_time = Instant::min();

constexpr bool is_set(Instant instant) { return instant != no_time; }

// Reads RFC 3339 with any offset; a fraction of a second is cut off, as the API server does.
// Nothing for anything else, impossible dates included.
std::optional<Instant> parse_rfc3339(std::string_view text);

std::string format_rfc3339(Instant instant);
// Exactly 20 characters, without allocating: the years 0 to 9999 are all that RFC 3339 can say.
void append_rfc3339(std::string& out, Instant instant);

// Ages as kubectl prints them: 45s, 3m12s, 22m, 3h2m, 47h, 12d, 2y30d. Never negative.
std::string format_age(Seconds age);

// Go's way of printing a duration that is whole seconds: 5m0s, 1h0m0s, 40s.
std::string format_duration(Seconds duration);

}  // namespace telltale
