// SPDX-License-Identifier: Apache-2.0
#pragma once

// From a command line to an Invocation. The only file that knows how flags are spelled.

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"

namespace telltale::cli {

// Nothing is left to run: help was asked for, or the command line makes no sense.
struct Reply {
  ExitCode code = ExitCode::Fine;
  std::string text;
};

// `args` without the program's own name; `program` as people call it.
std::variant<Invocation, Reply> parse(std::span<const std::string> args, std::string_view program);

}  // namespace telltale::cli
