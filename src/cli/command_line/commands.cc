// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/commands.h"

#include <algorithm>

namespace telltale::cli {
namespace {

constexpr const Command* commands[] = {
    &check_command,    &why_command,       &tree_command,       &get_command,      &wait_command,
    &history_command,  &tables_command,    &runbook_command,    &generate_command, &convert_command,
    &classify_command, &manifests_command, &up_command,         &run_live_command, &serve_command,
    &store_command,    &rotate_command,    &completion_command, &manual_command,   &version_command,
};

}  // namespace

std::span<const Command* const> all_commands() { return commands; }

const Command* find_command(std::string_view name) {
  const auto found = std::ranges::find(all_commands(), name, &Command::name);
  return found == all_commands().end() ? nullptr : *found;
}

}  // namespace telltale::cli
