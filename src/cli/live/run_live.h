// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale run`: the controllers against an API server that is already there.

#include "cli/command_line/control_options.h"
#include "cli/command_line/exit_code.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

// Returns after SIGINT or SIGTERM, or with trouble when it led and does not any more: somebody
// else does then, and whoever started us starts us anew.
ExitCode run_live_command(const RunOptions& options, const Streams& streams);

}  // namespace telltale::cli
