// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale rotate`: new credentials at once, by the server that runs on a data folder, or in a
// folder that nobody serves.

#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/streams.h"

namespace telltale::cli {

ExitCode rotate_command(const RotateOptions& options, const Streams& streams);

}  // namespace telltale::cli
