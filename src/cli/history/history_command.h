// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale history TYPE/NAME [CONDITION]`: what the journal of the running telltale remembers and,
// where nobody can be asked, the little that the object itself tells.

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/flag_groups/reading_flags.h"
#include "report/journal/journal.h"

namespace telltale::cli {

enum class HistoryOutput : std::uint8_t { Text, Json, Yaml };

struct HistoryOptions {
  ReadOptions read = {};
  std::string type = {};
  std::string name = {};
  std::string condition = {};  // empty: all of them
  HistoryOutput output = HistoryOutput::Text;
  Watching watching = Watching::Off;
};

// One entry for each condition, at its last transition; of one type unless `type` is empty.
Journal::History history_told_by(const Judged& judged, std::string_view type);

}  // namespace telltale::cli
