// SPDX-License-Identifier: Apache-2.0
#pragma once

// Waiting at a server: follows the objects by watching, so that no version goes by unseen, and
// survives watches that end. Where verdicts are waited for, everything that judging needs is
// followed and judged again after each change.

#include "cli/command_line/exit_code.h"
#include "cli/screen/streams.h"
#include "cli/source/live_load.h"
#include "cli/wait/wait.h"

namespace telltale::cli {

ExitCode wait_live(Source& source, const WaitOptions& options, const Streams& streams);

}  // namespace telltale::cli
