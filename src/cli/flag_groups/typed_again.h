// SPDX-License-Identifier: Apache-2.0
#pragma once

// The flags that were typed, once more: a command that a screen offers must read the same world, as
// of the same instant, by the same rules.

#include <string>

#include "cli/flag_groups/reading_flags.h"

namespace telltale::cli {

// " -f must-gather.tar.gz --now 2026-01-01T10:00:00Z", with a blank in front of each; nothing where
// nothing was typed. Namespaces and selectors are not among them: an object has its own.
std::string typed_again(const ReadOptions& options);

}  // namespace telltale::cli
