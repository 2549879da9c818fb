// SPDX-License-Identifier: Apache-2.0
#include "convert/duration.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/instant.h"

namespace telltale::convert {
namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::size_t text_max = 64;  // longer ones are nobody's duration

struct Unit {
  std::string_view name;
  std::int64_t nanoseconds;
};

// Longer names first where one begins another.
constexpr Unit units[] = {
    {"ns", 1},         {"us", 1'000}, {"\xC2\xB5s", 1'000}, {"\xCE\xBCs", 1'000},
    {"ms", 1'000'000}, {"s", second}, {"m", 60 * second},   {"h", 3600 * second}};

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// Digits to the left and to the right of a point. Long double holds every int64 exactly here.
std::optional<long double> take_number(std::string_view& text) {
  long double number = 0;
  long double place = 1;
  bool behind_point = false;
  bool has_digits = false;
  while (!text.empty() && (is_digit(text.front()) || (text.front() == '.' && !behind_point))) {
    if (text.front() == '.') {
      behind_point = true;
    } else {
      has_digits = true;
      number = number * 10 + (text.front() - '0');
      if (behind_point) place *= 10;
    }
    text.remove_prefix(1);
  }
  if (!has_digits) return std::nullopt;
  return number / place;
}

std::optional<std::int64_t> take_unit(std::string_view& text) {
  for (const Unit& unit : units) {
    if (!text.starts_with(unit.name)) continue;
    text.remove_prefix(unit.name.size());
    return unit.nanoseconds;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> parse_duration(std::string_view text) {
  if (text.size() > text_max) return std::nullopt;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text == "0") return 0;
  if (text.empty()) return std::nullopt;
  long double total = 0;
  while (!text.empty()) {
    const std::optional<long double> number = take_number(text);
    const std::optional<std::int64_t> unit = number ? take_unit(text) : std::nullopt;
    if (!unit) return std::nullopt;
    total += *number * static_cast<long double>(*unit);
  }
  if (total >= static_cast<long double>(std::numeric_limits<std::int64_t>::max())) {
    return std::nullopt;
  }
  const auto nanoseconds = static_cast<std::int64_t>(std::truncl(total));
  return negative ? -nanoseconds : nanoseconds;
}

std::int32_t whole_seconds(std::int64_t nanoseconds) {
  constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::clamp(nanoseconds / second, least, most));
}

std::string duration_text(std::int32_t seconds) {
  const std::int64_t wide = seconds;
  if (wide < 0) return "-" + format_duration(Seconds(-wide));
  return format_duration(Seconds(wide));
}

}  // namespace telltale::convert
