// SPDX-License-Identifier: Apache-2.0
#pragma once

// What Kubernetes accepts as the key and the value of a label.

#include <optional>
#include <string_view>

namespace telltale {

// Nothing when it is fine; otherwise the rule that is broken, as half a sentence.
std::optional<std::string_view> error_in_label_key(std::string_view key);
std::optional<std::string_view> error_in_label_value(std::string_view value);

}  // namespace telltale
