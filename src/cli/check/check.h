// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale check`: judge manifests and dumps; the exit code says whether a human is needed.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"
#include "report/report.h"

namespace telltale::cli {

ExitCode check_command(const CheckOptions& options, const Streams& streams);

// What the exit code says of a report; errors while reading are in it.
ExitCode exit_code_of(const Report& report);

}  // namespace telltale::cli
