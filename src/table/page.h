// SPDX-License-Identifier: Apache-2.0
#pragma once

// A table without its snapshot type: what printing and listing need. Made from a Table by
// page_of(); printed by render.h.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "table/table.h"

namespace telltale {

struct GuardText {
  std::string_view name;
  std::string_view says;  // the statement as this row needs it, negation included
  std::string_view text;  // the positive statement
  bool wanted = true;
  bool about_time = false;

  bool operator==(const GuardText&) const = default;
};

struct RowText {
  std::string number;  // as people count: Keep rows share the number above them, "3b"
  std::vector<GuardText> guards;
  Act act = Act::Set;
  Status status = Status::Unknown;
  std::string_view reason;
  std::string_view message;
};

struct TablePage {
  std::string_view kind;
  std::string_view condition;
  std::vector<RowText> rows;
};

std::string_view to_text(Act act);

// "1", "2", "3", "3b", "3c", "4": the numbers people see. Keep rows take none of their own, so that
// the seed's rows keep the seed's numbers.
template <class Seen>
std::vector<std::string> row_numbers(std::span<const Row<Seen>> rows) {
  std::vector<std::string> numbers;
  std::size_t number = 0;
  char letter = 'a';
  for (const Row<Seen>& row : rows) {
    const bool shares = row.act == Act::Keep && number > 0;
    if (!shares) ++number;
    letter = shares ? static_cast<char>(letter + 1) : 'a';
    numbers.push_back(std::to_string(number) + (shares ? std::string(1, letter) : ""));
  }
  return numbers;
}

template <class Seen, std::size_t N>
std::vector<std::string> row_numbers(const Table<Seen, N>& table) {
  return row_numbers(std::span<const Row<Seen>>(table.rows));
}

// The rows of a table of any length: what is compiled for each kind is compiled once.
template <class Seen>
TablePage page_of_rows(std::string_view kind, std::string_view condition,
                       std::span<const Row<Seen>> rows) {
  TablePage page{.kind = kind, .condition = condition, .rows = {}};
  const std::vector<std::string> numbers = row_numbers(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row<Seen>& row = rows[i];
    RowText text{.number = numbers[i],
                 .guards = {},
                 .act = row.act,
                 .status = row.status,
                 .reason = row.reason,
                 .message = row.message};
    for (std::size_t g = 0; g < row.when.count; ++g) {
      const Guard<Seen>& guard = row.when.guards[g];
      text.guards.push_back(
          {guard.name, guard.says(), guard.text, guard.wanted, guard.at != nullptr});
    }
    page.rows.push_back(std::move(text));
  }
  return page;
}

template <class Seen, std::size_t N>
TablePage page_of(const Table<Seen, N>& table) {
  return page_of_rows(table.kind, table.condition, std::span<const Row<Seen>>(table.rows));
}

}  // namespace telltale
