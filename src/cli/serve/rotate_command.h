// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale rotate`: new credentials at once, by the server that runs on a data folder, or in a
// folder that nobody serves.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode rotate_command(const RotateOptions& options, const Streams& streams);

}  // namespace telltale::cli
