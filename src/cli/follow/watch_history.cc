// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/watch_history.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"
#include "cli/follow/watch_screen.h"
#include "cli/follow/watch_view.h"
#include "cli/history/history_screen.h"
#include "cli/screen/wording.h"
#include "cli/screen/wrap.h"

namespace telltale::cli {
namespace {

// How often the journal is asked: it answers from memory.
constexpr std::chrono::milliseconds between_asks{2'000};

// "2026-01-01T10:00:19Z ✗ Progressing=False CloudQuotaExceeded vCPU quota reached".
std::string entry_line(const ToldHistory& history, const JournalEntry& entry) {
  const std::string_view kind = history.document.history.subject.kind;
  const Condition condition{
      .type = entry.type, .status = entry.status, .reason = entry.reason, .message = entry.message};
  std::string line = format("{} {} {}={}", format_rfc3339(entry.at),
                            glyph_of(standing_of(kind, condition, history.verdict)),
                            printable(entry.type), to_text(entry.status));
  if (!entry.reason.empty()) line += format(" {}", printable(entry.reason));
  const std::string message = one_line(entry.message);
  return message.empty() ? line + "\n" : format("{} {}\n", line, message);
}

std::string data_of(const HistoryDocument& document, HistoryOutput output) {
  const bool json = output == HistoryOutput::Json;
  return write_history(document, json ? ReportLayout::Lines : ReportLayout::Yaml);
}

WatchOptions::Shown shown_of(const HistoryOptions& options) {
  return options.output == HistoryOutput::Text ? WatchOptions::Shown::Screen
                                               : WatchOptions::Shown::Data;
}

// Draws in place, or tells what is new.
class HistoryView {
 public:
  HistoryView(const HistoryOptions& options, const Streams& streams)
      : options_(options),
        streams_(streams),
        canvas_(streams, Canvas::Cut::Beginning),
        entries_(options, streams),
        drawn_(is_drawn(options.watching, shown_of(options), streams)) {}

  void show(const ToldHistory& history) {
    if (!drawn_) return entries_.tell(history);
    const Streams sized = as_large_as_now(streams_);
    TextOutput frame;
    show_history(screen_of(history, options_), onto(frame, frame, sized));
    const std::string below = trouble_.empty() ? "" : format("warning: {}\n", trouble_);
    canvas_.draw(frame.text, below, size_of(sized.out_terminal));
  }

  // Empty: it is over.
  void say_trouble(const std::string& trouble) {
    const bool began = trouble_.empty() && !trouble.empty();
    const bool ended = !trouble_.empty() && trouble.empty();
    trouble_ = trouble;
    if (drawn_) return;
    if (began) streams_.err.write(format("warning: {}\n", trouble));
    if (ended) streams_.err.write("note: it answers again\n");
  }

 private:
  const HistoryOptions& options_;
  const Streams& streams_;
  Canvas canvas_;
  NewEntries entries_;
  std::string trouble_;
  const bool drawn_;
};

}  // namespace

void NewEntries::tell_whole(const ToldHistory& history) const {
  if (options_.output == HistoryOutput::Text) {
    show_history(screen_of(history, options_), streams_);
  } else {
    streams_.out.write(data_of(history.document, options_.output));
  }
}

void NewEntries::tell(const ToldHistory& history) {
  const HistoryDocument& document = history.document;
  const std::vector<JournalEntry> before = std::exchange(told_, document.history.entries);
  if (!std::exchange(begun_, true)) {
    if (options_.watching == Watching::On) tell_whole(history);
    return;
  }
  HistoryDocument news = document;
  std::erase_if(news.history.entries, [&](const JournalEntry& entry) {
    return std::ranges::find(before, entry) != before.end();
  });
  if (news.history.entries.empty()) return;
  std::string text;
  if (options_.output == HistoryOutput::Text) {
    for (const JournalEntry& entry : news.history.entries) text += entry_line(history, entry);
  } else {
    const bool yaml = options_.output == HistoryOutput::Yaml;
    text = format("{}{}", yaml ? "---\n" : "", data_of(news, options_.output));
  }
  streams_.out.write(text);
}

ExitCode watch_journal(Bell& bell, const HistoryOptions& options, const Streams& streams,
                       const AskHistory& ask) {
  Result<ToldHistory> answer = ask();
  if (!answer) return refuse(answer.error(), streams);
  ToldHistory history = std::move(*answer);
  HistoryView view(options, streams);
  view.show(history);
  while (true) {
    const Bell::Rang rang = bell.wait(between_asks);
    if (rang == Bell::Rang::Interrupt) return ExitCode::Fine;
    if (rang == Bell::Rang::Timeout) {
      answer = ask();
      view.say_trouble(answer ? std::string() : printable(answer.error().detail));
      if (answer) history = std::move(*answer);
    }
    view.show(history);
  }
}

ExitCode watch_history_of_object(Source& source, const HistoryOptions& options,
                                 const Streams& streams, const HistoryOfObject& history) {
  const WatchOptions how{.read = options.read,
                         .extras = history.extras,
                         .watching = options.watching,
                         .shown = shown_of(options)};
  NewEntries entries(options, streams);
  const auto frame = [&](const Loaded& loaded, const Streams& onto_frame) -> Result<ExitCode> {
    const Result<ToldHistory> found = history.find(loaded);
    if (!found) return fail(found.error());
    show_history(screen_of(*found, options), onto_frame);
    return ExitCode::Fine;
  };
  const auto tell = [&](const Loaded& loaded, const Streams&) -> Result<ExitCode> {
    const Result<ToldHistory> found = history.find(loaded);
    if (!found) return fail(found.error());
    entries.tell(*found);
    return ExitCode::Fine;
  };
  return watch(source, how, streams, frame, tell);
}

}  // namespace telltale::cli
