// SPDX-License-Identifier: Apache-2.0
#pragma once

// telltale classify: provider error messages, one per line, to failure classes. JSON answers line
// by line as the lines come; the table for people sums up at the end and says what to do.

#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/streams.h"

namespace telltale::cli {

ExitCode classify_command(const ClassifyOptions& options, const Streams& streams);

}  // namespace telltale::cli
