// SPDX-License-Identifier: Apache-2.0
#include "http/date.h"

#include <array>
#include <chrono>
#include <string_view>

#include "base/text.h"

namespace telltale::http {

std::string http_date(Instant instant) {
  constexpr std::array<std::string_view, 7> days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto day = std::chrono::floor<std::chrono::days>(instant);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(instant - day);
  return format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
                days[std::chrono::weekday(day).c_encoding()], static_cast<unsigned>(date.day()),
                months[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()),
                time.hours().count(), time.minutes().count(), time.seconds().count());
}

}  // namespace telltale::http
