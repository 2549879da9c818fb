// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bytes as texts carry them: hexadecimal digits, and standard base64 with padding.

#include <optional>
#include <string>
#include <string_view>

namespace telltale {

// In lower case.
std::string to_hex(std::string_view bytes);
// Nothing when it is no even number of lower-case hexadecimal digits.
std::optional<std::string> from_hex(std::string_view digits);

std::string to_base64(std::string_view bytes);
// Line breaks are stepped over, as Go does. Nothing when it is no base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace telltale
