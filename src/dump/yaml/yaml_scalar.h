// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an unquoted YAML word means to Kubernetes: its tools read YAML 1.1 with the Go library
// yaml.v2, so `yes`, `on` and `y` are booleans, 0777 is octal, and times stay text.

#include <string>
#include <string_view>

namespace telltale::dump {

struct Scalar {
  enum class Type {
    Null,
    Bool,
    Number,
    NotANumber,  // infinities and NaN, which JSON cannot say
    String,
  };

  Type type = Type::String;
  std::string json;  // how JSON writes it; empty for String, whose text stands as it is

  bool operator==(const Scalar&) const = default;
};

Scalar resolve_plain(std::string_view text);

}  // namespace telltale::dump
