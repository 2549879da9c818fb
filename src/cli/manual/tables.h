// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale tables [NAME]`: the transition tables, as a list or as pages. With --reasons: every
// type and reason they may write.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode tables_command(const TablesOptions& options, const Streams& streams);

}  // namespace telltale::cli
