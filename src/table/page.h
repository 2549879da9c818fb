// SPDX-License-Identifier: Apache-2.0
#pragma once

// A table without its snapshot type: what printing and listing need. Made from a Table by
// page_of(); printed by render.h.

#include <cstddef>
#include <optional>
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
  std::optional<Act> act;  // none: the row decides a verdict, not a condition
  Status status = Status::Unknown;
  std::string_view reason = {};
  std::string_view message = {};
  std::span<const MayWrite> may_write = {};
  std::string_view verdict = {};  // this and what it is blamed on, of a row without an act
  std::string_view cause = {};
};

struct TablePage {
  std::string_view kind;
  std::string_view condition;  // or "verdict"
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

// The guards of a row, as it needs them.
template <class Seen>
std::vector<GuardText> guard_texts(const When<Seen>& when) {
  std::vector<GuardText> texts;
  for (std::size_t i = 0; i < when.count; ++i) {
    const Guard<Seen>& guard = when.guards[i];
    texts.push_back({guard.name, guard.says(), guard.text, guard.wanted, guard.at != nullptr});
  }
  return texts;
}

// The rows of a table of any length: what is compiled for each kind is compiled once.
template <class Seen>
TablePage page_of_rows(std::string_view kind, std::string_view condition,
                       std::span<const Row<Seen>> rows) {
  TablePage page{.kind = kind, .condition = condition, .rows = {}};
  const std::vector<std::string> numbers = row_numbers(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row<Seen>& row = rows[i];
    page.rows.push_back({.number = numbers[i],
                         .guards = guard_texts(row.when),
                         .act = row.act,
                         .status = row.status,
                         .reason = row.reason,
                         .message = row.message,
                         .may_write = row.may_write});
  }
  return page;
}

template <class Seen, std::size_t N>
TablePage page_of(const Table<Seen, N>& table) {
  return page_of_rows(table.kind, table.condition, std::span<const Row<Seen>>(table.rows));
}

}  // namespace telltale
