// SPDX-License-Identifier: Apache-2.0
#pragma once

// The trace of one decision: every row asked, in order, with its answer and what the answer rests
// on. Judging a fleet never pays for it; `telltale why` asks for one object.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "table/page.h"
#include "table/table.h"

namespace telltale {

struct AskedRow {
  std::string number;
  std::string asked;  // the row's guards as one statement
  Answer answer = Answer::No;
  std::string evidence;          // what the guards that were asked saw
  std::string_view denied = {};  // what holds instead, where the answer is no
};

struct Trace {
  std::vector<AskedRow> rows = {};
  std::size_t rows_total = 0;
};

template <class Seen, class RowType>
AskedRow ask_row(const RowType& row, const Seen& seen, const std::string& number) {
  AskedRow asked{.number = number, .asked = {}, .answer = row.when.answer(seen), .evidence = {}};
  bool settled = false;
  for (std::size_t i = 0; i < row.when.count; ++i) {
    const Guard<Seen>& guard = row.when.guards[i];
    if (i > 0) asked.asked += " and ";
    asked.asked += guard.says();
    if (settled) continue;
    settled = guard.answer(seen) == Answer::No;
    if (settled) asked.denied = guard.wanted ? guard.denial : guard.text;
    const std::string seen_here = guard.evidence != nullptr ? guard.evidence(seen) : std::string();
    if (seen_here.empty() || asked.evidence.find(seen_here) != std::string::npos) continue;
    if (!asked.evidence.empty()) asked.evidence += "; ";
    asked.evidence += seen_here;
  }
  if (row.when.count == 0) asked.asked = "otherwise";
  return asked;
}

// Asks until a row decides or cannot be answered, exactly as decide() does.
template <class Seen, class RowType>
Trace trace_of_rows(std::span<const RowType> rows, const std::vector<std::string>& numbers,
                    const Seen& seen) {
  Trace trace{.rows = {}, .rows_total = rows.size()};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    trace.rows.push_back(ask_row(rows[i], seen, numbers[i]));
    if (trace.rows.back().answer != Answer::No) break;
  }
  return trace;
}

template <class Seen, std::size_t N>
Trace trace_of(const Table<Seen, N>& table, const Seen& seen) {
  return trace_of_rows(std::span<const Row<Seen>>(table.rows), row_numbers(table), seen);
}

}  // namespace telltale
