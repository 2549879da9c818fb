// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale version`: which telltale this is.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode version_command(const VersionOptions& options, const Streams& streams);

}  // namespace telltale::cli
