// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale generate fleet`: a fleet of any size from a seed, as manifests.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode generate_command(const GenerateOptions& options, const Streams& streams);

}  // namespace telltale::cli
