// SPDX-License-Identifier: Apache-2.0
#pragma once

// Schemas, values and errors as tests write them: texts.

#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "json/parse.h"
#include "schema/validate/field_error.h"

namespace telltale::schema {

inline json::Value value_of(std::string_view text) {
  auto value = json::parse(text);
  check(value.has_value(), "a test's JSON can be read");
  return std::move(*value);
}

using Texts = std::vector<std::string>;

inline Texts texts(const FieldErrors& field_errors) {
  Texts out;
  for (const FieldError& field_error : field_errors) out.push_back(to_text(field_error));
  return out;
}

}  // namespace telltale::schema
