// SPDX-License-Identifier: Apache-2.0
#pragma once

// Names as the API wants them, and the sentences it answers others with.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace telltale::schema {

inline constexpr std::size_t label_bytes_max = 63;
inline constexpr std::size_t subdomain_bytes_max = 253;

// Everything wrong with the name; empty when nothing is. "my-name"
std::vector<std::string> errors_in_dns1035_label(std::string_view name);
// "example.com"
std::vector<std::string> errors_in_dns1123_subdomain(std::string_view name);

}  // namespace telltale::schema
