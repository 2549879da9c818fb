// SPDX-License-Identifier: Apache-2.0
#include "base/instant.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/text.h"

namespace telltale {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month_day;

constexpr Instant first_instant = sys_days{year{0} / 1 / 1};
constexpr Instant last_instant = sys_days{year{9999} / 12 / 31} + hours{24} - Seconds{1};
constexpr std::size_t written_size = 20;  // 2026-01-31T23:59:59Z

// Reads digits and marks from the front of a text; once something does not fit, `ok` stays false.
struct Scanner {
  std::string_view rest;
  bool ok = true;

  int digits(std::size_t count) {
    if (rest.size() < count) ok = false;
    if (!ok) return 0;
    int number = 0;
    for (const char digit : rest.substr(0, count)) {
      ok = ok && digit >= '0' && digit <= '9';
      number = number * 10 + (digit - '0');
    }
    rest.remove_prefix(count);
    return number;
  }

  int digits_up_to(std::size_t count, int highest) {
    const int number = digits(count);
    ok = ok && number <= highest;
    return number;
  }

  bool take(char mark) {
    if (rest.empty() || rest.front() != mark) return false;
    rest.remove_prefix(1);
    return true;
  }

  void expect(char mark) { ok = take(mark) && ok; }
};

year_month_day scan_date(Scanner& scanner) {
  const int in_year = scanner.digits(4);
  scanner.expect('-');
  const int in_month = scanner.digits(2);
  scanner.expect('-');
  const int on_day = scanner.digits(2);
  return {year{in_year}, std::chrono::month{static_cast<unsigned>(in_month)},
          std::chrono::day{static_cast<unsigned>(on_day)}};
}

Seconds scan_time_of_day(Scanner& scanner) {
  const hours hour{scanner.digits_up_to(2, 23)};
  scanner.expect(':');
  const minutes minute{scanner.digits_up_to(2, 59)};
  scanner.expect(':');
  const Seconds second{scanner.digits_up_to(2, 59)};
  return hour + minute + second;
}

void skip_fraction(Scanner& scanner) {
  if (!scanner.take('.')) return;
  const std::size_t end = scanner.rest.find_first_not_of("0123456789");
  const std::size_t digits = std::min(end, scanner.rest.size());
  scanner.ok = scanner.ok && digits > 0;
  scanner.rest.remove_prefix(digits);
}

Seconds scan_offset(Scanner& scanner) {
  if (scanner.take('Z') || scanner.take('z')) return Seconds{0};
  const bool west = scanner.take('-');
  if (!west) scanner.expect('+');
  const hours hour{scanner.digits_up_to(2, 23)};
  scanner.expect(':');
  const minutes minute{scanner.digits_up_to(2, 59)};
  return west ? -(hour + minute) : hour + minute;
}

void put_digits(char* end, unsigned number, int count) {
  for (; count > 0; --count, number /= 10) *--end = static_cast<char>('0' + number % 10);
}

// "3m12s", and only "3m" when nothing is left over.
std::string two_units(long major, char major_unit, long minor, char minor_unit) {
  if (minor == 0) return format("{}{}", major, major_unit);
  return format("{}{}{}{}", major, major_unit, minor, minor_unit);
}

}  // namespace

std::optional<Instant> parse_rfc3339(std::string_view text) {
  Scanner scanner{text};
  const year_month_day date = scan_date(scanner);
  if (!scanner.take('T')) scanner.expect('t');
  const Seconds time_of_day = scan_time_of_day(scanner);
  skip_fraction(scanner);
  const Seconds offset = scan_offset(scanner);
  if (!scanner.ok || !scanner.rest.empty() || !date.ok()) return std::nullopt;

  // An offset can carry an early or late instant out of what can be written again.
  const Instant instant = sys_days{date} + time_of_day - offset;
  if (instant < first_instant || instant > last_instant) return std::nullopt;
  return instant;
}

void append_rfc3339(std::string& out, Instant instant) {
  check(is_set(instant), "a time that was never set is not written");
  // Hostile input can add up to the year 10000; the last instant there is stands for all later
  // ones.
  const Instant written = std::clamp(instant, first_instant, last_instant);
  const sys_days day = std::chrono::floor<days>(written);
  const year_month_day date{day};
  const std::chrono::hh_mm_ss time{written - day};

  std::array<char, written_size> buffer{'0', '0', '0', '0', '-', '0', '0', '-', '0', '0',
                                        'T', '0', '0', ':', '0', '0', ':', '0', '0', 'Z'};
  char* text = buffer.data();
  put_digits(text + 4, static_cast<unsigned>(static_cast<int>(date.year())), 4);
  put_digits(text + 7, static_cast<unsigned>(date.month()), 2);
  put_digits(text + 10, static_cast<unsigned>(date.day()), 2);
  put_digits(text + 13, static_cast<unsigned>(time.hours().count()), 2);
  put_digits(text + 16, static_cast<unsigned>(time.minutes().count()), 2);
  put_digits(text + 19, static_cast<unsigned>(time.seconds().count()), 2);
  out.append(text, written_size);
}

std::string format_rfc3339(Instant instant) {
  std::string text;
  append_rfc3339(text, instant);
  return text;
}

// kubectl gives two units while the smaller one still tells something, then one.
std::string format_age(Seconds age) {
  const long seconds = std::max(age.count(), Seconds::rep{0});
  const long minute = seconds / 60;
  const long hour = minute / 60;
  const long day = hour / 24;
  if (minute < 2) return format("{}s", seconds);
  if (minute < 10) return two_units(minute, 'm', seconds % 60, 's');
  if (hour < 3) return format("{}m", minute);
  if (hour < 8) return two_units(hour, 'h', minute % 60, 'm');
  if (hour < 48) return format("{}h", hour);
  if (day < 8) return two_units(day, 'd', hour % 24, 'h');
  if (day < 365 * 2) return format("{}d", day);
  if (day < 365 * 8) return two_units(day / 365, 'y', day % 365, 'd');
  return format("{}y", day / 365);
}

std::string format_duration(Seconds duration) {
  const bool negative = duration.count() < 0;
  // Unsigned, because the most negative count has no positive twin.
  auto seconds = static_cast<std::uint64_t>(duration.count());
  if (negative) seconds = 0 - seconds;
  const std::string_view sign = negative ? "-" : "";
  if (seconds < 60) return format("{}{}s", sign, seconds);
  if (seconds < 3600) return format("{}{}m{}s", sign, seconds / 60, seconds % 60);
  return format("{}{}h{}m{}s", sign, seconds / 3600, seconds / 60 % 60, seconds % 60);
}

}  // namespace telltale
