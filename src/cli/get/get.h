// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale get TYPE [NAME...]`: objects as they would stand after judging, in the print columns of
// their kind and version, or as data.

#include "base/result.h"
#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode get_command(const GetOptions& options, const Streams& streams);

}  // namespace telltale::cli
