// SPDX-License-Identifier: Apache-2.0
#include "cli/tree/tree_screen.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/screen/wrap.h"
#include "cli/tree/tree_label.h"

namespace telltale::cli {
namespace {

constexpr std::size_t cell_gap = 2;
constexpr std::size_t message_min = 36;    // Narrower than this it is better off below.
constexpr std::size_t name_min = 16;       // Rather than less, columns are left out.
constexpr std::size_t condition_max = 32;  // Types that others invent may be of any length.
constexpr std::size_t indent_max = 16;     // of a line within a message

enum class MessagePlace : std::uint8_t { Beside, Below, OneLine };

void pad_to(std::string& line, std::size_t& cells, std::size_t column) {
  if (cells >= column) return;
  line.append(column - cells, ' ');
  cells = column;
}

class Layout {
 public:
  Layout(std::span<const TreeRow> rows, Headers headers, const Terminal& terminal)
      : rows_(rows), headers_(headers), terminal_(terminal) {
    measure();
    terminal.width == 0 ? plan_pipe() : plan_screen(terminal.width);
  }

  std::string header() const {
    TreeRow row{.kind = "NAME", .short_kind = "NAME"};
    row.name_paint = Paint::Faint;
    row.ready = "READY";
    row.available = "AVAIL";
    row.up_to_date = "UP-TO-DATE";
    row.condition = {"CONDITION", Paint::Faint};
    row.since = "SINCE";
    if (messages_ != MessagePlace::Below && any_message_) row.message = "MESSAGE";
    row.lines_max = 1;
    return render(row);
  }

  std::string render(const TreeRow& row) const {
    return row.sort == TreeRow::Sort::Across ? render_across(row) : render_cells(row);
  }

 private:
  struct Column {
    std::string TreeRow::* text;
    std::string_view header;
    std::size_t width = 0;
    bool shown = true;
  };

  void measure() {
    const bool headed = headers_ == Headers::Shown;
    if (headed) condition_width_ = display_width("CONDITION");
    if (headed) since_width_ = display_width("SINCE");
    for (Column& column : columns_) column.width = headed ? display_width(column.header) : 0;
    for (const TreeRow& row : rows_) {
      if (row.sort == TreeRow::Sort::Across) continue;
      for (Column& column : columns_) {
        column.width = std::max(column.width, display_width(row.*column.text));
      }
      condition_width_ = std::max(condition_width_, display_width(row.condition.text));
      since_width_ = std::max(since_width_, display_width(row.since));
      any_message_ = any_message_ || !row.message.empty();
    }
    for (Column& column : columns_) column.shown = column.width > 0;
  }

  bool shows_counters(const TreeRow& row) const {
    return row.has_counters() && !(narrow_ && row.counters_may_go);
  }

  std::size_t counters_width() const {
    std::size_t cells = 0;
    for (const Column& column : columns_) cells += column.shown ? cell_gap + column.width : 0;
    return cells;
  }

  // Everything between the name and the message.
  std::size_t middle_width() const {
    return counters_width() + cell_gap + condition_width_ + cell_gap + since_width_;
  }

  // Rows without counters may run on where the counters would be.
  std::size_t widest_name(Kinds kinds) const {
    std::size_t widest = headers_ == Headers::Shown ? display_width("NAME") : 1;
    for (const TreeRow& row : rows_) {
      if (row.sort == TreeRow::Sort::Across) continue;
      const std::size_t wanted = wanted_width(row, kinds);
      const std::size_t spare = shows_counters(row) ? 0 : counters_width();
      widest = std::max(widest, wanted - std::min(wanted, spare));
    }
    return widest;
  }

  void plan_pipe() {
    messages_ = MessagePlace::OneLine;
    for (const TreeRow& row : rows_) {
      if (row.sort == TreeRow::Sort::Across) continue;
      const std::size_t wanted =
          display_width(row.stem) + display_width(whole_label(row, Kinds::Whole));
      const std::size_t spare = row.has_counters() ? 0 : counters_width();
      name_width_ = std::max(name_width_, wanted - std::min(wanted, spare));
    }
    name_width_ = std::max(name_width_, display_width("NAME"));
  }

  void plan_screen(std::size_t width) {
    condition_width_ = std::min(condition_width_, condition_max);
    for (const Kinds kinds : {Kinds::Whole, Kinds::Short}) {
      kinds_ = kinds;
      name_width_ = widest_name(kinds);
      const std::size_t others = name_width_ + middle_width();
      if (!any_message_ && others <= width) return;
      if (others + cell_gap + message_min > width) continue;
      messages_ = MessagePlace::Beside;
      message_width_ = width - others - cell_gap;
      return;
    }
    plan_below(width);
  }

  void plan_below(std::size_t width) {
    messages_ = MessagePlace::Below;
    for (auto column = columns_.rbegin(); column != columns_.rend(); ++column) {
      if (middle_width() + name_min <= width) break;
      column->shown = false;
    }
    const std::size_t room = width - std::min(width - 1, middle_width());
    for (const auto& [kinds, narrow] :
         {std::pair(Kinds::Whole, false), std::pair(Kinds::Whole, true),
          std::pair(Kinds::Short, true)}) {
      kinds_ = kinds;
      narrow_ = narrow;
      name_width_ = std::min(widest_name(kinds), room);
      if (widest_name(kinds) <= room) return;
    }
  }

  std::size_t message_column() const { return name_width_ + middle_width() + cell_gap; }

  std::string label_of(const TreeRow& row) const {
    if (messages_ == MessagePlace::OneLine) return whole_label(row, Kinds::Whole);
    const std::size_t free_cells = shows_counters(row) ? 0 : counters_width();
    const std::size_t room = name_width_ + free_cells;
    const std::size_t stem = display_width(row.stem);
    return fitted_label(row, kinds_, room > stem ? room - stem : 1);
  }

  void append_cell(std::string& line, std::size_t& cells, std::size_t column, std::string_view text,
                   Paint paint) const {
    if (text.empty()) return;
    pad_to(line, cells, column);
    line += painted(text, paint, terminal_);
    cells += display_width(text);
  }

  // Where the name of one object has no room, it has a line of its own, so that it can be copied.
  bool needs_own_line(const TreeRow& row) const {
    if (messages_ != MessagePlace::Below || row.names.size() != 1 || row.names_total != 1) {
      return false;
    }
    const std::size_t spare = shows_counters(row) ? 0 : counters_width();
    const std::size_t named =
        wanted_width(row, kinds_) - (kinds_ == Kinds::Whole ? with_blank(row.version) : 0);
    return named > name_width_ + spare;
  }

  std::string render_cells(const TreeRow& row) const {
    std::string line = painted(row.stem, Paint::Faint, terminal_);
    std::size_t cells = display_width(row.stem);
    if (needs_own_line(row)) {
      const std::size_t room = room_behind(row.stem);
      append_cell(line, cells, 0, fitted_label(row, Kinds::Whole, room), row.name_paint);
      line += '\n' + painted(row.stem_below, Paint::Faint, terminal_);
      cells = display_width(row.stem_below);
    } else {
      append_cell(line, cells, 0, label_of(row), row.name_paint);
    }
    std::size_t column = name_width_ + cell_gap;
    for (const Column& one : columns_) {
      if (!one.shown) continue;
      const std::string_view count = shows_counters(row) ? row.*one.text : std::string_view();
      append_cell(line, cells, column, count,
                  row.name_paint == Paint::Faint ? Paint::Faint : Paint::None);
      column += one.width + cell_gap;
    }
    append_cell(line, cells, column, without_middle(row.condition.text, condition_width_or_all()),
                row.condition.paint);
    append_cell(line, cells, column + condition_width_ + cell_gap, row.since,
                row.name_paint == Paint::Faint ? Paint::Faint : Paint::None);
    append_message(line, cells, row);
    return line;
  }

  std::size_t condition_width_or_all() const {
    return messages_ == MessagePlace::OneLine ? std::string::npos : condition_width_;
  }

  void append_message(std::string& line, std::size_t cells, const TreeRow& row) const {
    if (messages_ == MessagePlace::OneLine) {
      append_cell(line, cells, message_column(), one_line(row.message), Paint::None);
      line += '\n';
      return;
    }
    if (messages_ == MessagePlace::Beside) {
      const std::vector<std::string> lines =
          message_lines(row.message, message_width_, row.lines_max);
      for (const std::string& piece : lines) {
        if (&piece != lines.data()) {
          line += painted(row.stem_below, Paint::Faint, terminal_);
          cells = display_width(row.stem_below);
        }
        append_cell(line, cells, message_column(), piece,
                    row.message == "MESSAGE" ? row.name_paint : Paint::None);
        trim(line);
        line += '\n';
      }
      return;
    }
    line += '\n';
    if (!row.message.empty()) append_below(line, row);
  }

  void append_below(std::string& line, const TreeRow& row) const {
    const std::string lead = row.stem_below + (row.sort == TreeRow::Sort::Object ? "  " : "");
    for (const std::string& piece : message_lines(row.message, room_behind(lead), row.lines_max)) {
      line += painted(lead, Paint::Faint, terminal_) + piece + '\n';
    }
  }

  std::size_t room_behind(std::string_view lead) const {
    constexpr std::size_t room_min = 10;
    const std::size_t used = display_width(lead);
    return terminal_.width > used + room_min ? terminal_.width - used : room_min;
  }

  // A sentence that begins with a painted word; its later lines stand in a little.
  std::string render_across(const TreeRow& row) const {
    const std::string link = painted(row.condition.text, row.condition.paint, terminal_);
    const std::string stem = painted(row.stem, Paint::Faint, terminal_);
    const std::string message = one_line(row.message);
    if (messages_ == MessagePlace::OneLine) return format("{}{}\n", stem, spaced(link, message));
    const std::size_t hang = with_blank(row.condition.text);
    const std::string indent(hang > 0 ? cell_gap : 0, ' ');
    const std::size_t room = room_behind(row.stem) - indent.size();
    // The word in front is wrapped along as blanks that no line breaks at.
    const std::string held(hang, 'x');
    std::string text;
    for (std::string& piece : message_lines(held + message, room, row.lines_max)) {
      const bool first = text.empty();
      if (first && hang > 0) piece.erase(0, std::min(hang, piece.size()));
      text += stem;
      text += first ? spaced(link, piece) : indent + piece;
      text += '\n';
    }
    return text;
  }

  // The lines of a message keep their indentation; long ones go on under their own text.
  static std::vector<std::string> message_lines(std::string_view message, std::size_t width,
                                                std::size_t lines_max) {
    std::vector<std::string> lines;
    for (const std::string_view raw : split(message, '\n')) {
      const std::size_t blanks = std::min({raw.find_first_not_of(" \t\r"), raw.size(), indent_max});
      const std::string_view text = raw.substr(blanks);
      if (text.empty() && !lines.empty()) continue;
      const std::size_t hang = text.starts_with("* ") ? blanks + 2 : blanks;
      const std::size_t room = width > hang + 10 ? width - hang : 10;
      bool first = true;
      for (std::string& piece : wrap(printable(text), room)) {
        lines.push_back(std::string(first ? blanks : hang, ' ') + std::move(piece));
        first = false;
        if (lines.size() > lines_max) break;
      }
      if (lines.size() > lines_max) break;
    }
    if (lines.size() <= lines_max) return lines;
    lines.resize(lines_max);
    shorten(lines.back(), width);
    return lines;
  }

  static void shorten(std::string& line, std::size_t width) {
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t room = width > blanks + 10 ? width - blanks - cell_gap : 10;
    line = format("{}{} {}", line.substr(0, blanks), wrap(line.substr(blanks), room).front(),
                  ellipsis);
  }

  static void trim(std::string& line) {
    while (line.ends_with(' ')) line.pop_back();
  }

  std::span<const TreeRow> rows_;
  Headers headers_;
  const Terminal& terminal_;
  std::array<Column, 3> columns_{{{&TreeRow::ready, "READY"},
                                  {&TreeRow::available, "AVAIL"},
                                  {&TreeRow::up_to_date, "UP-TO-DATE"}}};
  std::size_t name_width_ = 0;
  std::size_t condition_width_ = 0;
  std::size_t since_width_ = 0;
  std::size_t message_width_ = 0;
  bool any_message_ = false;
  bool narrow_ = false;
  Kinds kinds_ = Kinds::Whole;
  MessagePlace messages_ = MessagePlace::Beside;
};

}  // namespace

void show_tree(std::span<const TreeRow> rows, Headers headers, const Streams& streams) {
  const Terminal terminal =
      headers == Headers::Shown ? streams.out_terminal : for_rows(streams.out_terminal);
  const Layout layout(rows, headers, terminal);
  std::string text;
  if (headers == Headers::Shown) text += layout.header();
  for (const TreeRow& row : rows) {
    text += layout.render(row);
    if (text.size() < chunk_bytes) continue;
    streams.out.write(text);
    text.clear();
  }
  streams.out.write(text);
}

}  // namespace telltale::cli
