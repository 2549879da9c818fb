// SPDX-License-Identifier: Apache-2.0
#pragma once

// telltale classify: provider error messages, one per line, to failure classes. JSON answers line
// by line as the lines come; the table for people sums up at the end and says what to do.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode classify_command(const ClassifyOptions& options, const Streams& streams);

}  // namespace telltale::cli
