// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every command there is. Each is defined in a file of its own and has a line in commands.cc.

#include <span>
#include <string_view>

#include "cli/command_line/command.h"

namespace telltale::cli {

// In the order in which the overview shows them.
std::span<const Command* const> all_commands();

// Nothing where there is no such command.
const Command* find_command(std::string_view name);

}  // namespace telltale::cli
