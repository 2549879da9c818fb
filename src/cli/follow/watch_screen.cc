// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/watch_screen.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "cli/follow/watch_screen_follower.h"

namespace telltale::cli {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr milliseconds between_draws{250};
constexpr unsigned rest_factor = 3;  // A fleet that takes a second to judge rests for three.
constexpr milliseconds longest_nap{60'000};

constexpr std::string_view enter_screen = "\x1b[?1049h\x1b[?7l\x1b[?25l";
constexpr std::string_view leave_screen = "\x1b[?25h\x1b[?7h\x1b[?1049l";
constexpr std::string_view home = "\x1b[H";
constexpr std::string_view clear_line = "\x1b[K";
constexpr std::string_view clear_below = "\x1b[J";

// As many lines as fit, with a last one that says what does not.
std::string fitted_frame(std::string_view frame, std::size_t height) {
  std::vector<std::string_view> lines = split(frame, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  std::string text;
  const bool cut = height > 1 && lines.size() >= height;
  const std::size_t shown = cut ? height - 2 : lines.size();
  for (const std::string_view line : std::span(lines).first(shown)) {
    text += format("{}{}\n", line, clear_line);
  }
  if (cut) text += format("... {} more lines{}\n", lines.size() - shown, clear_line);
  return text;
}

// When to draw again although nobody rang.
milliseconds until_wake(const Loaded& loaded, Instant now) {
  const Instant wake = next_wake(loaded.judgement, now);
  if (!is_set(wake)) return longest_nap;
  return std::clamp<milliseconds>(wake - now, milliseconds(0), longest_nap);
}

// In a pipe the last line is said once, and again when it is another; a terminal shows it in place.
class LastLine {
 public:
  LastLine(const ReadOptions& options, const Streams& streams)
      : options_(options), streams_(streams) {}

  void say(const Loaded& loaded) {
    if (loaded.last_line == said_) return;
    said_ = loaded.last_line;
    if (!streams_.out_terminal.is_terminal) say_last_line(loaded, options_, streams_);
  }

 private:
  const ReadOptions& options_;
  const Streams& streams_;
  std::string said_;
};

}  // namespace

Loaded load_followed(const Follower& follower, const Source& source, const ReadOptions& options,
                     std::span<const MoreFields> more, Instant now) {
  LiveObjects read(fields_to_read(more));
  for (std::size_t i = 0; i < follower.lists().size(); ++i) {
    std::vector<Object> objects;
    for (const DocumentPointer& document : follower.documents_of(i)) {
      if (const std::optional<Object> object = read.reader.read(*document)) {
        objects.push_back(*object);
      }
    }
    read.add(follower.lists()[i], objects);
  }
  Loaded loaded = judge_live(std::move(read), options, source.running(), options.now.value_or(now));
  loaded.served = source.served();
  return loaded;
}

Streams onto(Output& out, Output& err, const Streams& streams) {
  return {.out = out,
          .err = err,
          .stdin_fd = streams.stdin_fd,
          .out_terminal = streams.out_terminal,
          .err_terminal = streams.err_terminal,
          .clock = streams.clock,
          .program = streams.program,
          .dialer = streams.dialer};
}

Canvas::~Canvas() {
  if (!drawn_) return;
  streams_.out.write(leave_screen);
  streams_.out.write(last_);
}

void Canvas::draw(std::string_view frame) {
  if (!drawn_) streams_.out.write(enter_screen);
  drawn_ = true;
  last_ = frame;
  streams_.out.write(
      format("{}{}{}", home, fitted_frame(frame, streams_.out_terminal.height), clear_below));
}

void PipeScreen::tell(std::string_view text, std::string marks) {
  if (marks == last_) return;
  const bool first = last_.empty();
  last_ = std::move(marks);
  if (first && silent_) return;
  if (!first && !silent_) out_.write("\n");
  silent_ = false;
  out_.write(text);
}

Instant next_wake(const Judgement& judgement, Instant now) {
  Instant wake = no_time;
  for (const Judged& judged : judgement.items) wake_by(wake, judged.wake, now);
  return wake;
}

ExitCode watch(Source& source, const WatchOptions& options, const Streams& streams,
               const Draw& draw) {
  Result<Loaded> loaded = source.load(options.read, streams, options.extras);
  if (!loaded) return refuse(loaded.error(), streams);
  say_notes(*loaded, streams);
  draw(*loaded);
  LastLine last_line(options.read, streams);
  last_line.say(*loaded);

  Bell& bell = source.bell();
  Follower follower(source.connection(), source.listed(), [&bell] { bell.ring(); });
  const Clock& clock = streams.clock;
  nanoseconds not_before = clock.elapsed() + between_draws;
  nanoseconds wake = clock.elapsed() + until_wake(*loaded, clock.now());
  bool due = false;
  while (true) {
    // Whatever is not listed yet rings when it is.
    const bool early = clock.elapsed() < not_before;
    const nanoseconds until = early ? not_before : wake;
    const auto left = std::max(until - clock.elapsed(), nanoseconds(0));
    const Bell::Rang rang =
        bell.wait(std::min(duration_cast<milliseconds>(left) + milliseconds(1), between_questions));
    if (rang == Bell::Rang::Interrupt) return ExitCode::Fine;
    // Rings until the next draw are part of it.
    due = due || rang == Bell::Rang::Change || clock.elapsed() >= wake;
    if (clock.elapsed() < not_before) continue;
    due = source.ask_running(options.read, streams) || due;
    if (!due || !follower.settled()) continue;
    const nanoseconds started = clock.elapsed();
    follower.take();
    loaded = load_followed(follower, source, options.read, options.extras.more, clock.now());
    draw(*loaded);
    last_line.say(*loaded);
    due = false;
    const nanoseconds took = clock.elapsed() - started;
    not_before = clock.elapsed() + std::max<nanoseconds>(between_draws, took * rest_factor);
    wake = clock.elapsed() + until_wake(*loaded, clock.now());
  }
}

}  // namespace telltale::cli
