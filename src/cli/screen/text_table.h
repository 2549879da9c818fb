// SPDX-License-Identifier: Apache-2.0
#pragma once

// A table for people: upper-case headers, two blanks between columns, the last column wrapped under
// itself. Where a terminal is too narrow for that, the last column goes below its row, and then
// other columns go there, too: a row takes more lines, and no word that fits the screen is broken.
// In a pipe every row is one line.
//
//   TextTable table({{.header = "NAME"}, {.header = "WHAT"}});
//   table.add({{"m1"}, {"Node is gone", Paint::Bad}});
//   table.print(out, terminal, TextTable::Header::Shown);

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/screen/streams.h"
#include "cli/screen/terminal.h"

namespace telltale::cli {

class TextTable {
 public:
  enum class Header : std::uint8_t { Shown, Hidden };
  // GivesWay: sentences, which break between words. GoesBelow: words that stand before the last
  // column, below their row, where there is no room; the rightmost goes first.
  enum class Rigidity : std::uint8_t { Fixed, GivesWay, GoesBelow };
  // How many lines a long message has on a terminal: four, one, all. In a pipe it is always whole.
  enum class Length : std::uint8_t { Shortened, Brief, Whole };

  struct Column {
    std::string header;
    Rigidity rigidity = Rigidity::Fixed;
    std::string below = {};  // what is said before its word below a row: "namespace "
  };
  struct Cell {
    std::string text;
    Paint paint = Paint::None;
    std::string below = {};  // what it says below its row; nothing: the same, as its column says
  };
  using Row = std::vector<Cell>;
  // A line below a row, wrapped under its own text: "do: raise the quota". A command in it can be
  // copied.
  struct Note {
    std::string label;
    std::string text;
    Paint paint = Paint::None;
  };

  explicit TextTable(std::vector<Column> columns, Length length = Length::Shortened)
      : columns_(std::move(columns)), length_(length) {}

  // As many cells as columns.
  void add(Row row, std::vector<Note> notes = {});
  // One line across all columns but the first.
  void add_across(Cell first, std::string text);
  bool empty() const { return rows_.empty(); }

  void print(Output& out, const Terminal& terminal, Header header) const;

 private:
  enum class Last : std::uint8_t { Beside, Below };
  struct Line {
    Row cells;
    bool across = false;
    std::vector<Note> notes = {};
  };
  struct Plan {
    std::vector<std::size_t> widths = {};
    std::vector<bool> below = {};  // by column; of the last one `last` tells
    Last last = Last::Beside;
    bool has_grid = true;  // false: no row has room for its columns
    bool in_grid(std::size_t column) const {
      return !below[column] && (column + 1 < below.size() || last == Last::Beside);
    }
  };

  Plan plan(std::size_t width, Header header) const;
  bool is_headed(std::size_t column) const;
  std::vector<std::size_t> natural_widths(Header header) const;
  std::size_t longest_word_in(std::size_t column, std::size_t width) const;
  bool can_stand_beside(std::size_t room, std::size_t width) const;
  std::size_t lines_shown() const;
  bool make_room(Plan& plan, std::size_t width) const;
  void cut_widest(Plan& plan, std::size_t width, Header header) const;
  std::size_t grid_width(const Plan& plan) const;
  bool fits(const Row& row, const Plan& plan) const;

  void print_row(std::string& out, const Line& line, const Plan& plan,
                 const Terminal& terminal) const;
  void print_grid(std::string& out, const Row& row, const Plan& plan,
                  const Terminal& terminal) const;
  void print_flowing(std::string& out, const Row& row, const Plan& plan,
                     const Terminal& terminal) const;
  std::string moved_text(const Row& row, const Plan& plan) const;
  Cell below_cell(const Row& row, const Plan& plan, std::size_t room) const;
  void print_below(std::string& out, const Row& row, const Plan& plan,
                   const Terminal& terminal) const;

  std::vector<Column> columns_;
  Length length_;
  std::vector<Line> rows_;
};

}  // namespace telltale::cli
