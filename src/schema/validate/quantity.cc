// SPDX-License-Identifier: Apache-2.0
#include "schema/validate/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "base/text.h"

namespace telltale::schema {
namespace {

__extension__ typedef unsigned __int128 Digits;  // Both compilers have it, the standard not yet.

constexpr std::size_t quantity_digits_max = 30;
constexpr int nano = -9;

struct Suffix {
  std::string_view word;
  int exponent;
};
constexpr std::array<Suffix, 10> decimal_suffixes{{{"n", -9},
                                                   {"u", -6},
                                                   {"m", -3},
                                                   {"", 0},
                                                   {"k", 3},
                                                   {"M", 6},
                                                   {"G", 9},
                                                   {"T", 12},
                                                   {"P", 15},
                                                   {"E", 18}}};
constexpr std::array<std::string_view, 7> binary_suffixes{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

enum class Notation : std::uint8_t { Decimal, Binary, Exponent };

// An amount in parts: mantissa * 10^exponent * 1024^thousands.
struct Amount {
  bool negative = false;
  std::string_view whole = {}, fraction = {};
  Notation notation = Notation::Decimal;
  int exponent = 0;
  int thousands = 0;
};

bool is_quantity_digit(char letter) { return letter >= '0' && letter <= '9'; }

std::string_view take_digits(std::string_view& text) {
  const auto end = std::ranges::find_if_not(text, is_quantity_digit);
  const auto count = static_cast<std::size_t>(end - text.begin());
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

bool read_exponent(std::string_view text, Amount& amount) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), amount.exponent);
  amount.notation = Notation::Exponent;
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

bool read_suffix(std::string_view text, Amount& amount) {
  const auto binary = std::ranges::find(binary_suffixes, text);
  if (!text.empty() && binary != binary_suffixes.end()) {
    amount.notation = Notation::Binary;
    amount.thousands = static_cast<int>(binary - binary_suffixes.begin());
    return true;
  }
  const auto decimal = std::ranges::find(decimal_suffixes, text, &Suffix::word);
  if (decimal != decimal_suffixes.end()) {
    amount.exponent = decimal->exponent;
    return true;
  }
  const bool by_exponent = text.size() > 1 && (text.front() == 'e' || text.front() == 'E');
  return by_exponent && read_exponent(text.substr(1), amount);
}

std::optional<Amount> read_amount(std::string_view text) {
  Amount amount;
  if (text.starts_with('+') || text.starts_with('-')) {
    amount.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  amount.whole = take_digits(text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    amount.fraction = take_digits(text);
  }
  if (amount.whole.empty() && amount.fraction.empty()) return std::nullopt;
  if (!read_suffix(text, amount)) return std::nullopt;
  return amount;
}

std::string digits_text(Digits number) {
  std::string text;
  do {
    text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
    number /= 10;
  } while (number != 0);
  return text;
}

// Away from zero, as the API rounds.
Digits divided_up(Digits number, Digits by) { return (number + by - 1) / by; }

std::string decimal_text(Digits mantissa, int exponent, Notation notation) {
  while (exponent < nano) {
    mantissa = divided_up(mantissa, 10);
    ++exponent;
  }
  while (mantissa % 10 == 0 && mantissa != 0) {
    mantissa /= 10;
    ++exponent;
  }
  while (exponent % 3 != 0 || (exponent > 18 && notation == Notation::Decimal)) {
    mantissa *= 10;
    --exponent;
  }
  if (notation == Notation::Exponent) {
    return exponent == 0 ? digits_text(mantissa) : format("{}e{}", digits_text(mantissa), exponent);
  }
  const auto suffix = std::ranges::find(decimal_suffixes, exponent, &Suffix::exponent);
  return format("{}{}", digits_text(mantissa), suffix->word);
}

std::string binary_text(Digits mantissa, int exponent) {
  while (exponent < 0) {
    mantissa = divided_up(mantissa, 10);
    ++exponent;
  }
  std::size_t thousands = 0;
  while (mantissa % 1024 == 0 && thousands + 1 < binary_suffixes.size()) {
    mantissa /= 1024;
    ++thousands;
  }
  return format("{}{}", digits_text(mantissa), binary_suffixes[thousands]);
}

// Whether the arithmetic on it stays within 128 bits.
bool is_small_enough(const Amount& amount) {
  const std::size_t digits =
      amount.whole.size() + amount.fraction.size() + static_cast<std::size_t>(amount.thousands) * 4;
  return digits <= quantity_digits_max && amount.exponent > -30 && amount.exponent < 25 &&
         (amount.exponent <= 18 || digits + 6 <= quantity_digits_max);
}

}  // namespace

std::optional<std::string> canonical_quantity(std::string_view text) {
  const std::optional<Amount> amount = read_amount(text);
  if (!amount) return std::nullopt;
  if (!is_small_enough(*amount)) return std::string(text);
  Digits mantissa = 0;
  for (const std::string_view part : {amount->whole, amount->fraction}) {
    for (const char digit : part) mantissa = mantissa * 10 + static_cast<Digits>(digit - '0');
  }
  for (int i = 0; i < amount->thousands; ++i) mantissa *= 1024;
  if (mantissa == 0) return "0";
  const int exponent = amount->exponent - static_cast<int>(amount->fraction.size());
  Digits whole = mantissa;
  for (int i = exponent; i < 0; ++i) whole /= 10;
  const bool binary = amount->notation == Notation::Binary && whole >= 1024;
  const Notation notation =
      amount->notation == Notation::Binary ? Notation::Decimal : amount->notation;
  const std::string unsigned_text =
      binary ? binary_text(mantissa, exponent) : decimal_text(mantissa, exponent, notation);
  return amount->negative ? format("-{}", unsigned_text) : unsigned_text;
}

}  // namespace telltale::schema
