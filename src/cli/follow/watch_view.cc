// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/watch_view.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/source/load.h"

namespace telltale::cli {
namespace {

constexpr std::string_view enter_screen = "\x1b[?1049h\x1b[?7l\x1b[?25l";
constexpr std::string_view leave_screen = "\x1b[?25h\x1b[?7h\x1b[?1049l";
// Terminals that know this show nothing of a frame before all of it is there.
constexpr std::string_view begin_frame = "\x1b[?2026h\x1b[H";
constexpr std::string_view end_frame = "\x1b[?2026l";
constexpr std::string_view clear_line = "\x1b[K";
constexpr std::string_view clear_below = "\x1b[J";

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines = split(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

// How many bytes of a line are one sign: a colour, which takes no room, or a character.
std::size_t sign_bytes(std::string_view line) {
  if (!line.starts_with("\x1b[")) {
    std::size_t bytes = 1;
    while (bytes < line.size() && (static_cast<unsigned char>(line[bytes]) & 0xC0) == 0x80) ++bytes;
    return bytes;
  }
  const std::size_t end = line.find_first_not_of("0123456789;?", 2);
  return end == std::string_view::npos ? line.size() : end + 1;
}

// What of a line fits; zero: all of it. A terminal would put the rest into its last cell.
std::string cut_line(std::string_view line, std::size_t columns) {
  if (columns == 0 || line.size() <= columns) return std::string(line);
  std::size_t room = columns;
  std::size_t kept = 0;
  while (kept < line.size()) {
    const std::string_view sign = line.substr(kept, sign_bytes(line.substr(kept)));
    const std::size_t cells = sign.starts_with('\x1b') ? 0 : display_width(sign);
    if (cells > room) return format("{}\x1b[0m", line.substr(0, kept));
    room -= cells;
    kept += sign.size();
  }
  return std::string(line);
}

// A line is cleared before it is written: behind one that fills the width, the cursor stands on its
// last cell.
void append_lines(std::string& text, std::span<const std::string_view> lines, std::size_t columns) {
  for (const std::string_view line : lines) {
    text += format("{}{}\n", clear_line, cut_line(line, columns));
  }
}

// A short last paragraph, such as the counts and the command to type next, is worth more than the
// lines above it: it is taken off `lines` and stays.
std::vector<std::string_view> take_last_paragraph(std::vector<std::string_view>& lines,
                                                  std::size_t room) {
  constexpr std::size_t lines_max = 5;
  const auto blank = std::ranges::find(lines.rbegin(), lines.rend(), std::string_view());
  const auto size = static_cast<std::size_t>(blank - lines.rbegin());
  if (blank == lines.rend() || size > lines_max || size + 2 > room) return {};
  const auto from = lines.end() - static_cast<std::ptrdiff_t>(size + 1);
  std::vector<std::string_view> paragraph(from, lines.end());
  lines.erase(from, lines.end());
  return paragraph;
}

// As many lines as fit with one that says what does not, then `below`. The last line of the
// terminal stays empty: a line break there would scroll.
std::string fitted_frame(std::string_view frame, std::string_view below, TerminalSize size,
                         Canvas::Cut cut) {
  std::vector<std::string_view> lines = lines_of(frame);
  std::vector<std::string_view> last = lines_of(below);
  const std::size_t usable = size.lines == 0 ? lines.size() + last.size() : size.lines - 1;
  if (lines.size() + last.size() > usable && cut == Canvas::Cut::End) {
    const std::size_t room = usable - std::min(last.size(), usable);
    const std::vector<std::string_view> paragraph = take_last_paragraph(lines, room);
    last.insert(last.begin(), paragraph.begin(), paragraph.end());
  }
  const std::size_t kept = std::min(last.size(), usable);
  const std::size_t room = usable - kept;
  std::string more;
  if (lines.size() > room) {
    const std::size_t shown = room == 0 ? 0 : room - 1;
    const std::size_t left_out = lines.size() - shown;
    const bool ends = cut == Canvas::Cut::End;
    more = format("... {} more {} {}", left_out, left_out == 1 ? "line" : "lines",
                  ends ? "below" : "above");
    const auto from = lines.begin() + static_cast<std::ptrdiff_t>(ends ? shown : 0);
    lines.erase(from, from + static_cast<std::ptrdiff_t>(left_out));
    if (room > 0) lines.insert(ends ? lines.end() : lines.begin(), more);
  }
  std::string text;
  append_lines(text, lines, size.columns);
  append_lines(text, std::span(last).first(kept), size.columns);
  return text;
}

}  // namespace

Streams onto(Output& out, Output& err, const Streams& streams) {
  return {.out = out,
          .err = err,
          .stdin_fd = streams.stdin_fd,
          .out_terminal = streams.out_terminal,
          .err_terminal = streams.err_terminal,
          .clock = streams.clock,
          .program = streams.program,
          .dialer = streams.dialer,
          .measure = streams.measure};
}

Streams as_large_as_now(const Streams& streams) {
  Streams sized = streams;
  if (streams.measure) sized.out_terminal = resized(streams.out_terminal, streams.measure());
  return sized;
}

Canvas::~Canvas() {
  if (!drawn_) return;
  streams_.out.write(leave_screen);
  streams_.out.write(last_);
}

void Canvas::draw(std::string_view frame, std::string_view below, TerminalSize size) {
  const std::string_view enter = drawn_ ? std::string_view() : enter_screen;
  drawn_ = true;
  last_ = format("{}{}", frame, below);
  streams_.out.write(format("{}{}{}{}{}", enter, begin_frame,
                            fitted_frame(frame, below, size, cut_), clear_below, end_frame));
}

void PipeScreen::tell(std::string_view text, std::string marks) {
  const bool first = !std::exchange(begun_, true);
  if (!first && marks == last_) return;
  last_ = std::move(marks);
  if (first && silent_) return;
  if (std::exchange(told_, true)) out_.write(between_ == Between::EmptyLine ? "\n" : "---\n");
  out_.write(text);
}

DrawnView::DrawnView(const Streams& streams, const ReadOptions& read, ShowFrame frame,
                     std::function<std::string()> below)
    : streams_(streams),
      read_(read),
      frame_(std::move(frame)),
      below_(std::move(below)),
      canvas_(streams) {}

Result<ExitCode> DrawnView::show(const Loaded& loaded) {
  const Streams sized = as_large_as_now(streams_);
  TextOutput text;
  const Streams onto_text = onto(text, text, sized);
  Result<ExitCode> code = frame_(loaded, onto_text);
  if (!code && !canvas_.is_drawn()) return code;
  if (!code) code = refuse(code.error(), onto_text);
  say_notes(loaded, onto_text);
  say_last_line(loaded, read_, onto_text);
  std::string below = below_ ? below_() : std::string();
  if (!trouble_.empty()) {
    below += painted(format("warning: {}", trouble_), Paint::Moving, sized.out_terminal) + "\n";
  }
  canvas_.draw(text.text, below, size_of(sized.out_terminal));
  return code;
}

ToldView::ToldView(const Streams& streams, const ReadOptions& read, ShowFrame tell)
    : streams_(streams), read_(read), tell_(std::move(tell)) {}

Result<ExitCode> ToldView::show(const Loaded& loaded) {
  const bool first = !std::exchange(begun_, true);
  if (first) say_notes(loaded, streams_);
  Result<ExitCode> code = tell_(loaded, streams_);
  if (!code && first) return code;
  const std::string error = code ? std::string() : code.error().detail;
  if (!code && error != error_) refuse(code.error(), streams_);
  error_ = error;
  if (loaded.last_line != std::exchange(last_line_, loaded.last_line)) {
    say_last_line(loaded, read_, streams_);
  }
  return code ? *code : ExitCode::Error;
}

void ToldView::say_trouble(std::string_view trouble) {
  const bool in_trouble = !trouble.empty();
  if (in_trouble == std::exchange(in_trouble_, in_trouble)) return;
  if (in_trouble) {
    const std::string prefix = painted("warning:", Paint::Moving, streams_.err_terminal);
    streams_.err.write(format("{} {}\n", prefix, trouble));
  } else if (read_.loudness == Loudness::Normal) {
    streams_.err.write("note: connected again\n");
  }
}

}  // namespace telltale::cli
