// SPDX-License-Identifier: Apache-2.0
#pragma once

// Objects written as JSON, and what is wrong with them as one line each, for tests of kinds.

#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

inline json::Value from_json(std::string_view text) {
  auto parsed = json::parse(text);
  check(parsed.has_value(), "a test writes JSON");
  return *std::move(parsed);
}

using Prepare = void (*)(json::Value&, const json::Value*);
using Validate = void (*)(const json::Value&, const json::Value*, schema::FieldErrors&);

inline std::string prepared(Prepare prepare, std::string_view text) {
  json::Value object = from_json(text);
  prepare(object, nullptr);
  return json::print(object);
}

inline std::string prepared(Prepare prepare, std::string_view text, std::string_view old) {
  json::Value object = from_json(text);
  const json::Value before = from_json(old);
  prepare(object, &before);
  return json::print(object);
}

inline std::vector<std::string> errors_of(Validate validate, std::string_view text,
                                          std::string_view old = {}) {
  const json::Value object = from_json(text);
  const json::Value before = old.empty() ? json::Value() : from_json(old);
  schema::FieldErrors field_errors;
  validate(object, old.empty() ? nullptr : &before, field_errors);
  std::vector<std::string> lines;
  for (const schema::FieldError& field_error : field_errors) lines.push_back(to_text(field_error));
  return lines;
}

}  // namespace telltale::server
