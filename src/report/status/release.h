// SPDX-License-Identifier: Apache-2.0
#pragma once

// Letting go of a condition without changing it: leaving it out of the next apply would remove it,
// or tear it where somebody else owns a part. So telltale's entry in managedFields is rewritten
// without that item; what is said stays, and belongs to whoever else owns it, or to nobody.

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace telltale {

// The merge patch, of the object itself since managedFields cannot be changed through /status;
// guarded by resourceVersion. Nothing when telltale owns none of these types there.
std::optional<std::string> release_patch(std::string_view document,
                                         std::span<const std::string> types);

}  // namespace telltale
