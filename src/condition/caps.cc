// SPDX-License-Identifier: Apache-2.0
#include "condition/caps.h"

#include <algorithm>

#include "base/text.h"

namespace telltale {
namespace {

// The locale has no say in what an ASCII letter is.
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z'); }
constexpr bool is_word(char c) { return is_letter(c) || is_digit(c); }

bool is_dns_label(std::string_view label) {
  const auto inner = [](char c) { return is_lower(c) || is_digit(c) || c == '-'; };
  return !label.empty() && label.front() != '-' && label.back() != '-' &&
         std::ranges::all_of(label, inner);
}

bool is_dns_name(std::string_view name) {
  for (;;) {
    const std::size_t dot = name.find('.');
    if (!is_dns_label(name.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    name.remove_prefix(dot + 1);
  }
}

bool is_type_name(std::string_view name) {
  const auto inner = [](char c) { return is_word(c) || c == '-' || c == '_' || c == '.'; };
  return !name.empty() && is_word(name.front()) && is_word(name.back()) &&
         std::ranges::all_of(name, inner);
}

constexpr bool ends_reason(char c) { return is_word(c) || c == '_'; }

}  // namespace

bool valid_type(std::string_view type) {
  if (type.size() > condition_type_bytes_max) return false;
  const std::size_t slash = type.find('/');
  if (slash == std::string_view::npos) return is_type_name(type);
  return is_dns_name(type.substr(0, slash)) && is_type_name(type.substr(slash + 1));
}

bool valid_reason(std::string_view reason) {
  const auto inner = [](char c) { return ends_reason(c) || c == ',' || c == ':'; };
  return !reason.empty() && reason.size() <= condition_reason_bytes_max &&
         is_letter(reason.front()) && ends_reason(reason.back()) &&
         std::ranges::all_of(reason, inner);
}

std::string_view cap_message(std::string_view message, Arena& arena) {
  return message.size() <= condition_message_bytes_max ? message : keep_message(message, arena);
}

std::string_view keep_message(std::string_view message, Arena& arena) {
  if (message.size() <= condition_message_bytes_max) return arena.keep(message);
  return arena.keep(truncate_utf8(message, condition_message_bytes_max));
}

std::string_view cap_reason(std::string_view reason) {
  if (reason.size() <= condition_reason_bytes_max) return reason;
  const std::size_t comma = reason.rfind(',', condition_reason_bytes_max);
  if (comma != std::string_view::npos && comma > 0) {
    reason = reason.substr(0, comma);
  } else {
    reason = reason.substr(0, utf8_prefix(reason, condition_reason_bytes_max));
  }
  // A cut inside "a::b" must not leave the pattern broken at the end.
  while (reason.ends_with(':') || reason.ends_with(',')) reason.remove_suffix(1);
  return reason;
}

}  // namespace telltale
