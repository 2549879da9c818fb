// SPDX-License-Identifier: Apache-2.0
#pragma once

// A verdict table decides the one word above the conditions: rows are asked from the top, the first
// whose guards hold decides, and the last one is unguarded. Guards, trace, pages and laws are those
// of the condition tables (table/table.h); a row says a verdict and what it is because of.
//
//   inline constexpr VerdictTable verdict_table{"Machine", std::to_array<VerdictRow<VerdictSeen>>({
//     {deletion_told && stage_patience_over, Stuck,   deletion},
//     {deletion_told,                        Working, deletion},
//     {otherwise,                            Healthy, nothing<VerdictSeen>},
//   })};
//
// Patience is a guard about time, so the instant at which Working becomes Stuck is the wake. A
// verdict can always be told: where too little was collected, a condition says so, and a row asks
// for it.

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/judged.h"
#include "catalog/owners/patience.h"
#include "table/page.h"
#include "table/table.h"
#include "table/trace.h"

namespace telltale {

struct Kind;

// What a verdict is because of: a condition of the object, or of somebody below it.
template <class Seen>
struct Blame {
  std::string_view text = {};  // for people; empty: nothing is to blame
  Cause (*cause)(const Seen&) = nullptr;
};

template <class Seen>
inline constexpr Blame<Seen> nothing{};

template <class Seen>
struct VerdictRow {
  When<Seen> when;
  Verdict verdict;
  Blame<Seen> blame;
};

// Rules a verdict table may break, like those in table/table.h.
void all_but_healthy_must_blame_something();
void a_guard_of_a_verdict_must_have_an_answer();

template <class Seen, std::size_t N>
struct VerdictTable {
  static_assert(N <= table_rows_max, "a table with more than 32 rows is two verdicts");

  std::string_view kind;
  std::string_view condition;  // "verdict", and whose where two groups have a kind of this name
  std::array<VerdictRow<Seen>, N> rows{};

  consteval VerdictTable(std::string_view of_kind, const std::array<VerdictRow<Seen>, N>& given,
                         std::string_view name = "verdict")
      : kind(of_kind), condition(name), rows(given) {
    if (rows[N - 1].when.count != 0) the_last_row_must_be_unguarded();
    for (std::size_t i = 0; i < N; ++i) {
      const VerdictRow<Seen>& row = rows[i];
      if (row.when.count == 0 && i + 1 != N) only_the_last_row_may_be_unguarded();
      const bool blames = row.blame.cause != nullptr;
      if (blames == (row.verdict == Verdict::Healthy)) all_but_healthy_must_blame_something();
      for (std::size_t guard = 0; guard < row.when.count; ++guard) {
        if (row.when.guards[guard].collected != nullptr) a_guard_of_a_verdict_must_have_an_answer();
      }
    }
  }

  constexpr Decision<Seen, VerdictRow<Seen>> decide(const Seen& seen) const {
    return decide_by(std::span<const VerdictRow<Seen>>(rows), seen);
  }
};

// Sets verdict and cause, and brings the wake forward to the end of its patience.
template <class Seen, std::size_t N>
void tell_verdict(const VerdictTable<Seen, N>& table, const Seen& seen, Judged& judged) {
  const auto decision = table.decide(seen);
  const VerdictRow<Seen>& row = *decision.row;
  judged.verdict = row.verdict;
  judged.cause = row.blame.cause != nullptr ? row.blame.cause(seen) : Cause{};
  wake_by(judged.wake, decision.wake, seen.now);
}

// Verdict rows have no Keep among them: they are simply counted.
template <class Seen, std::size_t N>
std::vector<std::string> row_numbers(const VerdictTable<Seen, N>&) {
  std::vector<std::string> numbers;
  for (std::size_t i = 1; i <= N; ++i) numbers.push_back(std::to_string(i));
  return numbers;
}

template <class Seen, std::size_t N>
Trace trace_of(const VerdictTable<Seen, N>& table, const Seen& seen) {
  return trace_of_rows(std::span<const VerdictRow<Seen>>(table.rows), row_numbers(table), seen);
}

template <class Seen, std::size_t N>
TablePage page_of(const VerdictTable<Seen, N>& table) {
  TablePage page{.kind = table.kind, .condition = table.condition, .rows = {}};
  const std::vector<std::string> numbers = row_numbers(table);
  for (std::size_t i = 0; i < N; ++i) {
    const VerdictRow<Seen>& row = table.rows[i];
    page.rows.push_back({.number = numbers[i],
                         .guards = guard_texts(row.when),
                         .act = std::nullopt,
                         .verdict = to_text(row.verdict),
                         .cause = row.blame.text});
  }
  return page;
}

// Why an object has its verdict: every row asked, and what the row that decides blames.
struct VerdictExplanation {
  Verdict verdict = Verdict::Unknown;
  Trace trace = {};
  std::string_view blames = {};
};

template <class Seen, std::size_t N>
VerdictExplanation explain_by(const VerdictTable<Seen, N>& table, const Seen& seen) {
  const VerdictRow<Seen>& row = *table.decide(seen).row;
  return {.verdict = row.verdict, .trace = trace_of(table, seen), .blames = row.blame.text};
}

// Guards that most verdicts ask. A sheet points at a condition while it is in the state in
// question: `deleted` is Deleted while it is True, else nothing.
template <class Seen, const Condition* Seen::* condition>
constexpr Guard<Seen> tells(std::string_view name, std::string_view text, std::string_view denial) {
  return {name,
          text,
          denial,
          [](const Seen& seen) { return seen.*condition != nullptr; },
          {.evidence = [](const Seen& seen) { return condition_evidence(seen.*condition); }}};
}

template <class Seen, PatienceTerm Seen::* term>
constexpr Guard<Seen> patience_over(std::string_view name, std::string_view text,
                                    std::string_view denial) {
  return {name,
          text,
          denial,
          [](const Seen& seen) { return (seen.*term).is_over(seen.now); },
          {.at = [](const Seen& seen) { return (seen.*term).end(); },
           .evidence = [](const Seen& seen) { return term_evidence(seen.*term, seen.now); }}};
}

template <class Seen, bool Seen::* fact>
constexpr Guard<Seen> holds(std::string_view name, std::string_view text, std::string_view denial) {
  return {name, text, denial, [](const Seen& seen) { return seen.*fact; }};
}

}  // namespace telltale
