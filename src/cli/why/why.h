// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale why TYPE/NAME [CONDITION]`: every row asked, in order, the evidence, what changes it
// next, and what to do.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode why_command(const WhyOptions& options, const Streams& streams);

}  // namespace telltale::cli
