// SPDX-License-Identifier: Apache-2.0
#pragma once

// Kinds of ASCII characters, whatever the locale.

namespace telltale {

constexpr bool is_small(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_large(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_small(c) || is_large(c); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace telltale
