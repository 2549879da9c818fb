// SPDX-License-Identifier: Apache-2.0
#pragma once

// Upper and lower case of ASCII letters, whatever the locale, and blanks around text.

#include <algorithm>
#include <string>
#include <string_view>

namespace telltale {

constexpr char lower_letter(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

inline std::string lower(std::string_view text) {
  std::string lowered(text);
  std::ranges::transform(lowered, lowered.begin(), lower_letter);
  return lowered;
}

constexpr bool same_letters(std::string_view one, std::string_view other) {
  return std::ranges::equal(one, other, {}, lower_letter, lower_letter);
}

constexpr std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace telltale
