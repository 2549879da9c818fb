// SPDX-License-Identifier: Apache-2.0
#include "kube/label_syntax.h"

#include <algorithm>

#include "base/text.h"

namespace telltale {
namespace {

constexpr std::size_t name_bytes_max = 63;
constexpr std::size_t prefix_bytes_max = 253;

bool is_lower_or_digit(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
}
bool is_letter_or_digit(char byte) {
  return is_lower_or_digit(byte) || (byte >= 'A' && byte <= 'Z');
}

bool is_name(std::string_view name) {
  return !name.empty() && is_letter_or_digit(name.front()) && is_letter_or_digit(name.back()) &&
         std::ranges::all_of(name, [](char byte) {
           return is_letter_or_digit(byte) || byte == '-' || byte == '_' || byte == '.';
         });
}

bool is_domain_part(std::string_view part) {
  return !part.empty() && is_lower_or_digit(part.front()) && is_lower_or_digit(part.back()) &&
         std::ranges::all_of(part,
                             [](char byte) { return is_lower_or_digit(byte) || byte == '-'; });
}

std::optional<std::string_view> error_in_prefix(std::string_view prefix) {
  if (prefix.size() > prefix_bytes_max) return "its prefix is longer than 253 bytes";
  if (std::ranges::all_of(split(prefix, '.'), is_domain_part)) return std::nullopt;
  return "its prefix must be a domain name in lower case";
}

}  // namespace

std::optional<std::string_view> error_in_label_key(std::string_view key) {
  const std::size_t slash = key.find('/');
  if (slash != std::string_view::npos) {
    if (const auto error = error_in_prefix(key.substr(0, slash))) return error;
    key.remove_prefix(slash + 1);
  }
  if (key.size() > name_bytes_max) return "its name is longer than 63 bytes";
  if (is_name(key)) return std::nullopt;
  return "its name must be letters, digits, '-', '_' and '.', with a letter or digit at both ends";
}

std::optional<std::string_view> error_in_label_value(std::string_view value) {
  if (value.size() > name_bytes_max) return "it is longer than 63 bytes";
  if (value.empty() || is_name(value)) return std::nullopt;
  return "it must be letters, digits, '-', '_' and '.', with a letter or digit at both ends";
}

}  // namespace telltale
