// SPDX-License-Identifier: Apache-2.0
#pragma once

// The keys that begin with a prefix, as a range of keys.

#include <optional>
#include <string>
#include <string_view>

namespace telltale::store {

// The first key behind all keys that begin with the prefix; nothing when there can be none.
std::optional<std::string> behind_prefix(std::string_view prefix);

}  // namespace telltale::store
