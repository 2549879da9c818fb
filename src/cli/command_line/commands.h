// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every command there is. Each is defined in a file of its own and listed in commands.cc, in the
// order in which the overview shows them.

#include <span>
#include <string_view>

#include "cli/command_line/command.h"

namespace telltale::cli {

extern const Command check_command;
extern const Command why_command;
extern const Command tree_command;
extern const Command get_command;
extern const Command wait_command;
extern const Command history_command;
extern const Command tables_command;
extern const Command runbook_command;
extern const Command generate_command;
extern const Command convert_command;
extern const Command classify_command;
extern const Command manifests_command;
extern const Command up_command;
extern const Command run_live_command;
extern const Command serve_command;
extern const Command store_command;
extern const Command rotate_command;
extern const Command completion_command;
extern const Command manual_command;
extern const Command version_command;

std::span<const Command* const> all_commands();

// Nothing where there is no such command.
const Command* find_command(std::string_view name);

}  // namespace telltale::cli
