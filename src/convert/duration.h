// SPDX-License-Identifier: Apache-2.0
#pragma once

// Durations as Go writes them, "1h30m0s", which v1beta1 has where v1beta2 counts seconds.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace telltale::convert {

// In nanoseconds. Nothing for text that is no duration, or one that Go could not hold.
std::optional<std::int64_t> parse_duration(std::string_view text);

// Whole seconds: a fraction is cut off, and what an int32 cannot hold is capped.
std::int32_t whole_seconds(std::int64_t nanoseconds);

// "10m0s"; negative ones too.
std::string duration_text(std::int32_t seconds);

}  // namespace telltale::convert
