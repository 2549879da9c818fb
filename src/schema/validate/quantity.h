// SPDX-License-Identifier: Apache-2.0
#pragma once

// Amounts of resources as Kubernetes writes them: "100m", "1.5Gi", "2e3".

#include <optional>
#include <string>
#include <string_view>

namespace telltale::schema {

inline constexpr std::string_view quantity_format = "k8s-quantity";

// The one way to write that amount: no fraction, the largest suffix that leaves none. "1000m" is
// "1", "1.5Gi" is "1536Mi", what is finer than a billionth is rounded up. Nothing when it is none.
// Amounts of more than 30 digits stay as they are written.
std::optional<std::string> canonical_quantity(std::string_view text);

}  // namespace telltale::schema
