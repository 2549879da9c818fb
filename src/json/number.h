// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reads the text of one JSON number.

#include <cstdint>
#include <optional>
#include <string_view>

#include "json/tree/tree.h"

namespace telltale::json {

// An Int, or a Double when it has a fraction or exponent or does not fit into 64 bits. Nothing when
// the text is no JSON number or too large even for a double.
std::optional<Tree> read_number(std::string_view token, std::uint32_t offset);

}  // namespace telltale::json
