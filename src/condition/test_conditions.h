// SPDX-License-Identifier: Apache-2.0
#pragma once

// For the tests of this room: conditions in few words, and how GoogleTest prints one that is wrong.

#include <ostream>
#include <string_view>

#include "kube/condition.h"

namespace telltale {

inline void PrintTo(const Condition& condition, std::ostream* out) {
  *out << condition.type << '=' << to_text(condition.status) << '/' << condition.reason << " \""
       << condition.message << "\" since " << condition.last_transition.time_since_epoch().count()
       << " of generation " << condition.observed_generation;
}

namespace test {

constexpr Instant at(std::int64_t seconds) { return Instant(Seconds(seconds)); }

constexpr Condition good(std::string_view type, std::string_view message = {}) {
  return {.type = type, .status = Status::True, .reason = "Good", .message = message};
}
constexpr Condition bad(std::string_view type, std::string_view message = {}) {
  return {.type = type, .status = Status::False, .reason = "Bad", .message = message};
}
constexpr Condition unsure(std::string_view type, std::string_view message = {}) {
  return {.type = type, .status = Status::Unknown, .reason = "Unsure", .message = message};
}

}  // namespace test
}  // namespace telltale
