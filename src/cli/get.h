// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale get TYPE [NAME...]`: objects as they would stand after judging, in the print columns of
// their kind and version, or as data.

#include "base/result.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/streams.h"

namespace telltale::cli {

ExitCode get_command(const GetOptions& options, const Streams& streams);

}  // namespace telltale::cli
