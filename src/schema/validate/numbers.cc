// SPDX-License-Identifier: Apache-2.0
#include "schema/validate/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace telltale::schema {
namespace {

using json::Value;
// Wide enough for both int64 and uint64.
__extension__ using Wide = __int128;

constexpr double two_to_63 = 9223372036854775808.0;
constexpr double two_to_64 = 18446744073709551616.0;

std::optional<Wide> whole_of(const Value& number) {
  if (number.is_int64()) return number.get_int64();
  if (number.is_uint64()) return number.get_uint64();
  return {};
}

std::partial_ordering compare_whole(Wide whole, double other) {
  if (std::isnan(other)) return std::partial_ordering::unordered;
  if (other >= two_to_64) return std::partial_ordering::less;
  if (other < -two_to_63) return std::partial_ordering::greater;
  const double floor = std::floor(other);
  const auto below = static_cast<Wide>(floor);
  if (whole != below)
    return whole < below ? std::partial_ordering::less : std::partial_ordering::greater;
  return floor < other ? std::partial_ordering::less : std::partial_ordering::equivalent;
}

std::partial_ordering reversed(std::partial_ordering order) { return 0 <=> order; }

struct Range {
  double least;
  double beyond;
};

Range range_of(std::string_view format) {
  if (format == "int32") return {-2147483648.0, 2147483648.0};
  if (format == "uint32") return {0.0, 4294967296.0};
  if (format == "uint64") return {0.0, two_to_64};
  return {-two_to_63, two_to_63};
}

bool equal_maps(const json::ValueMap& left, const json::ValueMap& right) {
  if (left.size() != right.size()) return false;
  return std::ranges::all_of(left, [&](const auto& member) {
    const Value* other = right.if_contains(member.key());
    return other != nullptr && equal_values(member.value(), *other);
  });
}

bool equal_lists(const json::ValueList& left, const json::ValueList& right) {
  return std::ranges::equal(left, right, equal_values);
}

}  // namespace

std::partial_ordering compare_numbers(const json::Value& left, const json::Value& right) {
  const auto whole_left = whole_of(left), whole_right = whole_of(right);
  if (whole_left && whole_right) {
    if (*whole_left == *whole_right) return std::partial_ordering::equivalent;
    return *whole_left < *whole_right ? std::partial_ordering::less
                                      : std::partial_ordering::greater;
  }
  if (whole_left) return compare_whole(*whole_left, right.get_double());
  if (whole_right) return reversed(compare_whole(*whole_right, left.get_double()));
  return left.get_double() <=> right.get_double();
}

bool is_whole(const json::Value& number) {
  if (whole_of(number)) return true;
  const double* real = number.if_double();
  return real != nullptr && std::isfinite(*real) && std::trunc(*real) == *real;
}

bool fits_integer(const json::Value& number, std::string_view format) {
  const Range range = range_of(format);
  return is_whole(number) && compare_numbers(number, range.least) >= 0 &&
         compare_numbers(number, range.beyond) < 0;
}

bool is_multiple(const json::Value& number, double factor) {
  if (!(factor > 0)) return true;
  const auto whole = whole_of(number);
  if (whole && is_whole(factor) && factor < two_to_63) {
    return *whole % static_cast<Wide>(factor) == 0;
  }
  boost::system::error_code ignored;
  const double real = number.to_number<double>(ignored);
  const double times = factor < 1 ? 1 / factor * real : real / factor;
  // As forgiving as the API is about what doubles cannot hold: 0.3 is a multiple of 0.1.
  const double nearest = std::round(times);
  return std::fabs(times - nearest) <= 1e-9 * std::max(1.0, std::fabs(nearest));
}

bool equal_values(const json::Value& left, const json::Value& right) {
  if (left.is_number() && right.is_number()) return compare_numbers(left, right) == 0;
  if (left.kind() != right.kind()) return false;
  if (left.is_object()) return equal_maps(left.get_object(), right.get_object());
  if (left.is_array()) return equal_lists(left.get_array(), right.get_array());
  return left == right;
}

}  // namespace telltale::schema
