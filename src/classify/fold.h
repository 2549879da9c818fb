// SPDX-License-Identifier: Apache-2.0
#pragma once

// Provider text as the patterns see it. The same error comes wrapped in JSON, Go's %q, Python's
// repr and over several lines; folded, it is the same text, so patterns need not know.

#include <cstddef>
#include <string>
#include <string_view>

namespace telltale {

// Of longer text only the head and the tail are looked at: errors say what they are at the front,
// and wrapped ones at the end.
inline constexpr std::size_t classified_bytes_max = std::size_t{64} << 10;

// Every run of blanks and line breaks becomes one blank, every kind of quotation mark (escaped ones
// too) becomes ', ASCII letters become small, and the escapes \n, \r and \t are taken for what they
// stand for.
std::string fold(std::string_view message);

// The words inside of the codes in a message, since a code is a sentence without blanks: of
// "InsufficientHostCapacity on zone_of_x" it is "; insufficient host capacity ; zone of x". Empty
// when there are none. Names joined by hyphens are names that people gave, and say nothing.
std::string spelled_codes(std::string_view message);

// What the patterns are asked of: the folded message, and behind it its codes as sentences.
std::string readable(std::string_view message);

}  // namespace telltale
