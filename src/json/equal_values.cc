// SPDX-License-Identifier: Apache-2.0
#include "json/equal_values.h"

#include <algorithm>

namespace telltale::json {
namespace {

double as_double(const Value& number) {
  if (number.is_int64()) return static_cast<double>(number.get_int64());
  if (number.is_uint64()) return static_cast<double>(number.get_uint64());
  return number.get_double();
}

bool equal_maps(const ValueMap& one, const ValueMap& other) {
  return one.size() == other.size() && std::ranges::all_of(one, [&](const auto& member) {
           const Value* match = other.if_contains(member.key());
           return match != nullptr && equal_values(member.value(), *match);
         });
}

}  // namespace

bool equal_values(const Value& one, const Value& other) {
  if (one.is_object() && other.is_object()) {
    return equal_maps(one.get_object(), other.get_object());
  }
  if (one.is_array() && other.is_array()) {
    return std::ranges::equal(one.get_array(), other.get_array(), equal_values);
  }
  if (one.is_double() != other.is_double() && one.is_number() && other.is_number()) {
    return as_double(one) == as_double(other);
  }
  return one == other;
}

}  // namespace telltale::json
