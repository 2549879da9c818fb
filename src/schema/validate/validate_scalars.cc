// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/text.h"
#include "json/print.h"
#include "schema/validate/formats.h"
#include "schema/validate/numbers.h"
#include "schema/validate/pattern.h"
#include "schema/validate/validate_parts.h"

namespace telltale::schema {
namespace {

using json::Value;
using Type = Structure::Type;

std::string_view word(Type type) {
  switch (type) {
    case Type::Any:
      return "";
    case Type::Object:
      return "object";
    case Type::Array:
      return "array";
    case Type::String:
      return "string";
    case Type::Integer:
      return "integer";
    case Type::Number:
      return "number";
    case Type::Boolean:
      return "boolean";
  }
  return "";
}

// The type that a value is of by itself.
std::string_view word(const Value& value) {
  switch (value.kind()) {
    case boost::json::kind::null:
      return "null";
    case boost::json::kind::bool_:
      return "boolean";
    case boost::json::kind::int64:
    case boost::json::kind::uint64:
      return "integer";
    case boost::json::kind::double_:
      return "number";
    case boost::json::kind::string:
      return "string";
    case boost::json::kind::array:
      return "array";
    case boost::json::kind::object:
      return "object";
  }
  return "null";
}

bool is_of(const Value& value, const Structure& structure) {
  if (structure.int_or_string) {
    return value.is_string() || (value.is_number() && is_whole(value));
  }
  switch (structure.type) {
    case Type::Any:
      return true;
    case Type::Integer:
      return value.is_number() && is_whole(value);
    case Type::Number:
      return value.is_number();
    default:
      return word(value) == word(structure.type);
  }
}

void add_wrong_type(const Judged& judged, std::string_view wanted, std::string_view found,
                    FieldErrors& out) {
  add(out, type_invalid(field_name(judged.path), schema::quoted(found),
                        format("{} in body must be of type {}: {}", judged.path, wanted,
                               schema::quoted(found))));
}

// Bounds are kept as doubles; beside an integer they are shown as one.
std::string shown_bound(double bound, const Value& beside) {
  constexpr double exact_max = 9223372036854775808.0;
  const bool whole = std::trunc(bound) == bound && std::fabs(bound) < exact_max;
  if (beside.is_double() || !whole) return go_number(bound);
  return format("{}", static_cast<std::int64_t>(bound));
}

void add_out_of_bounds(const Judged& judged, std::string_view relation, double bound,
                       FieldErrors& out) {
  add(out, invalid(field_name(judged.path), shown(judged.value),
                   format("{} in body should be {} {}", judged.path, relation,
                          shown_bound(bound, judged.value))));
}

void check_limits(const Judged& judged, FieldErrors& out) {
  const Structure::Bounds& bounds = judged.structure.bounds;
  if (bounds.maximum) {
    const auto order = compare_numbers(judged.value, *bounds.maximum);
    if (order > 0 || (bounds.exclusive_maximum && order == 0)) {
      add_out_of_bounds(judged, bounds.exclusive_maximum ? "less than" : "less than or equal to",
                        *bounds.maximum, out);
    }
  }
  if (bounds.minimum) {
    const auto order = compare_numbers(judged.value, *bounds.minimum);
    if (order < 0 || (bounds.exclusive_minimum && order == 0)) {
      add_out_of_bounds(judged,
                        bounds.exclusive_minimum ? "greater than" : "greater than or equal to",
                        *bounds.minimum, out);
    }
  }
}

void check_integer_range(const Judged& judged, FieldErrors& out) {
  const Structure& structure = judged.structure;
  if (structure.type != Type::Integer || !is_whole(judged.value)) return;
  const std::string_view format_word = structure.format == "int32" ? "int32" : "int64";
  if (fits_integer(judged.value, format_word)) return;
  const std::string how = structure.format == format_word ? format("with format {}", format_word)
                                                          : std::string("(default format)");
  add(out, invalid(field_name(judged.path), shown(judged.value),
                   format("Checked value must be of type integer {} in {}", how, judged.path)));
}

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char letter) { return (static_cast<unsigned char>(letter) & 0xC0) != 0x80; }));
}

void check_length(const Judged& judged, std::string_view text, FieldErrors& out) {
  const Structure::Bounds& bounds = judged.structure.bounds;
  const std::size_t length = code_points(text);
  if (bounds.max_length && length > *bounds.max_length) {
    add(out, too_long(field_name(judged.path), *bounds.max_length));
  }
  if (bounds.min_length && length < *bounds.min_length) {
    add(out, invalid(field_name(judged.path), schema::quoted(text),
                     format("{} in body should be at least {} chars long", judged.path,
                            *bounds.min_length)));
  }
}

}  // namespace

void check_type(const Judged& judged, FieldErrors& out) {
  const Structure& structure = judged.structure;
  const std::string_view wanted =
      structure.int_or_string ? std::string_view("integer,string") : word(structure.type);
  if (judged.value.is_null()) {
    if (!wanted.empty() && !structure.nullable) add_wrong_type(judged, wanted, "null", out);
    return;
  }
  if (is_of(judged.value, structure)) return;
  add_wrong_type(judged, wanted, word(judged.value), out);
}

void check_choices(const Judged& judged, FieldErrors& out) {
  const std::vector<Value>& choices = judged.structure.bounds.choices;
  if (choices.empty()) return;
  const auto same = [&](const Value& choice) { return equal_values(choice, judged.value); };
  if (std::ranges::any_of(choices, same)) return;
  std::vector<std::string> words;
  for (const Value& choice : choices) {
    const auto* text = choice.if_string();
    words.push_back(text != nullptr ? std::string(text->data(), text->size())
                                    : json::print(choice));
  }
  add(out, not_supported(field_name(judged.path), shown(judged.value), words));
}

void check_text(const Judged& judged, FieldErrors& out) {
  const auto* string = judged.value.if_string();
  if (string == nullptr) return;
  const std::string_view text(string->data(), string->size());
  const Structure& structure = judged.structure;
  check_length(judged, text, out);
  const auto& pattern = structure.bounds.compiled_pattern;
  if (pattern != nullptr && !pattern->found_in(text)) {
    add(out,
        invalid(field_name(judged.path), schema::quoted(text),
                format("{} in body should match '{}'", judged.path, structure.bounds.pattern)));
  }
  const bool typed = structure.type == Type::String || structure.type == Type::Any;
  if (typed && !has_format(text, structure.format)) {
    add_wrong_type(judged, structure.format, text, out);
  }
}

void check_number(const Judged& judged, FieldErrors& out) {
  if (!judged.value.is_number()) return;
  check_integer_range(judged, out);
  const auto factor = judged.structure.bounds.multiple_of;
  if (factor && !is_multiple(judged.value, *factor)) {
    add_out_of_bounds(judged, "a multiple of", *factor, out);
  }
  check_limits(judged, out);
}

}  // namespace telltale::schema
