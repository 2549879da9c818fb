// SPDX-License-Identifier: Apache-2.0
#pragma once

// `history -w`: the running telltale is asked again and again. On a terminal the table is drawn in
// place; in a pipe there is a line for every new entry, or with -o a History that holds only those.

#include <functional>
#include <vector>

#include "base/result.h"
#include "cli/command_line/exit_code.h"
#include "cli/follow/watch_screen_bell.h"
#include "cli/history/history_command.h"
#include "cli/screen/streams.h"
#include "cli/source/live_load.h"

namespace telltale::cli {

// Tells what a history has more than the one before. Not safe to share between threads.
class NewEntries {
 public:
  NewEntries(const HistoryOptions& options, const Streams& streams)
      : options_(options), streams_(streams) {}

  // The whole at first, unless only changes count.
  void tell(const ToldHistory& history);

 private:
  void tell_whole(const ToldHistory& history) const;

  const HistoryOptions& options_;
  const Streams& streams_;
  std::vector<JournalEntry> told_ = {};
  bool begun_ = false;
};

using AskHistory = std::function<Result<ToldHistory>()>;

// Goes on while nobody answers, and says so. Returns at Ctrl-C.
ExitCode watch_journal(Bell& bell, const HistoryOptions& options, const Streams& streams,
                       const AskHistory& ask);

// The same of what the object itself reports, where no telltale runs.
struct HistoryOfObject {
  const LoadExtras& extras;
  std::function<Result<ToldHistory>(const Loaded&)> find;
};
ExitCode watch_history_of_object(Source& source, const HistoryOptions& options,
                                 const Streams& streams, const HistoryOfObject& history);

}  // namespace telltale::cli
