// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale tree`: what belongs to what, from the Cluster down to the Node, with the causes on top.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode tree_command(const TreeOptions& options, const Streams& streams);

}  // namespace telltale::cli
