// SPDX-License-Identifier: Apache-2.0
#pragma once

// Errors that are documents: {"error":{"code":"X","message":"Y"}}, Code="X" Message="Y" and
// <Code>X</Code><Message>Y</Message>, in whatever text they stand and however deep they nest.

#include <optional>
#include <string>
#include <string_view>

namespace telltale {

// "X: Y" of the last pair that says something, which is the deepest of those that Azure nests; Y
// alone where the code is a number. Nothing: there is no such pair.
std::optional<std::string> error_in_pairs(std::string_view text);

}  // namespace telltale
