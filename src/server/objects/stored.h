// SPDX-License-Identifier: Apache-2.0
#pragma once

// An object as it lies in the store: compact JSON that begins with apiVersion, kind and the place
// of its resourceVersion, so that it can be sent as it is.

#include <string>
#include <string_view>

#include "base/result.h"
#include "json/value.h"

namespace telltale::server {

// The place of the resourceVersion is left empty; the store fills it.
std::string to_stored(const json::Value& object);
// The same with the resourceVersion that the object has; for answers.
std::string to_wire(const json::Value& object);
// A value that does not parse was not written by us: the store is damaged.
[[nodiscard]] Result<json::Value> from_stored(std::string_view bytes);
// Whether the object is written in that apiVersion; does not parse.
bool speaks(std::string_view bytes, std::string_view api_version);

}  // namespace telltale::server
