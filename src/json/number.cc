// SPDX-License-Identifier: Apache-2.0
#include "json/number.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <system_error>

namespace telltale::json {
namespace {

enum class Form { None, Integer, Fraction };

// Takes digits off the front; false when there were none.
bool take_digits(std::string_view& rest) {
  std::size_t count = 0;
  while (count < rest.size() && rest[count] >= '0' && rest[count] <= '9') ++count;
  rest.remove_prefix(count);
  return count != 0;
}

bool take(std::string_view& rest, std::string_view any_of) {
  if (rest.empty() || any_of.find(rest.front()) == std::string_view::npos) return false;
  rest.remove_prefix(1);
  return true;
}

// JSON is stricter than from_chars: no leading zero, no bare point.
Form form_of(std::string_view rest) {
  take(rest, "-");
  if (!take(rest, "0") && !take_digits(rest)) return Form::None;
  if (rest.empty()) return Form::Integer;
  if (take(rest, ".") && !take_digits(rest)) return Form::None;
  if (take(rest, "eE")) {
    take(rest, "+-");
    if (!take_digits(rest)) return Form::None;
  }
  return rest.empty() ? Form::Fraction : Form::None;
}

template <class Number>
std::optional<Number> convert(std::string_view token) {
  Number number{};
  const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), number);
  if (code != std::errc()) return std::nullopt;
  return number;
}

// Too small for a double is as good as zero; from_chars calls that out of range too.
std::optional<double> convert_extreme(std::string_view token) {
  const double number = std::strtod(std::string(token).c_str(), nullptr);
  if (!std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace

std::optional<Tree> read_number(std::string_view token, std::uint32_t offset) {
  const Form form = form_of(token);
  if (form == Form::None) return std::nullopt;
  if (form == Form::Integer) {
    if (const auto integer = convert<std::int64_t>(token)) return Tree::integer(*integer, offset);
  }
  auto number = convert<double>(token);
  if (!number) number = convert_extreme(token);
  if (!number) return std::nullopt;
  return Tree::number(*number, offset);
}

}  // namespace telltale::json
