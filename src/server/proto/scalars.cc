// SPDX-License-Identifier: Apache-2.0
#include "server/proto/scalars.h"

#include <bit>
#include <cmath>

#include "base/encoding.h"
#include "base/instant.h"
#include "base/text.h"
#include "base/utf8.h"

namespace telltale::server {
namespace {

constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;
constexpr std::int64_t nanoseconds_per_microsecond = 1'000;
// The years 0 to 9999, which is what RFC 3339 can say.
constexpr std::int64_t seconds_min = -62'167'219'200;
constexpr std::int64_t seconds_max = 253'402'300'799;
constexpr double exact_integer_max = 9007199254740992.0;

std::int64_t signed_value(std::uint64_t value) { return static_cast<std::int64_t>(value); }

Result<MaybeValue> number_value(const Field& field, const WireField& read) {
  if (read.wire != Wire::Varint) return wrong_wire(field, read.wire);
  if (field.type == Field::Type::Bool) return json::Value(read.value != 0);
  return json::Value(signed_value(read.value));
}

// Whole numbers are printed without a fraction, as Go does.
Result<MaybeValue> double_value(const Field& field, const WireField& read) {
  if (read.wire != Wire::Fixed64) return wrong_wire(field, read.wire);
  const auto value = std::bit_cast<double>(read.value);
  if (!std::isfinite(value))
    return fail(Error::Kind::Invalid, format("proto: field {} is not a finite number", field.name));
  if (std::trunc(value) == value && std::abs(value) < exact_integer_max)
    return json::Value(static_cast<std::int64_t>(value));
  return json::Value(value);
}

std::string with_microseconds(Instant instant, std::int64_t nanoseconds) {
  std::string text = format_rfc3339(instant);
  text.pop_back();
  return format("{}.{:06}Z", text, nanoseconds / nanoseconds_per_microsecond);
}

// Seconds and nanoseconds since 1970; an empty message is no time at all.
Result<MaybeValue> time_value(const Field& field, std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
  WireReader reader(bytes);
  for (auto part = reader.next();; part = reader.next()) {
    if (!part) return fail(part.error());
    if (!*part) break;
    if ((*part)->number > 2) continue;
    if ((*part)->wire != Wire::Varint) return wrong_wire(field, (*part)->wire);
    // The nanoseconds are an int32 in Go: what is above is cut off, so the sum cannot overflow.
    if ((*part)->number == 1) seconds = signed_value((*part)->value);
    if ((*part)->number == 2) nanoseconds = static_cast<std::int32_t>((*part)->value);
  }
  const std::int64_t carried =
      nanoseconds / nanoseconds_per_second - (nanoseconds % nanoseconds_per_second < 0 ? 1 : 0);
  nanoseconds -= carried * nanoseconds_per_second;
  if (seconds < seconds_min - carried || seconds > seconds_max - carried)
    return fail(Error::Kind::Invalid,
                format("proto: field {} is not a time of our era", field.name));
  const Instant instant{Seconds{seconds + carried}};
  if (field.type == Field::Type::Time) return json::Value(format_rfc3339(instant));
  return json::Value(with_microseconds(instant, nanoseconds));
}

// A message around one text: Quantity's, and the raw bytes of JSON.
Result<std::string_view> only_bytes(const Field& field, std::string_view message) {
  std::string_view found;
  WireReader reader(message);
  for (auto part = reader.next();; part = reader.next()) {
    if (!part) return fail(part.error());
    if (!*part) return found;
    if ((*part)->number != 1) continue;
    if ((*part)->wire != Wire::Bytes) return wrong_wire(field, (*part)->wire);
    found = (*part)->bytes;
  }
}

Result<MaybeValue> quantity_value(const Field& field, std::string_view bytes) {
  const auto text = only_bytes(field, bytes);
  if (!text) return fail(text.error());
  if (text->empty()) return json::Value("0");
  const auto value = text_value(field, *text);
  if (!value) return fail(value.error());
  return *value;
}

Result<MaybeValue> int_or_string_value(const Field& field, std::string_view bytes) {
  std::int64_t type = 0;
  std::int64_t number = 0;
  std::string_view text;
  WireReader reader(bytes);
  for (auto part = reader.next();; part = reader.next()) {
    if (!part) return fail(part.error());
    if (!*part) break;
    if ((*part)->number > 3) continue;
    const Wire expected = (*part)->number == 3 ? Wire::Bytes : Wire::Varint;
    if ((*part)->wire != expected) return wrong_wire(field, (*part)->wire);
    if ((*part)->number == 1) type = signed_value((*part)->value);
    if ((*part)->number == 2) number = signed_value((*part)->value);
    if ((*part)->number == 3) text = (*part)->bytes;
  }
  if (type == 0) return json::Value(number);
  const auto value = text_value(field, text);
  if (!value) return fail(value.error());
  return *value;
}

Result<MaybeValue> strings_value(const Field& field, std::string_view bytes) {
  json::ValueList items;
  WireReader reader(bytes);
  for (auto part = reader.next();; part = reader.next()) {
    if (!part) return fail(part.error());
    if (!*part) return json::Value(std::move(items));
    if ((*part)->number != 1) continue;
    if ((*part)->wire != Wire::Bytes) return wrong_wire(field, (*part)->wire);
    auto item = text_value(field, (*part)->bytes);
    if (!item) return fail(item.error());
    items.push_back(*std::move(item));
  }
}

Result<MaybeValue> value_of_bytes(const Field& field, std::string_view bytes) {
  switch (field.type) {
    case Field::Type::Bytes:
      return json::Value(to_base64(bytes));
    case Field::Type::Time:
    case Field::Type::MicroTime:
      return time_value(field, bytes);
    case Field::Type::Quantity:
      return quantity_value(field, bytes);
    case Field::Type::IntOrString:
      return int_or_string_value(field, bytes);
    case Field::Type::Strings:
      return strings_value(field, bytes);
    default: {
      auto text = text_value(field, bytes);
      if (!text) return fail(text.error());
      return *std::move(text);
    }
  }
}

}  // namespace

std::unexpected<Error> wrong_wire(const Field& field, Wire wire) {
  return fail(Error::Kind::Invalid, format("proto: wrong wireType = {} for field {}",
                                           static_cast<int>(wire), field.name));
}

Result<json::Value> text_value(const Field& field, std::string_view bytes) {
  if (!is_utf8(bytes))
    return fail(Error::Kind::Invalid, format("proto: field {} is not valid UTF-8", field.name));
  return json::Value(bytes);
}

Result<MaybeValue> scalar_value(const Field& field, const WireField& read) {
  switch (field.type) {
    case Field::Type::Bool:
    case Field::Type::Int:
      return number_value(field, read);
    case Field::Type::Double:
      return double_value(field, read);
    default:
      if (read.wire != Wire::Bytes) return wrong_wire(field, read.wire);
      return value_of_bytes(field, read.bytes);
  }
}

json::Value zero_of(const Field& field) {
  switch (field.type) {
    case Field::Type::Bool:
      return false;
    case Field::Type::Int:
    case Field::Type::Double:
    case Field::Type::IntOrString:
      return 0;
    case Field::Type::Quantity:
      return "0";
    case Field::Type::Strings:
      return json::ValueList();
    case Field::Type::Message:
      return json::ValueMap();
    case Field::Type::Time:
    case Field::Type::MicroTime:
    case Field::Type::Json:
      return nullptr;
    default:
      return "";
  }
}

bool is_zero(const json::Value& value) {
  if (const auto* text = value.if_string()) return text->empty();
  if (const auto* number = value.if_int64()) return *number == 0;
  if (const auto* truth = value.if_bool()) return !*truth;
  if (const auto* list = value.if_array()) return list->empty();
  if (const auto* map = value.if_object()) return map->empty();
  return value.is_null();
}

}  // namespace telltale::server
