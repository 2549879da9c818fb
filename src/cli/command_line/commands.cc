// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/commands.h"

#include <algorithm>

namespace telltale::cli {

// In the order in which the overview shows them, group by group. A line declares the record that
// the command's file defines and lists it.
// clang-format off
constexpr const Command* commands[] = {
    [] { extern const Command check_command; return &check_command; }(),
    [] { extern const Command tree_command; return &tree_command; }(),
    [] { extern const Command get_command; return &get_command; }(),
    [] { extern const Command wait_command; return &wait_command; }(),
    [] { extern const Command history_command; return &history_command; }(),
    [] { extern const Command why_command; return &why_command; }(),
    [] { extern const Command runbook_command; return &runbook_command; }(),
    [] { extern const Command tables_command; return &tables_command; }(),
    [] { extern const Command classify_command; return &classify_command; }(),
    [] { extern const Command up_command; return &up_command; }(),
    [] { extern const Command run_live_command; return &run_live_command; }(),
    [] { extern const Command serve_command; return &serve_command; }(),
    [] { extern const Command store_command; return &store_command; }(),
    [] { extern const Command rotate_command; return &rotate_command; }(),
    [] { extern const Command generate_command; return &generate_command; }(),
    [] { extern const Command convert_command; return &convert_command; }(),
    [] { extern const Command manifests_command; return &manifests_command; }(),
    [] { extern const Command help_command; return &help_command; }(),
    [] { extern const Command completion_command; return &completion_command; }(),
    [] { extern const Command manual_command; return &manual_command; }(),
    [] { extern const Command version_command; return &version_command; }(),
};
// clang-format on

std::span<const Command* const> all_commands() { return commands; }

const Command* find_command(std::string_view name) {
  const auto found = std::ranges::find(all_commands(), name, &Command::name);
  return found == all_commands().end() ? nullptr : *found;
}

}  // namespace telltale::cli
