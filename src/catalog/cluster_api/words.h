// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sentences that several kinds say in the same words.

#include <string_view>

namespace telltale {

// All that can be said to a user when our own side failed to look.
inline constexpr std::string_view internal_error_message =
    "Please check controller logs for errors";

}  // namespace telltale
