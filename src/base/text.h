// SPDX-License-Identifier: Apache-2.0
#pragma once

// Words about words: formatting, lists of names, cutting text where a character ends.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

namespace telltale {

using fmt::format;

std::string join(std::span<const std::string_view> parts, std::string_view separator);
std::string join(std::span<const std::string> parts, std::string_view separator);
std::vector<std::string_view> split(std::string_view text, char separator);

// How many names a sentence lists before it counts the rest.
inline constexpr std::size_t listed_names_max = 3;

// The first `limit` names in ascending order: "a, b, c, ... (2 more)".
std::string list_names(std::vector<std::string_view> names, std::size_t limit = listed_names_max);
// The same where the first few of `total` names are already known, in order.
std::string list_first_names(std::span<const std::string_view> names, std::size_t total);

// "1 Machine", "3 Machines"; the plural is English.
std::string counted(std::size_t count, std::string_view noun);
std::string plural(std::string_view noun);

// At most `bytes_max` bytes, cut where a UTF-8 character ends, with a trailing "..." when cut.
std::string truncate_utf8(std::string_view text, std::size_t bytes_max);
// How many bytes of `text` fit into `bytes_max` without splitting a UTF-8 character.
std::size_t utf8_prefix(std::string_view text, std::size_t bytes_max);

// Text from outside made safe for a terminal: control characters become visible escapes.
std::string printable(std::string_view text);

// The bytes at the front that are one valid character which a terminal obeys instead of showing it,
// beside C0: DEL, C1, marks of direction, line breaks of Unicode. 0 when there is none.
std::size_t steering_prefix(std::string_view text);

// How many terminal cells the text takes: wide characters count two, combining marks none.
std::size_t display_width(std::string_view text);

}  // namespace telltale
