// SPDX-License-Identifier: Apache-2.0
#include "json/hidden_characters.h"

#include <algorithm>

#include "base/text.h"

namespace telltale::json {

void append_code(std::string& out, std::string_view character) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(character[at]); };
  unsigned code = byte(0);
  if (character.size() == 2) code = (byte(0) & 0x1FU) << 6 | (byte(1) & 0x3FU);
  if (character.size() == 3) {
    code = (byte(0) & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
  }
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += digits[code >> shift & 15U];
}

void escape_hidden(std::string& json_text, std::size_t start) {
  const std::string_view text = std::string_view(json_text).substr(start);
  const auto is_plain = [](char byte) { return static_cast<unsigned char>(byte) < 0x7F; };
  if (std::ranges::all_of(text, is_plain)) return;
  std::string escaped;
  escaped.reserve(text.size() + 16);
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t hidden = steering_prefix(rest);
    if (hidden > 0) append_code(escaped, rest.substr(0, hidden));
    if (hidden == 0) escaped += rest.front();
    rest.remove_prefix(std::max<std::size_t>(hidden, 1));
  }
  json_text.replace(start, std::string::npos, escaped);
}

}  // namespace telltale::json
