// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale version`: which telltale this is.

#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/streams.h"

namespace telltale::cli {

ExitCode version_command(const VersionOptions& options, const Streams& streams);

}  // namespace telltale::cli
