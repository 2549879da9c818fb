// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is wrong with one field of an object, in the words of the API: the causes of a 422.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace telltale::schema {

struct FieldError {
  enum class Kind : std::uint8_t {
    Invalid,       // FieldValueInvalid
    TypeInvalid,   // FieldValueTypeInvalid
    Required,      // FieldValueRequired
    NotSupported,  // FieldValueNotSupported
    Forbidden,     // FieldValueForbidden
    Duplicate,     // FieldValueDuplicate
    TooLong,       // FieldValueTooLong
    TooMany,       // FieldValueTooMany
    NotFound,      // FieldValueNotFound
  };
  std::string field;  // "spec.versions[0].name"
  Kind kind = Kind::Invalid;
  std::string message;  // "Invalid value: 0x0: must be specified for an update"

  bool operator==(const FieldError&) const = default;
};

// More are counted, not told: an object of a million bad items gets an answer people can read.
inline constexpr std::size_t field_errors_max = 100;
inline constexpr std::size_t field_errors_bytes_max = std::size_t{256} << 10;

// What is wrong with one object. However much is put in, it holds no more than people read; so
// callers need not count what they put in, only stop looking when it is full.
class FieldErrors {
 public:
  using value_type = FieldError;
  using const_iterator = std::vector<FieldError>::const_iterator;
  using iterator = const_iterator;
  using const_reference = const FieldError&;
  using reference = const_reference;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;

  FieldErrors() = default;
  FieldErrors(std::initializer_list<FieldError> field_errors);

  void push_back(FieldError field_error);
  void append(const FieldErrors& more);
  void sort_by_text();

  bool full() const;
  bool empty() const { return told_.empty(); }
  std::size_t size() const { return told_.size(); }
  std::size_t untold() const { return untold_; }  // put in, and not kept
  const_iterator begin() const { return told_.begin(); }
  const_iterator end() const { return told_.end(); }
  const FieldError& front() const { return told_.front(); }
  const FieldError& operator[](std::size_t index) const { return told_[index]; }
  const FieldError& at(std::size_t index) const { return told_.at(index); }
  bool operator==(const FieldErrors&) const = default;

 private:
  std::vector<FieldError> told_;
  std::size_t bytes_ = 0;
  std::size_t untold_ = 0;
};

// "FieldValueInvalid"
std::string_view reason_word(FieldError::Kind kind);
// "spec.size: Invalid value: …"
std::string to_text(const FieldError& field_error);

// The message forms of the API: `Invalid value: "x": why`, `Required value: why`,
// `Unsupported value: "x": supported values: "a", "b"`, `Forbidden: why`, `Duplicate value: "x"`.
// Values are printed as Go's field errors print them: strings quoted, numbers plain, the rest JSON;
// values and fields that are longer than people read are cut.
FieldError invalid(std::string field, std::string_view shown_value, std::string_view why);
FieldError required(std::string field, std::string_view why = {});
FieldError not_supported(std::string field, std::string_view shown_value,
                         const std::vector<std::string>& supported);
FieldError forbidden(std::string field, std::string_view why);
FieldError duplicate(std::string field, std::string_view shown_value);
FieldError not_found(std::string field, std::string_view shown_value);
FieldError type_invalid(std::string field, std::string_view shown_value, std::string_view why);
FieldError too_long(std::string field, std::uint64_t bytes_max);
FieldError too_many(std::string field, std::uint64_t count, std::uint64_t count_max);

// A value as those messages show it: "a text", 12, 1.5, true, {"a":1}; null is "null" in quotes.
// What is longer than people read is cut.
std::string shown(const json::Value& value);
std::string quoted(std::string_view text);
// A double as Go prints it: 100, 0.5, 1e+06.
std::string go_number(double number);
inline constexpr std::size_t shown_bytes_max = 4096;

// Adds unless there are enough.
void add(FieldErrors& field_errors, FieldError field_error);

}  // namespace telltale::schema
