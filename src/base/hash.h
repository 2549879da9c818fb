// SPDX-License-Identifier: Apache-2.0
#pragma once

// A transparent hash: maps keyed by std::string answer a std::string_view without copying it.
// Debian's absl::string_view is its own type, so absl's built-in transparency does not reach ours.

#include <functional>
#include <string_view>

namespace telltale {

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>{}(text);
  }
};

}  // namespace telltale
