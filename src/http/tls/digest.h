// SPDX-License-Identifier: Apache-2.0
#pragma once

// SHA-256, for names that must be the same wherever they are made.

#include <string>
#include <string_view>

namespace telltale::http {

// 32 bytes.
std::string sha256(std::string_view text);

}  // namespace telltale::http
