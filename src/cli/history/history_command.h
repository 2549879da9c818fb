// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale history TYPE/NAME [CONDITION]`: what the journal of the running telltale remembers and,
// where nobody can be asked, the little that the object itself tells.

#include "cli/command_line/exit_code.h"
#include "cli/command_line/options.h"
#include "cli/screen/streams.h"
#include "report/journal/journal.h"

namespace telltale::cli {

ExitCode history_command(const HistoryOptions& options, const Streams& streams);

// One entry for each condition, at its last transition; of one type unless `type` is empty.
Journal::History history_told_by(const Judged& judged, std::string_view type);

}  // namespace telltale::cli
