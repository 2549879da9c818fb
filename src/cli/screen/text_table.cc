// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/text_table.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "cli/screen/wrap.h"

namespace telltale::cli {
namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t last_column_min = 28;  // Narrower than this it is better off below.
constexpr std::size_t column_min = 10;
constexpr std::size_t lines_max = 4;

std::size_t sum(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), std::size_t{0});
}

void pad(std::string& out, std::size_t cells) { out.append(cells, ' '); }

}  // namespace

// Long messages are shown in part; whoever wants all of it asks `why`.
void TextTable::shorten(std::vector<std::string>& lines, std::size_t width) const {
  constexpr std::string_view ellipsis = " …";
  if (length_ == Length::Whole || lines.size() <= lines_max) return;
  lines.resize(lines_max);
  lines.back() = wrap(lines.back(), width - display_width(ellipsis)).front();
  lines.back() += ellipsis;
}

void TextTable::add(Row row) {
  check(row.size() == columns_.size(), "a row has a cell for every column");
  rows_.push_back({.cells = std::move(row), .across = false});
}

void TextTable::add_across(Cell first, std::string text) {
  rows_.push_back({.cells = {std::move(first), {std::move(text)}}, .across = true});
}

std::vector<std::size_t> TextTable::natural_widths(Header header) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (std::size_t i = 0; i < columns_.size() && header == Header::Shown; ++i) {
    widths[i] = display_width(columns_[i].header);
  }
  for (const Line& line : rows_) {
    const std::size_t cells = line.across ? 1 : line.cells.size();
    for (std::size_t i = 0; i < cells; ++i) {
      widths[i] = std::max(widths[i], display_width(line.cells[i].text));
    }
  }
  return widths;
}

TextTable::Plan TextTable::plan(std::size_t width, Header header) const {
  Plan plan{.widths = natural_widths(header)};
  const std::size_t gaps = gap * (columns_.size() - 1);
  if (width == 0 || sum(plan.widths) + gaps <= width) return plan;

  const std::size_t others = sum(plan.widths) - plan.widths.back() + gaps;
  if (others + last_column_min <= width) {
    plan.widths.back() = width - others;
    return plan;
  }
  plan.last = Last::Below;
  plan.below_width = width - std::min(width - last_column_min, plan.widths.front() + gap);
  plan.widths.back() = 0;
  while (sum(plan.widths) + gaps - gap > width) {
    std::size_t* widest = nullptr;
    for (std::size_t i = 0; i + 1 < columns_.size(); ++i) {
      if (columns_[i].rigidity == Rigidity::Fixed || plan.widths[i] <= column_min) continue;
      if (widest == nullptr || plan.widths[i] > *widest) widest = &plan.widths[i];
    }
    if (widest == nullptr) break;
    --*widest;
  }
  return plan;
}

void TextTable::print_row(std::string& out, const Row& row, const Plan& plan,
                          const Terminal& terminal) const {
  const std::size_t shown = row.size() - (plan.last == Last::Below ? 1 : 0);
  std::vector<std::vector<std::string>> columns;
  std::size_t height = 1;
  for (std::size_t i = 0; i < shown; ++i) {
    columns.push_back(wrap(row[i].text, terminal.width == 0 ? 0 : plan.widths[i]));
    if (i + 1 == row.size() && terminal.width > 0) shorten(columns.back(), plan.widths[i]);
    height = std::max(height, columns.back().size());
  }
  for (std::size_t line = 0; line < height; ++line) {
    std::size_t owed = 0;  // Blanks are written only before something, never at the end of a line.
    for (std::size_t i = 0; i < shown; ++i) {
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

void TextTable::print_below(std::string& out, const Cell& cell, const Plan& plan,
                            const Terminal& terminal) const {
  if (plan.last != Last::Below || cell.text.empty()) return;
  std::vector<std::string> lines = wrap(cell.text, plan.below_width);
  shorten(lines, plan.below_width);
  for (const std::string& line : lines) {
    pad(out, terminal.width - plan.below_width);
    out += painted(line, cell.paint, terminal);
    out += '\n';
  }
}

void TextTable::print_across(std::string& out, const Row& row, const Plan& plan,
                             const Terminal& terminal) const {
  const std::size_t indent = plan.widths.front() + gap;
  out += painted(row[0].text, row[0].paint, terminal);
  pad(out, indent - std::min(indent, display_width(row[0].text)));
  const std::size_t room = terminal.width > indent ? terminal.width - indent : 0;
  const std::vector<std::string> lines = wrap(row[1].text, room);
  for (const std::string& line : lines) {
    if (&line != lines.data()) pad(out, indent);
    out += line;
    out += '\n';
  }
}

void TextTable::print(Output& out, const Terminal& terminal, Header header) const {
  const Plan plan = this->plan(terminal.width, header);
  std::string text;
  if (header == Header::Shown) {
    Row headers;
    for (const Column& column : columns_) headers.push_back({column.header, Paint::Faint});
    print_row(text, headers, plan, terminal);
  }
  for (const Line& line : rows_) {
    if (line.across) {
      print_across(text, line.cells, plan, terminal);
    } else {
      print_row(text, line.cells, plan, terminal);
      print_below(text, line.cells.back(), plan, terminal);
    }
    if (text.size() < chunk_bytes) continue;
    out.write(text);
    text.clear();
  }
  out.write(text);
}

}  // namespace telltale::cli
