// SPDX-License-Identifier: Apache-2.0

// The part of text.h that looks inside UTF-8. Text from outside may be broken anywhere: a byte that
// belongs to no character is a character of its own, never a reason to stop.

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "base/text.h"

namespace telltale {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// clang-format off
// Drawn over the character before them, or not at all. Marks of the scripts that names and cloud
// errors are seen in; a script left out only costs alignment.
constexpr std::array no_cells{
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD}, Range{0x05BF, 0x05BF},
    Range{0x05C1, 0x05C2}, Range{0x05C4, 0x05C5}, Range{0x05C7, 0x05C7}, Range{0x0610, 0x061A},
    Range{0x061C, 0x061C}, Range{0x064B, 0x065F}, Range{0x0670, 0x0670}, Range{0x06D6, 0x06DC},
    Range{0x06DF, 0x06E4}, Range{0x06E7, 0x06E8}, Range{0x06EA, 0x06ED}, Range{0x0900, 0x0902},
    Range{0x093A, 0x093A}, Range{0x093C, 0x093C}, Range{0x0941, 0x0948}, Range{0x094D, 0x094D},
    Range{0x0951, 0x0957}, Range{0x0E31, 0x0E31}, Range{0x0E34, 0x0E3A}, Range{0x0E47, 0x0E4E},
    Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF}, Range{0x200B, 0x200F}, Range{0x202A, 0x202E},
    Range{0x2060, 0x206F}, Range{0x20D0, 0x20F0}, Range{0x302A, 0x302D}, Range{0x3099, 0x309A},
    Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}, Range{0xFEFF, 0xFEFF}, Range{0xE0001, 0xE01EF},
};

// Unicode's East Asian Wide and Fullwidth, which include the emoji that are pictures by default.
constexpr std::array two_cells{
    Range{0x1100, 0x115F},   Range{0x231A, 0x231B},   Range{0x2329, 0x232A},
    Range{0x23E9, 0x23EC},   Range{0x23F0, 0x23F0},   Range{0x23F3, 0x23F3},
    Range{0x25FD, 0x25FE},   Range{0x2614, 0x2615},   Range{0x2648, 0x2653},
    Range{0x267F, 0x267F},   Range{0x2693, 0x2693},   Range{0x26A1, 0x26A1},
    Range{0x26AA, 0x26AB},   Range{0x26BD, 0x26BE},   Range{0x26C4, 0x26C5},
    Range{0x26CE, 0x26CE},   Range{0x26D4, 0x26D4},   Range{0x26EA, 0x26EA},
    Range{0x26F2, 0x26F3},   Range{0x26F5, 0x26F5},   Range{0x26FA, 0x26FA},
    Range{0x26FD, 0x26FD},   Range{0x2705, 0x2705},   Range{0x270A, 0x270B},
    Range{0x2728, 0x2728},   Range{0x274C, 0x274C},   Range{0x274E, 0x274E},
    Range{0x2753, 0x2755},   Range{0x2757, 0x2757},   Range{0x2795, 0x2797},
    Range{0x27B0, 0x27B0},   Range{0x27BF, 0x27BF},   Range{0x2B1B, 0x2B1C},
    Range{0x2B50, 0x2B50},   Range{0x2B55, 0x2B55},   Range{0x2E80, 0x303E},
    Range{0x3041, 0x3247},   Range{0x3250, 0x4DBF},   Range{0x4E00, 0xA4CF},
    Range{0xA960, 0xA97F},   Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},
    Range{0xFE10, 0xFE19},   Range{0xFE30, 0xFE6F},   Range{0xFF01, 0xFF60},
    Range{0xFFE0, 0xFFE6},   Range{0x16FE0, 0x18DFF}, Range{0x1AFF0, 0x1B2FF},
    Range{0x1F004, 0x1F004}, Range{0x1F0CF, 0x1F0CF}, Range{0x1F18E, 0x1F18E},
    Range{0x1F191, 0x1F19A}, Range{0x1F200, 0x1F320}, Range{0x1F32D, 0x1F335},
    Range{0x1F337, 0x1F37C}, Range{0x1F37E, 0x1F393}, Range{0x1F3A0, 0x1F3CA},
    Range{0x1F3CF, 0x1F3D3}, Range{0x1F3E0, 0x1F3F0}, Range{0x1F3F4, 0x1F3F4},
    Range{0x1F3F8, 0x1F43E}, Range{0x1F440, 0x1F440}, Range{0x1F442, 0x1F4FC},
    Range{0x1F4FF, 0x1F53D}, Range{0x1F54B, 0x1F54E}, Range{0x1F550, 0x1F567},
    Range{0x1F57A, 0x1F57A}, Range{0x1F595, 0x1F596}, Range{0x1F5A4, 0x1F5A4},
    Range{0x1F5FB, 0x1F64F}, Range{0x1F680, 0x1F6C5}, Range{0x1F6CC, 0x1F6CC},
    Range{0x1F6D0, 0x1F6D2}, Range{0x1F6D5, 0x1F6DF}, Range{0x1F6EB, 0x1F6EC},
    Range{0x1F6F4, 0x1F6FC}, Range{0x1F7E0, 0x1F7F0}, Range{0x1F90C, 0x1F93A},
    Range{0x1F93C, 0x1F945}, Range{0x1F947, 0x1F9FF}, Range{0x1FA70, 0x1FAFF},
    Range{0x20000, 0x3FFFD},
};

// Characters that steer a terminal or the order of what is read, beside C0, DEL and C1.
constexpr std::array steering{
    Range{0x061C, 0x061C}, Range{0x200E, 0x200F}, Range{0x2028, 0x202E}, Range{0x2066, 0x2069},
};
// clang-format on

constexpr bool ascending(std::span<const Range> ranges) {
  return std::ranges::is_sorted(
      ranges, [](const Range& left, const Range& right) { return left.last < right.first; });
}
static_assert(ascending(no_cells) && ascending(two_cells) && ascending(steering));

bool within(std::span<const Range> ranges, char32_t character) {
  const auto range = std::ranges::lower_bound(ranges, character, {}, &Range::last);
  return range != ranges.end() && range->first <= character;
}

struct Character {
  char32_t code = 0;
  std::size_t size = 1;
  bool valid = false;
};

unsigned char byte_at(std::string_view text, std::size_t index) {
  return static_cast<unsigned char>(text[index]);
}

bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

std::size_t size_by_lead(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

// The character at the start of a text that is not empty.
Character first_character(std::string_view text) {
  const unsigned char lead = byte_at(text, 0);
  const std::size_t size = size_by_lead(lead);
  if (size == 1) return {lead, 1, true};
  const Character broken{lead, 1, false};
  if (size == 0 || size > text.size()) return broken;

  char32_t code = lead & (0x7FU >> size);
  for (std::size_t index = 1; index < size; ++index) {
    if (!is_continuation(byte_at(text, index))) return broken;
    code = code << 6 | (byte_at(text, index) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < smallest[size] || surrogate || code > 0x10FFFF) return broken;
  return {code, size, true};
}

void append_escape(std::string& out, const Character& character) {
  if (character.valid && character.code == '\n') {
    out += "\\n";
  } else if (character.valid && character.code == '\t') {
    out += "\\t";
  } else if (character.valid && character.code == '\r') {
    out += "\\r";
  } else {
    const auto number = static_cast<std::uint32_t>(character.code);
    out += character.size == 1 ? format("\\x{:02x}", number) : format("\\u{:04x}", number);
  }
}

bool steers(const Character& character) {
  const char32_t code = character.code;
  return !character.valid || code < 0x20 || (code >= 0x7F && code < 0xA0) || within(steering, code);
}

bool is_plain_ascii(char byte) { return byte >= 0x20 && byte < 0x7F; }

}  // namespace

std::size_t utf8_prefix(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text.size();
  // A character that straddles the limit began at most three bytes before it.
  const std::size_t earliest = bytes_max < 3 ? 0 : bytes_max - 3;
  for (std::size_t start = bytes_max; start-- > earliest;) {
    if (is_continuation(byte_at(text, start))) continue;
    const bool straddles = start + first_character(text.substr(start)).size > bytes_max;
    return straddles ? start : bytes_max;
  }
  return bytes_max;
}

std::string truncate_utf8(std::string_view text, std::size_t bytes_max) {
  constexpr std::string_view dots = "...";
  if (text.size() <= bytes_max) return std::string(text);
  if (bytes_max < dots.size()) return std::string(text.substr(0, utf8_prefix(text, bytes_max)));
  std::string cut(text.substr(0, utf8_prefix(text, bytes_max - dots.size())));
  return cut += dots;
}

std::string printable(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const auto plain = std::ranges::find_if_not(text, is_plain_ascii) - text.begin();
    safe += text.substr(0, static_cast<std::size_t>(plain));
    text.remove_prefix(static_cast<std::size_t>(plain));
    if (text.empty()) break;

    const Character character = first_character(text);
    if (steers(character)) {
      append_escape(safe, character);
    } else {
      safe += text.substr(0, character.size);
    }
    text.remove_prefix(character.size);
  }
  return safe;
}

std::size_t steering_prefix(std::string_view text) {
  if (text.empty() || byte_at(text, 0) < 0x7F) return 0;
  const Character character = first_character(text);
  return character.valid && steers(character) ? character.size : 0;
}

std::size_t display_width(std::string_view text) {
  std::size_t cells = 0;
  while (!text.empty()) {
    const Character character = first_character(text);
    text.remove_prefix(character.size);
    if (character.code < 0x300 || !character.valid) {
      cells += 1;
    } else if (!within(no_cells, character.code)) {
      cells += within(two_cells, character.code) ? 2 : 1;
    }
  }
  return cells;
}

}  // namespace telltale
