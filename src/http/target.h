// SPDX-License-Identifier: Apache-2.0
#pragma once

// The target of a request taken apart: "/api/v1/pods?labelSelector=a%3Db" is a path and parameters.
// What arrives may be hostile: lengths are limited, and bad escapes are an error, not a guess.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace telltale::http {

struct Parameter {
  std::string name;
  std::string value;
  bool operator==(const Parameter&) const = default;
};

struct Target {
  std::string path;  // unescaped, as sent otherwise: nothing is folded away
  std::vector<Parameter> parameters = {};

  // The first of that name; empty when there is none.
  std::string_view parameter(std::string_view name) const;
  bool has(std::string_view name) const;
};

inline constexpr std::size_t target_bytes_max = 64 * 1024;
inline constexpr std::size_t parameters_max = 256;

// Invalid says which escape or what limit. `+` in a query is a blank, as forms have it.
[[nodiscard]] Result<Target> parse_target(std::string_view target);
// The way back for one name or value: everything but letters, digits and -._~ escaped.
std::string escape(std::string_view text);

}  // namespace telltale::http
