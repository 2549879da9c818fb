// SPDX-License-Identifier: Apache-2.0
#pragma once

// RFC 6901: the name of a place in a document, "/spec/items/0/name".

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace telltale::json {

using Pointer = std::vector<std::string>;  // its names, unescaped; empty for the whole document

[[nodiscard]] Result<Pointer> parse_pointer(std::string_view text);

// "0" and "17", but not "", "-1", "01" and "1e0"; nothing for numbers no list can have.
std::optional<std::size_t> parse_index(std::string_view name);

// The child of that name, or nothing. "-" names no item.
Value* child_at(Value& parent, const std::string& name);

}  // namespace telltale::json
