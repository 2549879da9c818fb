// SPDX-License-Identifier: Apache-2.0
#include "schema/validate/formats.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <arpa/inet.h>

#include "base/letters.h"
#include "base/text.h"
#include "schema/validate/quantity.h"

namespace telltale::schema {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
bool is_alpha(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}
bool is_alnum(char letter) { return is_digit(letter) || is_alpha(letter); }
bool is_hex(char letter) {
  return is_digit(letter) || (letter >= 'a' && letter <= 'f') || (letter >= 'A' && letter <= 'F');
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

unsigned number(std::string_view digits) {
  unsigned value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const std::string_view year = text.substr(0, 4), month = text.substr(5, 2), day = text.substr(8);
  if (!all_digits(year) || !all_digits(month) || !all_digits(day)) return false;
  return std::chrono::year_month_day(std::chrono::year(static_cast<int>(number(year))),
                                     std::chrono::month(number(month)),
                                     std::chrono::day(number(day)))
      .ok();
}

bool is_clock(std::string_view hours, std::string_view minutes) {
  return all_digits(hours) && all_digits(minutes) && number(hours) < 24 && number(minutes) < 60;
}

bool is_offset(std::string_view text) {
  if (text == "Z" || text == "z") return true;
  return text.size() == 6 && (text[0] == '+' || text[0] == '-') && text[3] == ':' &&
         is_clock(text.substr(1, 2), text.substr(4));
}

bool is_date_time(std::string_view text) {
  if (text.size() < 20 || !is_date(text.substr(0, 10)) || lower_letter(text[10]) != 't')
    return false;
  if (text[13] != ':' || text[16] != ':' || !is_clock(text.substr(11, 2), text.substr(14, 2))) {
    return false;
  }
  if (!all_digits(text.substr(17, 2)) || number(text.substr(17, 2)) > 59) return false;
  std::string_view rest = text.substr(19);
  if (rest[0] == '.') {
    const std::size_t end = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
    if (end == 1) return false;
    rest.remove_prefix(end);
  }
  return is_offset(rest);
}

bool is_address(int family, std::string_view text) {
  std::array<unsigned char, 16> address{};
  constexpr std::size_t address_bytes_max = 64;
  if (text.size() > address_bytes_max || text.contains('\0')) return false;
  return inet_pton(family, std::string(text).c_str(), address.data()) == 1;
}

bool is_cidr(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view bits = text.substr(slash + 1);
  if (!all_digits(bits) || bits.size() > 3) return false;
  const std::string_view address = text.substr(0, slash);
  if (is_address(AF_INET, address)) return number(bits) <= 32;
  return is_address(AF_INET6, address) && number(bits) <= 128;
}

// Six, eight or twenty bytes as pairs with ':' or '-', or as fours with '.'.
bool is_mac(std::string_view text) {
  const bool dotted = text.contains('.');
  const char separator = dotted ? '.' : text.contains('-') ? '-' : ':';
  const std::vector<std::string_view> parts = split(text, separator);
  const std::size_t width = dotted ? 4 : 2;
  const std::size_t bytes = parts.size() * width / 2;
  return (bytes == 6 || bytes == 8 || bytes == 20) &&
         std::ranges::all_of(parts, [&](std::string_view part) {
           return part.size() == width && std::ranges::all_of(part, is_hex);
         });
}

// Dashes may be left out. `version` is '3', '4', '5', or 0 for any.
bool is_uuid(std::string_view text, char version) {
  std::string digits;
  for (const char letter : text) {
    const bool may_break =
        digits.size() == 8 || digits.size() == 12 || digits.size() == 16 || digits.size() == 20;
    if (letter == '-' && may_break && text[text.size() - 1] != '-') continue;
    if (!is_hex(letter) || digits.size() == 32) return false;
    digits += lower_letter(letter);
  }
  if (digits.size() != 32 || text.contains("--")) return false;
  if (version != 0 && digits[12] != version) return false;
  return version == 0 || version == '3' || std::string_view("89ab").contains(digits[16]);
}

bool is_base64(std::string_view text) {
  if (text.size() % 4 != 0) return false;
  if (text.ends_with("==")) {
    text.remove_suffix(2);
  } else if (text.ends_with('=')) {
    text.remove_suffix(1);
  }
  return std::ranges::all_of(
      text, [](char letter) { return is_alnum(letter) || letter == '+' || letter == '/'; });
}

bool is_label(std::string_view label) {
  // Letters beyond ASCII are letters.
  const auto letter_or_digit = [](char letter) {
    return is_alnum(letter) || static_cast<unsigned char>(letter) >= 0x80;
  };
  return !label.empty() && label.size() <= 63 && letter_or_digit(label.front()) &&
         letter_or_digit(label.back()) && std::ranges::all_of(label, [&](char letter) {
           return letter_or_digit(letter) || letter == '-';
         });
}

bool is_hostname(std::string_view text) {
  constexpr std::size_t name_bytes_max = 255;
  if (text.size() > name_bytes_max) return false;
  const std::vector<std::string_view> labels = split(text, '.');
  if (!std::ranges::all_of(labels, is_label)) return false;
  return labels.size() == 1 || (labels.back().size() >= 2 && !is_digit(labels.back().front()));
}

bool is_email(std::string_view text) {
  if (text.ends_with('>')) {
    const std::size_t open = text.rfind('<');
    if (open == std::string_view::npos) return false;
    text = text.substr(open + 1, text.size() - open - 2);
  }
  const std::size_t at = text.rfind('@');
  if (at == std::string_view::npos || at == 0 || at + 1 == text.size()) return false;
  constexpr std::string_view refused = " \t\r\n<>()[],;:\\\"";
  const std::string_view local = text.substr(0, at), domain = text.substr(at + 1);
  return local.find_first_of(refused) == std::string_view::npos && !local.contains('@') &&
         !local.starts_with('.') && !local.ends_with('.') && !local.contains("..") &&
         domain.find_first_of(refused) == std::string_view::npos && !domain.starts_with('.') &&
         !domain.ends_with('.');
}

bool has_good_escapes(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte <= 0x20 || byte == 0x7f) return false;
    if (byte != '%') continue;
    if (i + 2 >= text.size() || !is_hex(text[i + 1]) || !is_hex(text[i + 2])) return false;
  }
  return true;
}

// A path from the root, or anything with a scheme.
bool is_uri(std::string_view text) {
  if (text.empty() || !has_good_escapes(text)) return false;
  if (text[0] == '/') return true;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon + 1 == text.size() || !is_alpha(text[0])) {
    return false;
  }
  return std::ranges::all_of(text.substr(0, colon), [](char letter) {
    return is_alnum(letter) || letter == '+' || letter == '-' || letter == '.';
  });
}

// One number with its unit; returns what is left, or nothing when there is none.
std::optional<std::string_view> after_go_part(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  std::size_t end = digits;
  std::size_t fraction = 0;
  if (end < text.size() && text[end] == '.') {
    const std::size_t stop = std::min(text.find_first_not_of("0123456789", end + 1), text.size());
    fraction = stop - end - 1;
    end = stop;
  }
  if (digits + fraction == 0) return {};
  const std::string_view rest = text.substr(end);
  constexpr std::array<std::string_view, 8> units = {"ns", "us", "\xC2\xB5s", "\xCE\xBCs",
                                                     "ms", "s",  "m",         "h"};
  for (const std::string_view unit : units) {
    if (rest.starts_with(unit)) return rest.substr(unit.size());
  }
  return {};
}

bool is_go_duration(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text == "0") return true;
  if (text.empty()) return false;
  while (!text.empty()) {
    const auto rest = after_go_part(text);
    if (!rest) return false;
    text = *rest;
  }
  return true;
}

bool is_spoken_unit(std::string_view unit) {
  constexpr std::array<std::string_view, 26> units = {
      "ns",          "nano", "nanos", "nanosecond", "us",          "micro", "micros",
      "microsecond", "ms",   "milli", "millis",     "millisecond", "s",     "sec",
      "second",      "m",    "min",   "minute",     "h",           "hr",    "hour",
      "d",           "day",  "w",     "wk",         "week"};
  const auto known = [&](std::string_view word) {
    return std::ranges::find(units, word) != units.end();
  };
  return known(unit) || (unit.ends_with('s') && known(unit.substr(0, unit.size() - 1)));
}

bool is_spoken_duration(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view unit = text.substr(digits);
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  std::string small;
  for (const char letter : unit) small += lower_letter(letter);
  return digits > 0 && is_spoken_unit(small);
}

bool is_hex_color(std::string_view text) {
  if (text.starts_with('#')) text.remove_prefix(1);
  return (text.size() == 3 || text.size() == 6) && std::ranges::all_of(text, is_hex);
}

bool is_rgb_color(std::string_view text) {
  if (!text.starts_with("rgb(") || !text.ends_with(')')) return false;
  const std::vector<std::string_view> parts = split(text.substr(4, text.size() - 5), ',');
  return parts.size() == 3 && std::ranges::all_of(parts, [](std::string_view part) {
           while (part.starts_with(' ')) part.remove_prefix(1);
           while (part.ends_with(' ')) part.remove_suffix(1);
           return all_digits(part) && part.size() <= 3 && number(part) <= 255;
         });
}

bool is_social_security_number(std::string_view text) {
  std::string digits;
  for (const char letter : text) {
    const bool may_break = digits.size() == 3 || digits.size() == 5;
    if (may_break && (letter == '-' || letter == ' ')) continue;
    if (!is_digit(letter)) return false;
    digits += letter;
  }
  return digits.size() == 9 && text.size() <= 11;
}

std::string bare_digits(std::string_view text) {
  std::string digits;
  for (const char letter : text) {
    if (letter != '-' && letter != ' ') digits += letter;
  }
  return digits;
}

bool is_isbn10(std::string_view text) {
  const std::string digits = bare_digits(text);
  if (digits.size() != 10 || !all_digits(std::string_view(digits).substr(0, 9))) return false;
  int sum = 0;
  for (std::size_t i = 0; i < 9; ++i) sum += static_cast<int>(i + 1) * (digits[i] - '0');
  const char last = digits[9];
  if (last != 'X' && !is_digit(last)) return false;
  return (sum + 10 * (last == 'X' ? 10 : last - '0')) % 11 == 0;
}

bool is_isbn13(std::string_view text) {
  const std::string digits = bare_digits(text);
  if (digits.size() != 13 || !all_digits(digits)) return false;
  int sum = 0;
  for (std::size_t i = 0; i < 13; ++i) sum += (i % 2 == 0 ? 1 : 3) * (digits[i] - '0');
  return sum % 10 == 0;
}

bool is_isbn(std::string_view text) { return is_isbn10(text) || is_isbn13(text); }

// The check digit of Luhn, over 13 to 16 digits.
bool is_credit_card(std::string_view text) {
  const std::string digits = bare_digits(text);
  if (digits.size() < 13 || digits.size() > 16 || !all_digits(digits)) return false;
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const int digit = digits[digits.size() - 1 - i] - '0';
    const int twice = digit * 2;
    sum += i % 2 == 0 ? digit : (twice > 9 ? twice - 9 : twice);
  }
  return sum % 10 == 0;
}

bool is_object_id(std::string_view text) {
  return text.size() == 24 && std::ranges::all_of(text, is_hex);
}

struct Format {
  std::string_view name;
  bool (*holds)(std::string_view);
};

constexpr std::array<Format, 22> formats_known = {{
    {"date", is_date},
    {"datetime", is_date_time},
    {"duration", is_duration},
    {"byte", is_base64},
    {"ipv4", [](std::string_view text) { return is_address(AF_INET, text); }},
    {"ipv6", [](std::string_view text) { return is_address(AF_INET6, text); }},
    {"cidr", is_cidr},
    {"mac", is_mac},
    {"uuid", [](std::string_view text) { return is_uuid(text, 0); }},
    {"uuid3", [](std::string_view text) { return is_uuid(text, '3'); }},
    {"uuid4", [](std::string_view text) { return is_uuid(text, '4'); }},
    {"uuid5", [](std::string_view text) { return is_uuid(text, '5'); }},
    {"hostname", is_hostname},
    {"email", is_email},
    {"uri", is_uri},
    {"hexcolor", is_hex_color},
    {"rgbcolor", is_rgb_color},
    {"ssn", is_social_security_number},
    {"isbn", is_isbn},
    {"isbn10", is_isbn10},
    {"isbn13", is_isbn13},
    {"creditcard", is_credit_card},
}};

}  // namespace

bool is_duration(std::string_view text) { return is_go_duration(text) || is_spoken_duration(text); }

bool has_format(std::string_view text, std::string_view format) {
  std::string name(format);
  std::erase(name, '-');
  if (name == "bsonobjectid") return is_object_id(text);
  if (format == quantity_format) return canonical_quantity(text).has_value();
  const auto found = std::ranges::find(formats_known, name, &Format::name);
  return found == formats_known.end() || found->holds(text);
}

}  // namespace telltale::schema
