// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale runbook [REASON]`: what to do about a reason, from the pages that the program carries;
// without a reason, the list of them.

#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

ExitCode runbook_command(const RunbookOptions& options, const Streams& streams);

// The names that the command takes: pages, and reasons of either dialect that lead to one.
std::vector<std::string> runbook_names();
// The pages' own names for what was typed (a page, a reason of either dialect, a condition, in any
// case), sorted; more than one where a reason means several things.
std::vector<std::string> runbooks_about(std::string_view typed);

}  // namespace telltale::cli
