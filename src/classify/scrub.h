// SPDX-License-Identifier: Apache-2.0
#pragma once

// Provider text without what changes from attempt to attempt: request ids, times, durations,
// attempt counters, session names, encoded messages, trace and correlation ids. What names a
// resource stays, since people need it. The same error twice scrubs to the same bytes.

#include <string>
#include <string_view>

namespace telltale {

// Longest text that is shown; A10 allows 512 characters of a provider's error in a message.
inline constexpr std::size_t scrubbed_bytes_max = 512;

// Scrubbed, on one line, without a final period, in time linear in the text.
std::string scrub(std::string_view message);
// The same, cut after a whole character so that it fits a condition's message.
std::string scrub_short(std::string_view message);

}  // namespace telltale
