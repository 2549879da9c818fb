// SPDX-License-Identifier: Apache-2.0
#pragma once

// The whole program, apart from the process around it.

#include <span>
#include <string>
#include <string_view>

#include "cli/command_line/exit_code.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

// `args` without the program's own name.
ExitCode run(std::span<const std::string> args, const Streams& streams);

// "kubectl telltale" when the program was found as a kubectl plugin, else "telltale".
std::string program_name(std::string_view argv0);

}  // namespace telltale::cli
