// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

#include <cstdint>

namespace telltale {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

struct Lead {
  std::uint8_t first;
  std::uint8_t last;
  std::size_t bytes;
  std::uint8_t second_first;  // what may follow; the others rule out overlong forms and surrogates
  std::uint8_t second_last;
};

constexpr Lead leads[] = {
    {0x00, 0x7F, 1, 0, 0},       {0xC2, 0xDF, 2, 0x80, 0xBF}, {0xE0, 0xE0, 3, 0xA0, 0xBF},
    {0xE1, 0xEC, 3, 0x80, 0xBF}, {0xED, 0xED, 3, 0x80, 0x9F}, {0xEE, 0xEF, 3, 0x80, 0xBF},
    {0xF0, 0xF0, 4, 0x90, 0xBF}, {0xF1, 0xF3, 4, 0x80, 0xBF}, {0xF4, 0xF4, 4, 0x80, 0x8F},
};

}  // namespace

std::size_t utf8_character_size(std::string_view text) {
  if (text.empty()) return 0;
  const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  for (const Lead& lead : leads) {
    if (at(0) < lead.first || at(0) > lead.last) continue;
    if (lead.bytes == 1) return 1;
    if (text.size() < lead.bytes) return 0;
    if (at(1) < lead.second_first || at(1) > lead.second_last) return 0;
    for (std::size_t i = 2; i < lead.bytes; ++i) {
      if (at(i) < 0x80 || at(i) > 0xBF) return 0;
    }
    return lead.bytes;
  }
  return 0;
}

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t size = utf8_character_size(bytes);
    if (size == 0) return false;
    bytes.remove_prefix(size);
  }
  return true;
}

std::string valid_utf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const std::size_t size = utf8_character_size(bytes);
    text += size == 0 ? replacement : bytes.substr(0, size);
    bytes.remove_prefix(size == 0 ? 1 : size);
  }
  return text;
}

}  // namespace telltale
