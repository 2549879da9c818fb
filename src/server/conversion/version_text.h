// SPDX-License-Identifier: Apache-2.0
#pragma once

// A resourceVersion as clients write it: nothing, or a number that the server once gave.

#include <expected>
#include <string>
#include <string_view>

#include "store/sealing/stamp.h"

namespace telltale::server {

// Nothing is zero, and a number that no store can reach is the largest. The error is the sentence
// that clients know for it: `strconv.ParseUint: parsing "abc": invalid syntax`.
std::expected<store::Revision, std::string> read_version_text(std::string_view text);

}  // namespace telltale::server
