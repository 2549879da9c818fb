// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale wait`: until objects are as somebody wants them, or will not be. One version of an
// object is looked at once, for everything; exit codes say how it ended.

#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/streams.h"

namespace telltale::cli {

ExitCode wait_command(const WaitOptions& options, const Streams& streams);

}  // namespace telltale::cli
