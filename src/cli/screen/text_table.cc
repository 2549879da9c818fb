// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/text_table.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "cli/screen/flow.h"
#include "cli/screen/typed_line.h"
#include "cli/screen/wrap.h"

namespace telltale::cli {
namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t last_column_min = 28;  // Narrower than this it is better off below.
constexpr std::size_t column_min = 10;
constexpr std::size_t lines_shown_max = 4;

void pad(std::string& out, std::size_t cells) { out.append(cells, ' '); }

// Where things stand that are told below a row.
std::size_t below_indent(std::size_t first_column, std::size_t width) {
  const std::size_t indent = first_column + gap;
  return width == 0 ? indent : std::min(indent, width - std::min(width, last_column_min));
}

// Long messages are shown in part; whoever wants all of it asks `why`. Words are left out whole.
void shorten(std::vector<IndentedLine>& lines, std::size_t lines_max, std::size_t width) {
  constexpr std::string_view ellipsis = "…";
  if (lines.size() <= lines_max) return;
  lines.resize(lines_max);
  IndentedLine& last = lines.back();
  while (!last.text.empty() && last.indent + display_width(last.text) + 2 > width) {
    const std::size_t blank = last.text.rfind(' ');
    last.text.resize(blank == std::string::npos ? 0 : blank);
  }
  if (!last.text.empty()) last.text += ' ';
  last.text += ellipsis;
}

void append(std::string& out, const std::vector<IndentedLine>& lines, Paint paint,
            const Terminal& terminal) {
  for (const IndentedLine& line : lines) {
    if (!line.text.empty()) pad(out, line.indent);
    out += painted(line.text, paint, terminal);
    out += '\n';
  }
}

// What stands first on a line that `lines` go on.
void append_behind(std::string& out, std::string_view first, std::size_t first_cells,
                   std::vector<IndentedLine> lines, Paint paint, const Terminal& terminal) {
  out += first;
  const std::size_t column = lines.front().indent;
  if (!lines.front().text.empty()) pad(out, column - std::min(column, first_cells));
  lines.front().indent = 0;
  append(out, lines, paint, terminal);
}

void append_note(std::string& out, const TextTable::Note& note, std::size_t indent,
                 const Terminal& terminal) {
  const std::string label = painted(note.label, note.paint, terminal);
  const std::size_t behind = indent + display_width(note.label);
  pad(out, indent);
  append_behind(out, label, behind, step_lines(note.text, terminal.width, behind, Lead::Taken),
                note.paint, terminal);
}

void append_across(std::string& out, const TextTable::Row& row, std::size_t indent,
                   const Terminal& terminal) {
  const std::size_t taken = std::min(indent, display_width(row[0].text));
  append_behind(out, painted(row[0].text, row[0].paint, terminal), taken,
                wrap_indented(row[1].text, terminal.width, indent, Lead::Taken), row[1].paint,
                terminal);
}

bool says_nothing(std::string_view text) {
  return text.empty() || text == "-" || text == "<none>" || text == "<unknown>";
}

}  // namespace

void TextTable::add(Row row, std::vector<Note> notes) {
  check(row.size() == columns_.size(), "a row has a cell for every column");
  rows_.push_back({.cells = std::move(row), .across = false, .notes = std::move(notes)});
}

void TextTable::add_across(Cell first, std::string text) {
  rows_.push_back({.cells = {std::move(first), {std::move(text)}}, .across = true});
}

std::size_t TextTable::lines_shown() const {
  return length_ == Length::Brief ? 1 : lines_shown_max;
}

// Nothing stands below the header of a last column that is empty.
bool TextTable::is_headed(std::size_t column) const {
  if (column + 1 < columns_.size()) return true;
  return std::ranges::any_of(
      rows_, [](const Line& line) { return !line.across && !line.cells.back().text.empty(); });
}

std::vector<std::size_t> TextTable::natural_widths(Header header) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (std::size_t i = 0; i < columns_.size() && header == Header::Shown; ++i) {
    if (is_headed(i)) widths[i] = display_width(columns_[i].header);
  }
  for (const Line& line : rows_) {
    const std::size_t cells = line.across ? 1 : line.cells.size();
    for (std::size_t i = 0; i < cells; ++i) {
      widths[i] = std::max(widths[i], display_width(line.cells[i].text));
    }
  }
  return widths;
}

std::size_t TextTable::longest_word_in(std::size_t column, std::size_t width) const {
  std::size_t longest = longest_word(columns_[column].header, width);
  for (const Line& line : rows_) {
    if (!line.across) longest = std::max(longest, longest_word(line.cells[column].text, width));
  }
  return longest;
}

std::size_t TextTable::grid_width(const Plan& plan) const {
  std::size_t cells = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (plan.in_grid(i)) cells += plan.widths[i] + (cells > 0 ? gap : 0);
  }
  return cells;
}

bool TextTable::can_stand_beside(std::size_t room, std::size_t width) const {
  return room >= last_column_min && longest_word_in(columns_.size() - 1, width) <= room;
}

// Takes cells from the widest sentence until the columns fit; false where they do not.
bool TextTable::make_room(Plan& plan, std::size_t width) const {
  std::vector<std::size_t> least(columns_.size(), 0);
  for (std::size_t i = 0; i + 1 < columns_.size(); ++i) {
    const bool gives_way = columns_[i].rigidity == Rigidity::GivesWay;
    least[i] = gives_way ? std::max(column_min, longest_word_in(i, width)) : plan.widths[i];
  }
  for (std::size_t cells = grid_width(plan); cells > width; --cells) {
    std::size_t* widest = nullptr;
    for (std::size_t i = 0; i + 1 < columns_.size(); ++i) {
      if (!plan.in_grid(i) || plan.widths[i] <= least[i]) continue;
      if (widest == nullptr || plan.widths[i] > *widest) widest = &plan.widths[i];
    }
    if (widest == nullptr) return false;
    --*widest;
  }
  return true;
}

// The widest column gets what the others leave; rows that have no room there flow.
void TextTable::cut_widest(Plan& plan, std::size_t width, Header header) const {
  std::size_t widest = 0;
  for (std::size_t i = 0; i + 1 < columns_.size(); ++i) {
    if (plan.in_grid(i) && plan.widths[i] > plan.widths[widest]) widest = i;
  }
  const std::size_t over = grid_width(plan) - width;
  const std::size_t least =
      std::max(column_min, header == Header::Shown ? display_width(columns_[widest].header) : 0);
  plan.has_grid = plan.widths[widest] >= over + least;
  if (plan.has_grid) plan.widths[widest] -= over;
}

TextTable::Plan TextTable::plan(std::size_t width, Header header) const {
  Plan plan{.widths = natural_widths(header), .below = std::vector<bool>(columns_.size(), false)};
  const std::size_t all = grid_width(plan);
  if (width == 0 || all <= width) return plan;

  const std::size_t others = all - plan.widths.back();
  if (others < width && can_stand_beside(width - others, width)) {
    plan.widths.back() = width - others;
    return plan;
  }
  plan.last = Last::Below;
  const std::vector<std::size_t> natural = plan.widths;
  if (make_room(plan, width)) return plan;
  for (std::size_t i = columns_.size() - 1; i-- > 1;) {
    if (columns_[i].rigidity != Rigidity::GoesBelow) continue;
    plan.widths = natural;
    plan.below[i] = true;
    if (make_room(plan, width)) return plan;
  }
  cut_widest(plan, width, header);
  return plan;
}

bool TextTable::fits(const Row& row, const Plan& plan) const {
  if (!plan.has_grid) return false;
  for (std::size_t i = 0; i + 1 < row.size(); ++i) {
    if (!plan.in_grid(i)) continue;
    const bool gives_way = columns_[i].rigidity == Rigidity::GivesWay;
    const std::size_t cells =
        gives_way ? longest_word(row[i].text, std::string::npos) : display_width(row[i].text);
    if (cells > plan.widths[i]) return false;
  }
  return true;
}

void TextTable::print_grid(std::string& out, const Row& row, const Plan& plan,
                           const Terminal& terminal) const {
  std::vector<std::vector<std::string>> columns(row.size());
  std::size_t height = 1;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (!plan.in_grid(i)) continue;
    const std::size_t room = terminal.width == 0 ? 0 : plan.widths[i];
    if (i + 1 < row.size() || length_ == Length::Whole || room == 0) {
      columns[i] = wrap(row[i].text, room);
    } else {
      std::vector<IndentedLine> lines = wrap_indented(row[i].text, room, 0);
      shorten(lines, lines_shown(), room);
      for (IndentedLine& line : lines) columns[i].push_back(std::move(line.text));
    }
    height = std::max(height, columns[i].size());
  }
  for (std::size_t line = 0; line < height; ++line) {
    std::size_t owed = 0;  // Blanks are written only before something, never at the end of a line.
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!plan.in_grid(i)) continue;
      const std::string text = line < columns[i].size() ? columns[i][line] : std::string();
      const std::size_t cells = display_width(text);
      if (cells > 0) {
        pad(out, std::exchange(owed, 0));
        out += painted(text, row[i].paint, terminal);
      }
      owed += plan.widths[i] - std::min(plan.widths[i], cells) + gap;
    }
    out += '\n';
  }
}

void TextTable::print_flowing(std::string& out, const Row& row, const Plan& plan,
                              const Terminal& terminal) const {
  Flow flow(below_indent(plan.widths.front(), terminal.width), terminal);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (plan.in_grid(i)) flow.add(row[i].text, row[i].paint, gap);
  }
  out += flow.take();
}

std::string TextTable::moved_text(const Row& row, const Plan& plan) const {
  std::string text;
  for (std::size_t i = 0; i + 1 < row.size(); ++i) {
    if (!plan.below[i] || says_nothing(row[i].text)) continue;
    if (row.back().text.starts_with(row[i].text + ":")) continue;  // The message says it, too.
    if (!text.empty()) text += " · ";
    text += row[i].below.empty() ? columns_[i].below + row[i].text : row[i].below;
  }
  return text;
}

// "CloudQuotaExceeded: vCPU quota reached": what has no column, and then the last one.
TextTable::Cell TextTable::below_cell(const Row& row, const Plan& plan, std::size_t room) const {
  std::string text = moved_text(row, plan);
  if (plan.last == Last::Beside || row.back().text.empty()) return {std::move(text)};
  const std::string& last = row.back().text;
  if (text.empty()) return row.back();
  const bool has_room = longest_word(text, std::string::npos) < room;
  const std::string_view colon = has_room ? ": " : " · ";
  return {format("{}{}{}", text, last.starts_with('(') ? " " : colon, last)};
}

void TextTable::print_below(std::string& out, const Row& row, const Plan& plan,
                            const Terminal& terminal) const {
  const std::size_t indent = below_indent(plan.widths.front(), terminal.width);
  const Cell cell = below_cell(row, plan, terminal.width - indent);
  if (cell.text.empty()) return;
  std::vector<IndentedLine> lines = wrap_indented(cell.text, terminal.width, indent);
  if (length_ != Length::Whole) {
    // What stands before the message is never left out.
    const std::size_t before =
        wrap_indented(moved_text(row, plan), terminal.width, indent).size() - 1;
    shorten(lines, before + lines_shown(), terminal.width);
  }
  append(out, lines, cell.paint, terminal);
}

void TextTable::print_row(std::string& out, const Line& line, const Plan& plan,
                          const Terminal& terminal) const {
  const bool flows = terminal.width > 0 && !fits(line.cells, plan);
  flows ? print_flowing(out, line.cells, plan, terminal)
        : print_grid(out, line.cells, plan, terminal);
  if (plan.last == Last::Below) print_below(out, line.cells, plan, terminal);
  for (const Note& note : line.notes) {
    append_note(out, note, below_indent(plan.widths.front(), terminal.width), terminal);
  }
}

void TextTable::print(Output& out, const Terminal& terminal, Header header) const {
  const Plan plan = this->plan(terminal.width, header);
  std::string text;
  if (header == Header::Shown && plan.has_grid) {
    Row headers;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      headers.push_back({is_headed(i) ? columns_[i].header : "", Paint::Faint});
    }
    print_grid(text, headers, plan, terminal);
  }
  for (const Line& line : rows_) {
    if (line.across) {
      append_across(text, line.cells, below_indent(plan.widths.front(), terminal.width), terminal);
    } else {
      print_row(text, line, plan, terminal);
    }
    if (text.size() < chunk_bytes) continue;
    out.write(text);
    text.clear();
  }
  out.write(text);
}

}  // namespace telltale::cli
