// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale generate fleet`: a fleet of any size from a seed, as manifests.

#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/streams.h"

namespace telltale::cli {

ExitCode generate_command(const GenerateOptions& options, const Streams& streams);

}  // namespace telltale::cli
