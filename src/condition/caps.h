// SPDX-License-Identifier: Apache-2.0
#pragma once

// The limits the API server puts on conditions. One breach rejects the whole status patch, so text
// is cut here before it is written, and lists are kept short enough.

#include <cstddef>
#include <string_view>

#include "base/arena.h"

namespace telltale {

inline constexpr std::size_t conditions_per_object_max = 32;
inline constexpr std::size_t condition_type_bytes_max = 316;
inline constexpr std::size_t condition_reason_bytes_max = 1024;
inline constexpr std::size_t condition_message_bytes_max = 32768;

// Longer lists cannot come from an API server; comparing two of them would take too long.
inline constexpr std::size_t stored_conditions_max = 1024;

// Whether the API server would take it: an optional lower-case DNS prefix and '/', then a name.
bool valid_type(std::string_view type);
// Letters, digits, '_', and inside also ',' and ':'; begins with a letter; 1 to 1024 bytes.
bool valid_reason(std::string_view reason);

// The text itself when it fits, else a shorter copy that ends in "..." after a whole character.
std::string_view cap_message(std::string_view message, Arena& arena);
// The same, but always a copy: for text that was composed in a buffer.
std::string_view keep_message(std::string_view message, Arena& arena);
// Cut after a whole reason where reasons are joined by commas. Never needs a copy.
std::string_view cap_reason(std::string_view reason);

}  // namespace telltale
