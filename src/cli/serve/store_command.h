// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale store`: check, back up, restore and compact what `serve` and `up` keep.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode store_command(const StoreOptions& options, const Streams& streams);

}  // namespace telltale::cli
