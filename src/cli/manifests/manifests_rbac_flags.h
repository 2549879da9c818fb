// SPDX-License-Identifier: Apache-2.0
#pragma once

// From what was typed behind `manifests` to what is wanted of its roles.

#include <string_view>

#include "base/result.h"
#include "cli/command_line/flags.h"
#include "cli/manifests/manifests_rbac_options.h"

namespace telltale::cli {

// Whether the flags fit the word behind `manifests`, which may be empty, and each other. A flag
// that would change nothing was meant for something else.
[[nodiscard]] Result<void> check_manifests_flags(const Typed& typed, std::string_view subject);

[[nodiscard]] Result<RbacOptions> rbac_options(const Typed& typed);

}  // namespace telltale::cli
