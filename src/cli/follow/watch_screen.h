// SPDX-License-Identifier: Apache-2.0
#pragma once

// `-w`: the screen of a reading command, kept up with the server. On a terminal it is drawn anew in
// place; in a pipe what is new is appended. Time alone redraws it, too, where a verdict depends on
// it.

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>

#include "cli/command_line/exit_code.h"
#include "cli/flag_groups/reading_flags.h"
#include "cli/follow/watch_view.h"
#include "cli/screen/streams.h"
#include "cli/source/live_load.h"
#include "cli/source/load.h"

namespace telltale::cli {

struct WatchOptions {
  const ReadOptions& read;
  const LoadExtras& extras;
  Watching watching = Watching::On;
  // Screens are drawn in place on a terminal; data is told line by line there, too.
  enum class Shown : std::uint8_t { Screen, Data } shown = Shown::Screen;
  std::function<void(Loaded&)> prepare = {};  // once for everything loaded, before it is shown
};

// Whether frames are drawn in place.
bool is_drawn(Watching watching, WatchOptions::Shown shown, const Streams& streams);

class Follower;

// What is followed, judged as of `now`.
Loaded load_followed(const Follower& follower, const Source& source, const ReadOptions& options,
                     std::span<const MoreFields> more, Instant now);

// How often the running telltale is asked while nothing else happens: what its probers see need
// not be written anywhere.
inline constexpr std::chrono::milliseconds between_questions{5'000};

// Shows what was loaded, follows the server from there, and shows again whenever it, time or the
// size of the terminal changes something. Goes on while the server is away, and says so. Returns
// when somebody presses Ctrl-C, with the code of what was shown last.
ExitCode watch(Source& source, const WatchOptions& options, const Streams& streams, View& view);

// The same with the view that fits: `frame` is drawn in place, or `tell` tells what is new.
ExitCode watch(Source& source, const WatchOptions& options, const Streams& streams,
               const ShowFrame& frame, const ShowFrame& tell);

// When time alone changes something: the earliest wake, or no_time.
Instant next_wake(const Judgement& judgement, Instant now);

}  // namespace telltale::cli
