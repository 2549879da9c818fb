// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale COMMAND --help`, made of what the command declares: what it does, examples, what the
// words on its screens mean, its own flags, then those that it shares, group by group.

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/command_line/command.h"
#include "cli/screen/terminal.h"

namespace telltale::cli {

// Help is as wide as the terminal, up to what reads well, and as wide as most terminals in a pipe.
Terminal help_terminal(Terminal terminal);

// `program` is what people call telltale, `terminal` one of help_terminal().
std::string command_help(const Command& command, std::string_view program,
                         const Terminal& terminal);

}  // namespace telltale::cli
