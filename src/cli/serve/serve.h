// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale serve`: the embedded API server alone, until it is told to stop.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

// Returns after SIGINT or SIGTERM, when nothing is in flight any more. SIGHUP opens the audit log
// anew.
ExitCode serve_command(const ServeOptions& options, const Streams& streams);

// --data-dir, or where such things belong in this environment. The arguments are the values of
// XDG_STATE_HOME and HOME.
std::string default_data_folder(std::string_view state_home, std::string_view home);
// What was typed, else that of this process.
std::string data_folder(const std::string& typed);

}  // namespace telltale::cli
