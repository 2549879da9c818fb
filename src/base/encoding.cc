// SPDX-License-Identifier: Apache-2.0
#include "base/encoding.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace telltale {
namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::string_view base64_letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t group_bytes = 3;
constexpr std::size_t group_letters = 4;

std::uint32_t octet_at(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
}

std::string without_line_breaks(std::string_view text) {
  std::string kept;
  kept.reserve(text.size());
  for (const char letter : text)
    if (letter != '\n' && letter != '\r') kept.push_back(letter);
  return kept;
}

// How many of the last group's letters are padding; nothing when padding stands elsewhere.
std::optional<std::size_t> padding_of(std::string_view text) {
  if (text.size() % group_letters != 0) return std::nullopt;
  const std::size_t first = text.find('=');
  if (first == std::string_view::npos) return 0;
  const std::size_t padding = text.size() - first;
  const bool only_padding = text.find_first_not_of('=', first) == std::string_view::npos;
  if (!only_padding || padding >= group_bytes) return std::nullopt;
  return padding;
}

}  // namespace

std::string to_hex(std::string_view bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char letter : bytes) {
    const auto byte = static_cast<unsigned char>(letter);
    text += hex_digits[byte >> 4U];
    text += hex_digits[byte & 15U];
  }
  return text;
}

std::optional<std::string> from_hex(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t index = 0; index < digits.size(); index += 2) {
    const auto high = hex_digits.find(digits[index]);
    const auto low = hex_digits.find(digits[index + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    bytes += static_cast<char>(high << 4U | low);
  }
  return bytes;
}

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + group_bytes - 1) / group_bytes * group_letters);
  for (std::size_t at = 0; at < bytes.size(); at += group_bytes) {
    const std::uint32_t group =
        octet_at(bytes, at) << 16U | octet_at(bytes, at + 1) << 8U | octet_at(bytes, at + 2);
    const std::size_t present = std::min(group_bytes, bytes.size() - at);
    for (std::size_t letter = 0; letter < group_letters; ++letter)
      text.push_back(letter <= present ? base64_letters[group >> (18 - 6 * letter) & 63U] : '=');
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view broken_lines) {
  const std::string text = without_line_breaks(broken_lines);
  const auto padding = padding_of(text);
  if (!padding) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / group_letters * group_bytes);
  std::uint32_t group = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t value = text[at] == '=' ? 0 : base64_letters.find(text[at]);
    if (value == std::string_view::npos) return std::nullopt;
    group = group << 6U | static_cast<std::uint32_t>(value);
    if (at % group_letters != group_letters - 1) continue;
    for (const unsigned shift : {16U, 8U, 0U})
      bytes.push_back(static_cast<char>(group >> shift & 0xFFU));
    group = 0;
  }
  bytes.erase(bytes.size() - *padding);
  return bytes;
}

}  // namespace telltale
