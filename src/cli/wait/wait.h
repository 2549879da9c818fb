// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale wait`: until objects are as somebody wants them, or will not be. One version of an
// object is looked at once, for everything; exit codes say how it ended.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode wait_command(const WaitOptions& options, const Streams& streams);

}  // namespace telltale::cli
