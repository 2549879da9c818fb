// SPDX-License-Identifier: Apache-2.0
#include "schema/validate/field_error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "json/print.h"

namespace telltale::schema {
namespace {

using Kind = FieldError::Kind;

// The two words of the API for each kind: the cause's reason, and how its message begins.
struct Words {
  std::string_view reason;
  std::string_view opening;
};

Words words(Kind kind) {
  switch (kind) {
    case Kind::Invalid:
      return {"FieldValueInvalid", "Invalid value"};
    case Kind::TypeInvalid:
      return {"FieldValueTypeInvalid", "Invalid value"};
    case Kind::Required:
      return {"FieldValueRequired", "Required value"};
    case Kind::NotSupported:
      return {"FieldValueNotSupported", "Unsupported value"};
    case Kind::Forbidden:
      return {"FieldValueForbidden", "Forbidden"};
    case Kind::Duplicate:
      return {"FieldValueDuplicate", "Duplicate value"};
    case Kind::TooLong:
      return {"FieldValueTooLong", "Too long"};
    case Kind::TooMany:
      return {"FieldValueTooMany", "Too many"};
    case Kind::NotFound:
      return {"FieldValueNotFound", "Not found"};
  }
  return {"FieldValueInvalid", "Invalid value"};
}

// Empty parts are left out: "Required value", "Required value: why".
FieldError make(std::string field, Kind kind, std::string_view shown_value, std::string_view why) {
  std::string message(words(kind).opening);
  for (const std::string_view part : {shown_value, why}) {
    if (part.empty()) continue;
    message += ": ";
    message += truncate_utf8(part, 2 * shown_bytes_max);
  }
  if (field.size() > shown_bytes_max) field = truncate_utf8(field, shown_bytes_max);
  return {.field = std::move(field), .kind = kind, .message = std::move(message)};
}

void append_quoted(std::string& out, char letter) {
  switch (letter) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(letter);
  if (byte < 0x20 || byte == 0x7f) {
    out += format("\\x{:02x}", byte);
  } else {
    out += letter;
  }
}

}  // namespace

std::string_view reason_word(FieldError::Kind kind) { return words(kind).reason; }

std::string to_text(const FieldError& field_error) {
  return format("{}: {}", field_error.field, field_error.message);
}

FieldError invalid(std::string field, std::string_view shown_value, std::string_view why) {
  return make(std::move(field), Kind::Invalid, shown_value, why);
}

FieldError type_invalid(std::string field, std::string_view shown_value, std::string_view why) {
  return make(std::move(field), Kind::TypeInvalid, shown_value, why);
}

FieldError required(std::string field, std::string_view why) {
  return make(std::move(field), Kind::Required, {}, why);
}

FieldError not_supported(std::string field, std::string_view shown_value,
                         const std::vector<std::string>& supported) {
  std::string list;
  for (const std::string& word : supported) {
    list += list.empty() ? "supported values: " : ", ";
    list += schema::quoted(word);
  }
  return make(std::move(field), Kind::NotSupported, shown_value, list);
}

FieldError forbidden(std::string field, std::string_view why) {
  return make(std::move(field), Kind::Forbidden, {}, why);
}

FieldError duplicate(std::string field, std::string_view shown_value) {
  return make(std::move(field), Kind::Duplicate, shown_value, {});
}

FieldError not_found(std::string field, std::string_view shown_value) {
  return make(std::move(field), Kind::NotFound, shown_value, {});
}

FieldError too_long(std::string field, std::uint64_t bytes_max) {
  return make(std::move(field), Kind::TooLong, {},
              format("may not be more than {} {}", bytes_max, bytes_max == 1 ? "byte" : "bytes"));
}

FieldError too_many(std::string field, std::uint64_t count, std::uint64_t count_max) {
  return make(std::move(field), Kind::TooMany, format("{}", count),
              format("must have at most {} {}", count_max, count_max == 1 ? "item" : "items"));
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char letter : truncate_utf8(text, shown_bytes_max)) append_quoted(out, letter);
  out += '"';
  return out;
}

std::string go_number(double number) {
  // Go's %v: the shortest digits, with an exponent from 1e+06 on.
  constexpr double plain_below = 1e6;
  if (!std::isfinite(number)) return std::isnan(number) ? "NaN" : number < 0 ? "-Inf" : "+Inf";
  std::array<char, 64> text{};
  const double size = std::fabs(number);
  const bool plain = size == 0 || (size >= 1e-4 && size < plain_below);
  const auto form = plain ? std::chars_format::fixed : std::chars_format::scientific;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number, form);
  return {text.data(), end.ptr};
}

std::string shown(const json::Value& value) {
  if (value.is_null()) return "\"null\"";
  if (const auto* text = value.if_string()) return schema::quoted({text->data(), text->size()});
  if (const auto* number = value.if_double()) return go_number(*number);
  return truncate_utf8(json::print(value), shown_bytes_max);
}

FieldErrors::FieldErrors(std::initializer_list<FieldError> field_errors) {
  for (const FieldError& field_error : field_errors) push_back(field_error);
}

bool FieldErrors::full() const {
  return told_.size() >= field_errors_max || bytes_ >= field_errors_bytes_max;
}

void FieldErrors::push_back(FieldError field_error) {
  if (full()) {
    ++untold_;
    return;
  }
  bytes_ += field_error.field.size() + field_error.message.size();
  told_.push_back(std::move(field_error));
}

void FieldErrors::append(const FieldErrors& more) {
  for (const FieldError& field_error : more) push_back(field_error);
  untold_ += more.untold_;
}

void FieldErrors::sort_by_text() {
  std::ranges::sort(told_, {}, [](const FieldError& field_error) { return to_text(field_error); });
}

void add(FieldErrors& field_errors, FieldError field_error) {
  field_errors.push_back(std::move(field_error));
}

}  // namespace telltale::schema
