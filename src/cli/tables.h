// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale tables [NAME]`: the transition tables, as a list or as pages. With --reasons: every
// type and reason they may write.

#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/streams.h"

namespace telltale::cli {

ExitCode tables_command(const TablesOptions& options, const Streams& streams);

}  // namespace telltale::cli
