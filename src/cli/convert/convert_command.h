// SPDX-License-Identifier: Apache-2.0
#pragma once

// telltale convert: manifests between v1beta1 and v1beta2. Everything that was read is written, in
// the order of the input; what has no other version comes out as it went in.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode convert_command(const ConvertOptions& options, const Streams& streams);

}  // namespace telltale::cli
