// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bytes from outside as UTF-8: JSON must be, protobuf strings and files of strangers may be
// anything. Well-formed means no overlong forms, no surrogates, nothing beyond U+10FFFF.

#include <cstddef>
#include <string>
#include <string_view>

namespace telltale {

// How many bytes the character at the front of `text` takes; zero where there is none.
std::size_t utf8_character_size(std::string_view text);

bool is_utf8(std::string_view bytes);

// Every byte that belongs to no character becomes U+FFFD, the sign for that.
std::string valid_utf8(std::string_view bytes);

}  // namespace telltale
