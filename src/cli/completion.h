// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale completion bash|zsh|fish`: a script for the shell to source.

#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/streams.h"

namespace telltale::cli {

ExitCode completion_command(const CompletionOptions& options, const Streams& streams);

}  // namespace telltale::cli
