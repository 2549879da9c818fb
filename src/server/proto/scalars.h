// SPDX-License-Identifier: Apache-2.0
#pragma once

// The small values of protobuf messages as JSON: texts, numbers, times, quantities. Nothing where
// JSON would show nothing: a time that is not set.

#include <optional>

#include "base/result.h"
#include "json/value.h"
#include "server/proto/message.h"
#include "server/proto/wire.h"

namespace telltale::server {

using MaybeValue = std::optional<json::Value>;

[[nodiscard]] Result<MaybeValue> scalar_value(const Field& field, const WireField& read);
// What an absent value of this type is: "", 0, false, an empty list or object.
json::Value zero_of(const Field& field);
bool is_zero(const json::Value& value);

// A bad wire type, bad text: names the field.
std::unexpected<Error> wrong_wire(const Field& field, Wire wire);
[[nodiscard]] Result<json::Value> text_value(const Field& field, std::string_view bytes);

}  // namespace telltale::server
