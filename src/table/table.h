// SPDX-License-Identifier: Apache-2.0
#pragma once

// A transition table decides one condition: rows are asked from the top, the first whose guards
// hold decides, and the last one is unguarded. Tables are data: the same rows judge, explain
// themselves and are printed as the page under docs/tables/.
//
//   inline constexpr auto available_table = table_of<Seen>("Machine", "Available", words, {
//     {ready_missing, Unknown, "InternalError", "Please check controller logs for errors"},
//     {!ready,        False,   "NotReady"},
//     {otherwise,     True,    "Available"},
//   });
//
// What is the same in every row is a law of the engine, not a cell: the observed generation, the
// transition time, and that nothing is concluded from what was not collected.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "kube/condition.h"
#include "table/guard.h"
#include "table/words.h"

namespace telltale {

enum class Act : std::uint8_t {
  Set,     // status, reason and message stand in the row
  Keep,    // nothing changes at all; the message says why
  Mirror,  // copy the condition of another object
  Merge,   // summarize or aggregate other conditions
  Remove,  // the condition does not apply to this object
};

// What a row that merges, copies or keeps other words than its own may write.
struct MayWrite {
  std::string_view reason;       // any_reason_of_the_source: whatever that is
  std::optional<Status> status;  // nothing: as the source has it
  std::string_view when = {};    // said after the guards of the row
};
inline constexpr std::string_view any_reason_of_the_source = "*";

// A row says the status and the reason it sets the condition to; a row that does anything else says
// what in their place.
template <class Seen>
struct Row {
  When<Seen> when = {};
  Act act = Act::Set;
  Status status = Status::Unknown;  // for Set, and for other acts that always give the same
  std::string_view reason = {};     // likewise
  std::string_view message = {};
  // Of a row that merges or copies and has no reason; of a Keep row, what only others write.
  std::span<const MayWrite> may_write = {};

  constexpr Row() = default;
  constexpr Row(When<Seen> guards, Status sets, std::string_view why, std::string_view says = {})
      : when(guards), status(sets), reason(why), message(says) {}
  constexpr Row(When<Seen> guards, Act does, std::string_view says,
                std::span<const MayWrite> writes = {})
      : when(guards), act(does), message(says), may_write(writes) {}
  constexpr Row(When<Seen> guards, Act does, Status gives, std::string_view why,
                std::string_view says, std::span<const MayWrite> writes = {})
      : when(guards), act(does), status(gives), reason(why), message(says), may_write(writes) {}
};

// What asking rows gave. Rows of any type with a `when` can be asked, not only those above.
template <class Seen, class RowType = Row<Seen>>
struct Decision {
  const RowType* row = nullptr;                // none: a guard could not be answered
  const Guard<Seen>* not_collected = nullptr;  // the guard that could not be answered
  Instant wake = no_time;                      // when time alone may change the answer
};

// Asks from the top until a row holds or cannot be answered.
template <class Seen, class RowType>
constexpr Decision<Seen, RowType> decide_by(std::span<const RowType> rows, const Seen& seen) {
  Decision<Seen, RowType> decision;
  for (const RowType& row : rows) {
    row.when.note_wake(seen, decision.wake);
    const Answer answer = row.when.answer(seen);
    if (answer == Answer::No) continue;
    if (answer == Answer::Yes) {
      decision.row = &row;
    } else {
      decision.not_collected = row.when.first_not_collected(seen);
    }
    return decision;
  }
  return decision;  // Unreachable: the last row always holds.
}

// Rules a table may break. They have no definition: calling one while compiling stops the build
// with the rule's name in the error.
void the_last_row_must_be_unguarded();
void a_reason_must_fit_the_api_pattern();
void a_message_may_only_use_known_words();
void only_the_last_row_may_be_unguarded();
void a_row_that_merges_or_copies_must_say_what_it_may_write();

inline constexpr std::size_t table_rows_max = 32;

// The API's own pattern: ^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$, 1 to 1024 bytes.
constexpr bool fits_reason_pattern(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto inner = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  if (text.empty() || text.size() > 1024) return false;
  if (!letter(text.front()) || !inner(text.back())) return false;
  for (const char c : text) {
    if (!inner(c) && c != ',' && c != ':') return false;
  }
  return true;
}

template <class Seen, std::size_t N>
struct Table {
  static_assert(N <= table_rows_max, "a table with more than 32 rows is two conditions");

  std::string_view kind;
  std::string_view condition;
  std::span<const Word<Seen>> words;
  std::array<Row<Seen>, N> rows{};

  consteval Table(std::string_view of_kind, std::string_view type,
                  std::span<const Word<Seen>> known, const Row<Seen> (&given)[N])
      : Table(std::to_array(given), of_kind, type, known) {}

  // For rows that were joined by concat().
  consteval Table(const std::array<Row<Seen>, N>& given, std::string_view of_kind,
                  std::string_view type, std::type_identity_t<std::span<const Word<Seen>>> known)
      : kind(of_kind), condition(type), words(known), rows(given) {
    if (rows[N - 1].when.count != 0) the_last_row_must_be_unguarded();
    for (std::size_t i = 0; i < N; ++i) {
      const Row<Seen>& row = rows[i];
      if (row.when.count == 0 && i + 1 != N) only_the_last_row_may_be_unguarded();
      if (row.act == Act::Set && !fits_reason_pattern(row.reason)) {
        a_reason_must_fit_the_api_pattern();
      }
      const bool others_words = row.act == Act::Merge || row.act == Act::Mirror;
      if (others_words && row.reason.empty() && row.may_write.empty()) {
        a_row_that_merges_or_copies_must_say_what_it_may_write();
      }
      if (!words::all_known(words, row.message)) a_message_may_only_use_known_words();
    }
  }

  constexpr Decision<Seen> decide(const Seen& seen) const {
    return decide_by(std::span<const Row<Seen>>(rows), seen);
  }
};

// A table of the rows that are written here; how many there are, nobody types.
template <class Seen, std::size_t N>
consteval Table<Seen, N> table_of(std::string_view kind, std::string_view condition,
                                  std::span<const Word<Seen>> known, const Row<Seen> (&rows)[N]) {
  return {kind, condition, known, rows};
}

// Rows that several tables share are said once: concat(remote_rows, node_rows, missing_rows).
template <class RowType, std::size_t... Ns>
consteval auto concat(const std::array<RowType, Ns>&... parts) {
  std::array<RowType, (Ns + ...)> joined{};
  std::size_t next = 0;
  const auto append = [&](const auto& part) {
    for (const RowType& row : part) joined[next++] = row;
  };
  (append(parts), ...);
  return joined;
}

}  // namespace telltale
