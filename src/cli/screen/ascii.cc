// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/ascii.h"

#include <algorithm>

#include "base/text.h"

namespace telltale::cli {
namespace {

struct Replacement {
  std::string_view character;
  std::string_view ascii;
};

constexpr Replacement replacements[] = {{"✗", "x"}, {"✓", "+"}, {"·", "|"}, {"…", "~"},
                                        {"→", ">"}, {"█", "#"}, {"░", "."}};

std::size_t character_size(std::string_view text) {
  std::size_t size = 1;
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) ++size;
  return size;
}

}  // namespace

std::string to_ascii(std::string_view text) {
  std::string ascii;
  ascii.reserve(text.size());
  while (!text.empty()) {
    const std::string_view character = text.substr(0, character_size(text));
    text.remove_prefix(character.size());
    const auto known = std::ranges::find(replacements, character, &Replacement::character);
    if (static_cast<unsigned char>(character[0]) < 0x80) {
      ascii += character;
    } else if (known != std::end(replacements)) {
      ascii += known->ascii;
    } else {
      ascii.append(display_width(character), '?');
    }
  }
  return ascii;
}

}  // namespace telltale::cli
