// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bytes inside of YAML and JSON: standard base64 with padding.

#include <optional>
#include <string>
#include <string_view>

namespace telltale::client {

std::string to_base64(std::string_view bytes);
// Line breaks are stepped over, as Go does. Nothing when it is no base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace telltale::client
