// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bytes from outside as text that may stand in a JSON document.

#include <string>
#include <string_view>

namespace telltale::cli {

// Every byte that belongs to no UTF-8 character becomes U+FFFD, the sign for that.
std::string valid_utf8(std::string_view bytes);

}  // namespace telltale::cli
