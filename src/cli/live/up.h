// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale up`: the API server and the controllers in one process, with a fleet to look at where
// that is asked for.

#include "cli/command_line/control_options.h"
#include "cli/command_line/exit_code.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

// Returns after SIGINT or SIGTERM.
ExitCode up_command(const UpOptions& options, const Streams& streams);

}  // namespace telltale::cli
