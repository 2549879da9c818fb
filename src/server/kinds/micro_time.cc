// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/micro_time.h"

#include <string>

#include "base/instant.h"
#include "base/text.h"

namespace telltale::server {
namespace {

constexpr std::size_t digits_shown = 6;

// The digits behind the seconds, cut or filled up to microseconds.
std::string fraction_of(std::string_view time) {
  std::string digits;
  const std::size_t dot = time.find('.');
  if (dot != std::string_view::npos) {
    const std::size_t end = time.find_first_not_of("0123456789", dot + 1);
    digits = time.substr(dot + 1, end == std::string_view::npos ? end : end - dot - 1);
  }
  digits.resize(digits_shown, '0');
  return digits;
}

}  // namespace

void settle_micro_time(json::ValueMap& map, std::string_view name) {
  json::Value* time = map.if_contains(name);
  if (time == nullptr || !time->is_string()) return;
  const std::string_view text = time->get_string();
  const auto instant = parse_rfc3339(text);
  if (!instant) return;
  std::string seconds = format_rfc3339(*instant);
  seconds.pop_back();
  *time = format("{}.{}Z", seconds, fraction_of(text));
}

}  // namespace telltale::server
