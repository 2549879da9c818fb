// SPDX-License-Identifier: Apache-2.0
#include "client/retry_after.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "base/letters.h"
#include "base/text.h"

namespace telltale::client {
namespace {

constexpr std::array<std::string_view, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

std::optional<unsigned> month_number(std::string_view name) {
  const auto found = std::ranges::find(months, name);
  if (found == months.end()) return std::nullopt;
  return static_cast<unsigned>(found - months.begin()) + 1;
}

// As many seconds as we are willing to wait, and not one more: digits may go on for ever.
std::optional<std::chrono::milliseconds> parse_seconds(std::string_view text) {
  const bool all_digits =
      !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (!all_digits) return std::nullopt;
  std::uint32_t seconds = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (read.ec != std::errc{}) return retry_after_max;
  return std::min<std::chrono::milliseconds>(std::chrono::seconds{seconds}, retry_after_max);
}

}  // namespace

// Put into RFC 3339's order, so that impossible dates are refused in one place.
std::optional<Instant> parse_http_date(std::string_view text) {
  constexpr std::size_t weekday_bytes = 5;  // "Sun, "
  constexpr std::size_t date_bytes = 29;
  if (text.size() != date_bytes || text.substr(3, 2) != ", " || !text.ends_with(" GMT")) {
    return std::nullopt;
  }
  text.remove_prefix(weekday_bytes);
  const auto month = month_number(text.substr(3, 3));
  if (!month || text[2] != ' ' || text[6] != ' ' || text[11] != ' ') return std::nullopt;
  return parse_rfc3339(
      format("{}-{:02}-{}T{}Z", text.substr(7, 4), *month, text.substr(0, 2), text.substr(12, 8)));
}

std::optional<std::chrono::milliseconds> retry_after(const http::Response& answer, Instant now) {
  const auto header = http::find_header(answer.headers, "Retry-After");
  if (!header) return std::nullopt;
  const std::string_view text = trim(*header);
  if (const auto seconds = parse_seconds(text)) return seconds;
  const auto date = parse_http_date(text);
  if (!date) return std::nullopt;
  return std::clamp<std::chrono::milliseconds>(*date - now, std::chrono::milliseconds{0},
                                               retry_after_max);
}

}  // namespace telltale::client
