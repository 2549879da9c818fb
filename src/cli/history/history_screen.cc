// SPDX-License-Identifier: Apache-2.0
#include "cli/history/history_screen.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/letters.h"
#include "base/text.h"
#include "cli/screen/text_table.h"
#include "cli/screen/typed_line.h"
#include "cli/screen/wording.h"
#include "cli/screen/wrap.h"

namespace telltale::cli {
namespace {

constexpr std::size_t bar_cells_max = 20;
// On narrower screens the message needs the room more than the bar does.
constexpr std::size_t width_for_bars = 100;

// An entry, and how long what it says lasted.
struct Said {
  const JournalEntry* entry = nullptr;
  Seconds lasted{};
  bool stands = false;  // nothing came after it
};

std::vector<Said> sayings_of(const HistoryDocument& document) {
  std::vector<Said> sayings;
  std::map<std::string_view, std::size_t> last;
  for (const JournalEntry& entry : document.history.entries) {
    if (const auto before = last.find(entry.type); before != last.end()) {
      Said& ended = sayings[before->second];
      ended.lasted = std::max(entry.at - ended.entry->at, Seconds(0));
      ended.stands = false;
    }
    last[entry.type] = sayings.size();
    const Seconds until_now = std::max(document.now - entry.at, Seconds(0));
    sayings.push_back({.entry = &entry, .lasted = until_now, .stands = true});
  }
  return sayings;
}

std::size_t types_of(const HistoryDocument& document) {
  std::set<std::string_view> types;
  for (const JournalEntry& entry : document.history.entries) types.insert(entry.type);
  return types.size();
}

// What a journal tells of the past nobody judged: it is not as it should be, and no more.
Standing entry_standing(const HistoryScreen& screen, const JournalEntry& entry) {
  const Condition condition{
      .type = entry.type, .status = entry.status, .reason = entry.reason, .message = entry.message};
  return standing_of(screen.document.history.subject.kind, condition, screen.verdict);
}

// Durations differ by orders of magnitude; the longest one fills the bar, the shortest is a dot.
std::string bar_of(Seconds lasted, Seconds longest, const Terminal& terminal) {
  const double share = longest.count() == 0 ? 0
                                            : static_cast<double>(lasted.count()) /
                                                  static_cast<double>(longest.count());
  const auto cells =
      std::max<std::size_t>(1, static_cast<std::size_t>(share * bar_cells_max + 0.5));
  std::string bar;
  for (std::size_t i = 0; i < cells; ++i) bar += terminal.unicode ? "━" : "=";
  return bar;
}

std::string aligned_right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

class HistoryTable {
 public:
  HistoryTable(const HistoryScreen& screen, const Terminal& terminal)
      : screen_(screen),
        terminal_(terminal),
        sayings_(sayings_of(screen.document)),
        with_type_(types_of(screen.document) > 1),
        with_bars_(terminal.is_terminal && terminal.width >= width_for_bars) {
    for (const Said& said : sayings_) {
      longest_ = std::max(longest_, said.lasted);
      age_width_ = std::max(age_width_, format_age(said.lasted).size());
    }
  }

  void print(Output& out) const {
    TextTable table(columns());
    for (const Said& said : sayings_) table.add(row(said));
    table.print(out, terminal_, TextTable::Header::Shown);
  }

 private:
  std::vector<TextTable::Column> columns() const {
    std::vector<TextTable::Column> columns{{.header = "AT"}};
    if (with_type_)
      columns.push_back({.header = "CONDITION", .rigidity = TextTable::Rigidity::GoesBelow});
    columns.push_back({.header = "STATUS"});
    columns.push_back({.header = "REASON", .rigidity = TextTable::Rigidity::GoesBelow});
    columns.push_back({.header = "LASTED"});
    if (with_bars_) columns.push_back({.header = {}});
    columns.push_back({.header = "MESSAGE"});
    return columns;
  }

  TextTable::Row row(const Said& said) const {
    const JournalEntry& entry = *said.entry;
    const Standing standing = entry_standing(screen_, entry);
    const Paint paint = paint_of(standing);
    TextTable::Row row{{clock_text(entry.at, screen_.document.now)}};
    if (with_type_) row.push_back({printable(entry.type)});
    row.push_back({format("{} {}", glyph_of(standing), to_text(entry.status)), paint});
    row.push_back({entry.reason.empty() ? "-" : printable(entry.reason)});
    row.push_back({aligned_right(format_age(said.lasted), std::max<std::size_t>(age_width_, 6))});
    if (with_bars_) row.push_back({bar_of(said.lasted, longest_, terminal_), paint});
    const std::string message = one_line(entry.message);
    // Of what an object reports itself, everything stands now.
    const bool marks = said.stands && screen_.told == HistoryScreen::Told::ByJournal;
    row.push_back(message.empty() && marks ? TextTable::Cell{"(stands now)", Paint::Faint}
                                           : TextTable::Cell{message});
    return row;
  }

  const HistoryScreen& screen_;
  const Terminal& terminal_;
  std::vector<Said> sayings_;
  bool with_type_;
  bool with_bars_;
  Seconds longest_{};
  std::size_t age_width_ = 0;
};

bool is_shown(const HistoryScreen& screen, const TypeFlapping& type) {
  return screen.type.empty() || same_letters(screen.type, type.type);
}

// "4 transitions in 55m, not flapping"; what flaps gets a line of its own.
void show_summary(const HistoryScreen& screen, const Streams& streams) {
  const HistoryDocument& document = screen.document;
  const std::vector<JournalEntry>& entries = document.history.entries;
  std::vector<const TypeFlapping*> flapping;
  for (const TypeFlapping& type : document.flapping) {
    if (type.flapping.flapping && is_shown(screen, type)) flapping.push_back(&type);
  }
  const bool by_object = screen.told == HistoryScreen::Told::ByObject;
  const std::string_view steady = flapping.empty() && !by_object ? ", not flapping" : "";
  std::string text;
  const auto add = [&](const std::string& sentence, Paint paint) {
    for (const std::string& line : wrap(sentence, streams.out_terminal.width)) {
      text += painted(line, paint, streams.out_terminal) + "\n";
    }
  };
  add(format("{} in {}{}", counted(entries.size(), "transition"),
             age_text(entries.front().at, document.now), steady),
      Paint::None);
  for (const TypeFlapping* type : flapping) {
    add(format("{} flapping: {} changed {} times within {} and may change again",
               glyph_of(Standing::Moving), printable(type->type), type->flapping.turns,
               format_age(type->flapping.within)),
        Paint::Moving);
  }
  if (by_object) {
    add("only the last transition of each condition: the object keeps no others", Paint::None);
  } else if (document.history.cut) {
    add("older entries were dropped", Paint::None);
  }
  streams.out.write(text);
}

void show_next_of_history(const HistoryScreen& screen, const Streams& streams) {
  const JournalSubject& subject = screen.document.history.subject;
  std::string command = why_line(streams.program, {.group = subject.group,
                                                   .kind = subject.kind,
                                                   .namespace_name = subject.namespace_name,
                                                   .name = subject.name,
                                                   .home = {}});
  if (!screen.type.empty()) command += format(" {}", shell_word(screen.type));
  streams.out.write(next_line(command + screen.typed, streams.out_terminal));
}

}  // namespace

void show_history(const HistoryScreen& screen, const Streams& streams) {
  const HistoryDocument& document = screen.document;
  const JournalSubject& subject = document.history.subject;
  if (document.history.entries.empty()) {
    streams.out.write(
        format("{} {} has said nothing yet\n", printable(subject.kind), printable(subject.name)));
    return;
  }
  HistoryTable(screen, streams.out_terminal).print(streams.out);
  streams.out.write("\n");
  show_summary(screen, streams);
  show_next_of_history(screen, streams);
}

}  // namespace telltale::cli
