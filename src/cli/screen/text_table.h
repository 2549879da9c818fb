// SPDX-License-Identifier: Apache-2.0
#pragma once

// A table for people: upper-case headers, two blanks between columns, the last column wrapped under
// itself. Where a terminal is too narrow for that, the last column goes below its row, and wide
// columns give way. In a pipe every row is one line.
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
  enum class Rigidity : std::uint8_t { Fixed, GivesWay };
  // Whether long messages are shown as a whole on a terminal. In a pipe they always are.
  enum class Length : std::uint8_t { Shortened, Whole };

  struct Column {
    std::string header;
    Rigidity rigidity = Rigidity::Fixed;
  };
  struct Cell {
    std::string text;
    Paint paint = Paint::None;
  };
  using Row = std::vector<Cell>;

  explicit TextTable(std::vector<Column> columns, Length length = Length::Shortened)
      : columns_(std::move(columns)), length_(length) {}

  // As many cells as columns.
  void add(Row row);
  // One line across all columns but the first.
  void add_across(Cell first, std::string text);
  bool empty() const { return rows_.empty(); }

  void print(Output& out, const Terminal& terminal, Header header) const;

 private:
  enum class Last : std::uint8_t { Beside, Below };
  struct Line {
    Row cells;
    bool across = false;
  };
  struct Plan {
    std::vector<std::size_t> widths = {};
    Last last = Last::Beside;
    std::size_t below_width = 0;
  };

  Plan plan(std::size_t width, Header header) const;
  std::vector<std::size_t> natural_widths(Header header) const;
  void print_row(std::string& out, const Row& row, const Plan& plan,
                 const Terminal& terminal) const;
  void print_below(std::string& out, const Cell& cell, const Plan& plan,
                   const Terminal& terminal) const;
  void print_across(std::string& out, const Row& row, const Plan& plan,
                    const Terminal& terminal) const;

  void shorten(std::vector<std::string>& lines, std::size_t width) const;

  std::vector<Column> columns_;
  Length length_;
  std::vector<Line> rows_;
};

}  // namespace telltale::cli
