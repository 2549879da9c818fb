// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale history TYPE/NAME [CONDITION]`: what the journal of the running telltale remembers and,
// where nobody can be asked, the little that the object itself tells.

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/flag_groups/reading_flags.h"
#include "cli/history/history_screen.h"
#include "report/journal/journal.h"
#include "report/journal/write_history.h"

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

// A history, and who says so.
struct ToldHistory {
  HistoryDocument document = {};
  HistoryScreen::Told told = HistoryScreen::Told::ByJournal;
  Verdict verdict = Verdict::Unknown;  // of the object, where somebody judged it
};

// As it is shown to people; `history` must outlive it.
HistoryScreen screen_of(const ToldHistory& history, const HistoryOptions& options);

// One entry for each condition, at its last transition; of one type unless `type` is empty.
Journal::History history_told_by(const Judged& judged, std::string_view type);

}  // namespace telltale::cli
