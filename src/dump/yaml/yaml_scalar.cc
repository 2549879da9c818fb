// SPDX-License-Identifier: Apache-2.0
#include "dump/yaml/yaml_scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

#include "base/text.h"

namespace telltale::dump {
namespace {

using namespace std::string_view_literals;
using Type = Scalar::Type;

constexpr std::array null_words = {""sv, "~"sv, "null"sv, "Null"sv, "NULL"sv};
constexpr std::array true_words = {"y"sv,    "Y"sv,    "yes"sv, "Yes"sv, "YES"sv, "true"sv,
                                   "True"sv, "TRUE"sv, "on"sv,  "On"sv,  "ON"sv};
constexpr std::array false_words = {"n"sv,     "N"sv,     "no"sv,  "No"sv,  "NO"sv, "false"sv,
                                    "False"sv, "FALSE"sv, "off"sv, "Off"sv, "OFF"sv};
constexpr std::array endless_words = {".nan"sv,  ".NaN"sv,  ".NAN"sv,  ".inf"sv,
                                      ".Inf"sv,  ".INF"sv,  "+.inf"sv, "+.Inf"sv,
                                      "+.INF"sv, "-.inf"sv, "-.Inf"sv, "-.INF"sv};
constexpr std::size_t longest_word = 5;
constexpr std::uint64_t lowest_magnitude = std::uint64_t{1} << 63;

template <std::size_t count>
bool is_one_of(std::string_view text, const std::array<std::string_view, count>& words) {
  return std::ranges::find(words, text) != words.end();
}

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// [+-] (digits [. digits] | . digits) [e [+-] digits], and nothing else.
bool is_decimal(std::string_view text) {
  std::size_t at = text.starts_with('+') || text.starts_with('-') ? 1 : 0;
  const std::size_t whole = skip_digits(text, at) - at;
  at += whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t end = skip_digits(text, at + 1);
    if (whole == 0 && end == at + 1) return false;
    at = end;
  } else if (whole == 0) {
    return false;
  }
  if (at == text.size()) return true;
  if (text[at] != 'e' && text[at] != 'E') return false;
  ++at;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  return at < text.size() && skip_digits(text, at) == text.size();
}

struct Digits {
  int base = 10;
  std::string_view digits;
};

// Go's prefixes: 0x, 0b, 0o, and a bare 0 for octal.
Digits split_prefix(std::string_view text) {
  if (text.size() < 2 || text[0] != '0') return {10, text};
  switch (text[1] | 0x20) {
    case 'x':
      return {16, text.substr(2)};
    case 'b':
      return {2, text.substr(2)};
    case 'o':
      return {8, text.substr(2)};
    default:
      return {8, text.substr(1)};
  }
}

// What does not fit into 64 bits is left to decimal().
std::optional<std::string> integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const Digits number = split_prefix(text);
  std::uint64_t value = 0;
  const char* end = number.digits.data() + number.digits.size();
  const auto [stop, error] = std::from_chars(number.digits.data(), end, value, number.base);
  if (stop != end || number.digits.empty() || error != std::errc{}) return std::nullopt;
  if (negative && value > lowest_magnitude) return std::nullopt;
  return format("{}{}", negative && value != 0 ? "-" : "", value);
}

std::optional<std::string> decimal(std::string_view text) {
  if (!is_decimal(text)) return std::nullopt;
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  // As Go writes a float64 into JSON: an exponent only where the digits would run away.
  const double size = std::fabs(value);
  const bool plain = size == 0 || (size >= 1e-6 && size < 1e21);
  std::array<char, 64> digits{};
  const auto written =
      std::to_chars(digits.data(), digits.data() + digits.size(), value,
                    plain ? std::chars_format::fixed : std::chars_format::scientific);
  return std::string(digits.data(), written.ptr);
}

// Behind a leading dot Go wants a digit on either side of an underscore.
bool has_loose_underscore(std::string_view text) {
  for (std::size_t at = text.find('_'); at != std::string_view::npos; at = text.find('_', at + 1)) {
    if (at + 1 == text.size() || !is_digit(text[at - 1]) || !is_digit(text[at + 1])) return true;
  }
  return false;
}

std::optional<std::string> number(std::string_view text) {
  if (text.starts_with('.') && has_loose_underscore(text)) return std::nullopt;
  std::string plain(text);
  std::erase(plain, '_');
  if (auto whole = integer(plain)) return whole;
  return decimal(plain);
}

bool may_be_number(char first) {
  return is_digit(first) || first == '+' || first == '-' || first == '.';
}

}  // namespace

Scalar resolve_plain(std::string_view text) {
  if (text.size() <= longest_word) {
    if (is_one_of(text, null_words)) return {Type::Null, "null"};
    if (is_one_of(text, true_words)) return {Type::Bool, "true"};
    if (is_one_of(text, false_words)) return {Type::Bool, "false"};
    if (is_one_of(text, endless_words)) return {Type::NotANumber, ""};
  }
  if (!may_be_number(text.front())) return {};
  if (auto digits = number(text)) return {Type::Number, std::move(*digits)};
  return {};
}

}  // namespace telltale::dump
