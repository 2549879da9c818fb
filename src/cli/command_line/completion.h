// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale completion bash|zsh|fish`: a script for the shell to source.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode completion_command(const CompletionOptions& options, const Streams& streams);

}  // namespace telltale::cli
