// SPDX-License-Identifier: Apache-2.0
#pragma once

// Values as people type them behind flags. An error says, to whoever typed the command line, which
// flag it is about and what was expected.

#include <chrono>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/instant.h"
#include "base/result.h"

namespace telltale::cli {

inline std::unexpected<Error> usage(std::string detail) {
  return fail(Error::Kind::Invalid, std::move(detail));
}

// Stores what was read; the error otherwise.
template <class Value, class Into>
[[nodiscard]] Result<void> keep(Result<Value> read, Into& into) {
  if (!read) return fail(read.error());
  into = std::move(*read);
  return {};
}

// kubectl's users write -o=json as well as -o json and -ojson.
constexpr std::string_view plain_value(std::string_view typed) {
  if (typed.starts_with('=')) typed.remove_prefix(1);
  return typed;
}

// A duration such as 40s or 5m that is longer than nothing.
[[nodiscard]] Result<Seconds> read_duration(std::string_view flag, std::string_view typed);

// Any duration in Go's form, nothing where it is none. A little more than nothing is a millisecond:
// zero often means something else.
std::optional<std::chrono::milliseconds> parse_milliseconds(std::string_view typed);

// A time such as 2026-01-01T10:07:00Z.
[[nodiscard]] Result<Instant> read_now(std::string_view typed);

}  // namespace telltale::cli
