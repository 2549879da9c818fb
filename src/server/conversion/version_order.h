// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which of two API versions is preferred: v2, v1, v1beta2, v1beta1, v1alpha1, and behind them, by
// the alphabet, names that follow no such pattern.

#include <string_view>

namespace telltale::server {

bool preferred_version_first(std::string_view one, std::string_view other);

}  // namespace telltale::server
