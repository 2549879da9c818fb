// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is wrong with one field of an object, in the words of the API: the causes of a 422.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace telltale::schema {

struct Violation {
  enum class Kind : std::uint8_t {
    Invalid,       // FieldValueInvalid
    TypeInvalid,   // FieldValueTypeInvalid
    Required,      // FieldValueRequired
    NotSupported,  // FieldValueNotSupported
    Forbidden,     // FieldValueForbidden
    Duplicate,     // FieldValueDuplicate
    TooLong,       // FieldValueTooLong
    TooMany,       // FieldValueTooMany
  };
  std::string field;  // "spec.versions[0].name"
  Kind kind = Kind::Invalid;
  std::string message;  // "Invalid value: 0x0: must be specified for an update"

  bool operator==(const Violation&) const = default;
};

using Violations = std::vector<Violation>;

// More are counted, not told: an object of a million bad items gets an answer people can read.
inline constexpr std::size_t violations_max = 100;

// "FieldValueInvalid"
std::string_view reason_word(Violation::Kind kind);
// "spec.size: Invalid value: …"
std::string to_text(const Violation& violation);

// The message forms of the API: `Invalid value: "x": why`, `Required value: why`,
// `Unsupported value: "x": supported values: "a", "b"`, `Forbidden: why`, `Duplicate value: "x"`.
// Values are printed as Go's field errors print them: strings quoted, numbers plain, the rest JSON.
Violation invalid(std::string field, std::string_view shown_value, std::string_view why);
Violation required(std::string field, std::string_view why = {});
Violation not_supported(std::string field, std::string_view shown_value,
                        const std::vector<std::string>& supported);
Violation forbidden(std::string field, std::string_view why);
Violation duplicate(std::string field, std::string_view shown_value);
Violation type_invalid(std::string field, std::string_view shown_value, std::string_view why);
Violation too_long(std::string field, std::uint64_t bytes_max);
Violation too_many(std::string field, std::uint64_t count, std::uint64_t count_max);

// A value as those messages show it: "a text", 12, 1.5, true, {"a":1}; null is "null" in quotes.
// What is longer than people read is cut.
std::string shown(const json::Value& value);
std::string quoted(std::string_view text);
// A double as Go prints it: 100, 0.5, 1e+06.
std::string go_number(double number);
inline constexpr std::size_t shown_bytes_max = 4096;

// Adds unless there are enough.
void add(Violations& violations, Violation violation);

}  // namespace telltale::schema
