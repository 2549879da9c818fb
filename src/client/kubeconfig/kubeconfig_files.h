// SPDX-License-Identifier: Apache-2.0
#pragma once

// Small files, as kubeconfigs point to: configurations, certificates, tokens.

#include <cstddef>
#include <string>

#include "base/result.h"

namespace telltale::client {

inline constexpr std::size_t small_file_bytes_max = std::size_t{16} << 20;

// NotFound where there is none; Internal where it cannot be read. The error says why, not which.
[[nodiscard]] Result<std::string> read_small_file(const std::string& path);

// The path as seen from the folder, unless it is absolute or empty.
std::string resolve(const std::string& folder, const std::string& path);

}  // namespace telltale::client
