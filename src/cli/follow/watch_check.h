// SPDX-License-Identifier: Apache-2.0
#pragma once

// `check -w`: the screen in place on a terminal, a line for every change in a pipe; a bell, and a
// command of the user's, when something becomes Stuck.

#include <functional>

#include "cli/check/check.h"
#include "cli/command_line/exit_code.h"
#include "cli/command_line/flags.h"
#include "cli/follow/watch_view.h"
#include "cli/screen/streams.h"
#include "cli/source/live_load.h"
#include "cli/source/load.h"

namespace telltale::cli {

// -w, --watch-only, --no-bell and --exec.
void declare_check_watching(Flags& flags, CheckOptions& options);

// `frame` is the screen without -w; `prepare` is what must be done with everything loaded before.
ExitCode watch_check(Source& source, const CheckOptions& options, const Streams& streams,
                     const ShowFrame& frame, const std::function<void(Loaded&)>& prepare);

}  // namespace telltale::cli
