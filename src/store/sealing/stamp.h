// SPDX-License-Identifier: Apache-2.0
#pragma once

// A stored value tells its own revision. Writers cannot know it beforehand, so they leave the place
// empty and the store fills it in: the first `"resourceVersion":"…"` of the text. A writer puts
// that member where nothing of a user's text can stand before it.

#include <cstdint>
#include <string>
#include <string_view>

namespace telltale::store {

using Revision = std::int64_t;

inline constexpr std::string_view stamp_mark = "\"resourceVersion\":\"";

// The value with that revision in its place, whatever stood there; unchanged without a place.
std::string stamped(std::string_view value, Revision revision);
// The value with nothing in its place.
std::string unstamped(std::string_view value);

}  // namespace telltale::store
