// SPDX-License-Identifier: Apache-2.0
#pragma once

// Numbers of JSON compared as numbers, whatever holds them and without rounding: an int64 beyond
// 2^53 stays itself beside a double.

#include <compare>
#include <optional>
#include <string_view>

#include "json/value.h"

namespace telltale::schema {

// Both must be numbers.
std::partial_ordering compare_numbers(const json::Value& left, const json::Value& right);

// True for integers and for doubles without a fraction: 1.0.
bool is_whole(const json::Value& number);
// True when the number can be held by "int32", "int64", "uint32", "uint64"; other formats are
// int64.
bool fits_integer(const json::Value& number, std::string_view format);
// Integers exactly; doubles with the precision they have. A factor of zero divides nothing.
bool is_multiple(const json::Value& number, double factor);

// Equal as JSON: numbers by value, members in any order.
bool equal_values(const json::Value& left, const json::Value& right);

}  // namespace telltale::schema
