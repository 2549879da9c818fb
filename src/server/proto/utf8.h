// SPDX-License-Identifier: Apache-2.0
#pragma once

// JSON is UTF-8, protobuf strings are any bytes; what passes from one to the other is looked at.

#include <string_view>

namespace telltale::server {

// Well-formed: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool is_utf8(std::string_view bytes);

}  // namespace telltale::server
