// SPDX-License-Identifier: Apache-2.0
#pragma once

// A table as kubectl prints it: upper-case headers, three blanks between columns, everything on one
// line however wide the terminal is, and no blanks at the end of a line.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/flag_groups/reading_flags.h"
#include "cli/screen/streams.h"
#include "cli/screen/terminal.h"

namespace telltale::cli {

class GetTable {
 public:
  struct Cell {
    std::string text;
    Paint paint = Paint::None;
  };
  using Row = std::vector<Cell>;

  // Headers as they are printed.
  explicit GetTable(std::vector<std::string> headers);

  // As many cells as headers. Of text with several lines the first is shown.
  void add(Row row);
  void print(Output& out, const Terminal& terminal, Headers headers) const;

 private:
  std::vector<std::string> headers_;
  std::vector<Row> rows_;
};

// "UP-TO-DATE" of "Up-to-date".
std::string upper(std::string_view text);

}  // namespace telltale::cli
