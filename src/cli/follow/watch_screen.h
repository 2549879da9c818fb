// SPDX-License-Identifier: Apache-2.0
#pragma once

// `-w`: the screen of a reading command, kept up with the server. On a terminal it is drawn anew in
// place; in a pipe what is new is appended. Time alone redraws it, too, where a verdict depends on
// it.

#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/command_line/exit_code.h"
#include "cli/flag_groups/reading_flags.h"
#include "cli/screen/streams.h"
#include "cli/source/live_load.h"
#include "cli/source/load.h"

namespace telltale::cli {

// The same streams with other ends.
Streams onto(Output& out, Output& err, const Streams& streams);

// A screen that is drawn again and again on the same lines of a terminal. What does not fit is cut.
class Canvas {
 public:
  explicit Canvas(const Streams& streams) : streams_(streams) {}
  ~Canvas();  // leaves the last frame behind, as any command leaves its output
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  void draw(std::string_view frame);

 private:
  const Streams& streams_;
  std::string last_;
  bool drawn_ = false;
};

// The same for a pipe: the whole is told again when it differs from what was told last.
class PipeScreen {
 public:
  PipeScreen(Output& out, Watching watching) : out_(out), silent_(watching == Watching::Only) {}
  // `marks` is the text without what time alone changes, such as ages.
  void tell(std::string_view text, std::string marks);

 private:
  Output& out_;
  bool silent_;  // until something differs from what was there at the start
  std::string last_;
};

struct WatchOptions {
  const ReadOptions& read;
  const LoadExtras& extras;
  Watching watching = Watching::On;
};

class Follower;

// What is followed, judged as of `now`.
Loaded load_followed(const Follower& follower, const Source& source, const ReadOptions& options,
                     std::span<const MoreFields> more, Instant now);

// How often the running telltale is asked while nothing else happens: what its probers see need
// not be written anywhere.
inline constexpr std::chrono::milliseconds between_questions{5'000};

using Draw = std::function<void(const Loaded&)>;

// Draws what was loaded, follows the server from there, and draws whenever it or time changes
// something. Returns when somebody presses Ctrl-C.
ExitCode watch(Source& source, const WatchOptions& options, const Streams& streams,
               const Draw& draw);

// When time alone changes something: the earliest wake, or no_time.
Instant next_wake(const Judgement& judgement, Instant now);

}  // namespace telltale::cli
