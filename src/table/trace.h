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

// What another row would have said, had it decided: for what may come next. Rows about what is
// not there are left out: nobody waits for that.
struct PossibleRow {
  std::string number;
  std::string asked;
  Status status = Status::Unknown;
  std::string_view reason = {};
};

struct Trace {
  std::vector<AskedRow> rows = {};
  std::size_t rows_total = 0;
  std::vector<PossibleRow> others = {};  // those with a question that set one status and reason
};

template <class Seen>
std::string question_of(const When<Seen>& when) {
  std::string text;
  for (std::size_t i = 0; i < when.count; ++i) {
    if (i > 0) text += " and ";
    text += when.guards[i].says();
  }
  return text.empty() ? "otherwise" : text;
}

template <class Seen>
bool asks_what_is_there(const When<Seen>& when) {
  for (std::size_t i = 0; i < when.count; ++i) {
    if (!when.guards[i].wanted) return false;
  }
  return when.count > 0;
}

template <class Seen, class RowType>
AskedRow ask_row(const RowType& row, const Seen& seen, const std::string& number) {
  AskedRow asked{.number = number,
                 .asked = question_of(row.when),
                 .answer = row.when.answer(seen),
                 .evidence = {}};
  bool settled = false;
  for (std::size_t i = 0; i < row.when.count; ++i) {
    const Guard<Seen>& guard = row.when.guards[i];
    if (settled) break;
    settled = guard.answer(seen) == Answer::No;
    if (settled) asked.denied = guard.wanted ? guard.denial : guard.text;
    const std::string seen_here = guard.evidence != nullptr ? guard.evidence(seen) : std::string();
    if (seen_here.empty() || asked.evidence.find(seen_here) != std::string::npos) continue;
    if (!asked.evidence.empty()) asked.evidence += "; ";
    asked.evidence += seen_here;
  }
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
  const std::vector<std::string> numbers = row_numbers(table);
  Trace trace = trace_of_rows(std::span<const Row<Seen>>(table.rows), numbers, seen);
  for (std::size_t i = 0; i < N; ++i) {
    const Row<Seen>& row = table.rows[i];
    const bool decides = i + 1 == trace.rows.size();
    if (decides || row.act != Act::Set || !asks_what_is_there(row.when)) continue;
    trace.others.push_back({numbers[i], question_of(row.when), row.status, row.reason});
  }
  return trace;
}

}  // namespace telltale
