// SPDX-License-Identifier: Apache-2.0
#pragma once

// Waiting at a server: follows the objects by watching, so that no version goes by unseen, and
// survives watches that end. Where verdicts are waited for, everything that judging needs is
// followed and judged again after each change.

#include "cli/exit_code.h"
#include "cli/live_load.h"
#include "cli/options.h"
#include "cli/streams.h"

namespace telltale::cli {

ExitCode wait_live(Source& source, const WaitOptions& options, const Streams& streams);

}  // namespace telltale::cli
