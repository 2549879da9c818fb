// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: what must hold of every transition table, checked on every small snapshot.
//
//   TEST(Available, KeepsTheLawsOfTables) {
//     expect_table_laws(available_table, every_available_snapshot, available_ladder);
//   }
//
// The laws: every row decides some snapshot; the table says what an independent plain ladder says;
// the trace asks what the decision asked; nothing changes between now and the wake, something
// really turns at the wake, and without a wake time alone changes nothing; and the page under
// docs/tables/ is the one the rows print (run with TELLTALE_REGENERATE set to write it anew).
//
// Tables of another type of row are held to the same laws if told_by(), is_merged(), trace_of(),
// row_numbers() and page_of() know them, as those of verdicts do.

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/instant.h"
#include "base/text.h"
#include "table/page.h"
#include "table/render.h"
#include "table/table.h"
#include "table/trace.h"

// Defined for every test program; this header must also compile alone.
#ifndef TELLTALE_SOURCE_DIR
#define TELLTALE_SOURCE_DIR "."
#endif

namespace telltale::laws {

// What a table or a ladder says about one snapshot.
struct Told {
  bool collected = true;
  Act act = Act::Set;
  Status status = Status::Unknown;  // this and the rest for Set only
  std::string reason = {};
  std::string message = {};

  bool operator==(const Told&) const = default;
};

inline Told set_to(Status status, std::string_view reason, std::string_view message = "") {
  return {.status = status, .reason = std::string(reason), .message = std::string(message)};
}
inline Told keep() { return {.act = Act::Keep}; }
inline Told mirror() { return {.act = Act::Mirror}; }
inline Told merge() { return {.act = Act::Merge}; }
inline Told not_collected() { return {.collected = false}; }

inline std::ostream& operator<<(std::ostream& out, const Told& told) {
  if (!told.collected) return out << "(not collected)";
  if (told.act != Act::Set) return out << "(" << to_text(told.act) << ")";
  return out << to_text(told.status) << "/" << told.reason << ": " << told.message;
}

template <class Seen, std::size_t N>
Told told_by(const Table<Seen, N>& table, const Seen& seen) {
  const Row<Seen>* row = table.decide(seen).row;
  if (row == nullptr) return not_collected();
  if (row->act != Act::Set) return {.act = row->act};
  return set_to(row->status, row->reason, words::fill(table.words, row->message, seen));
}

// What a merged condition is made of, a table cannot see.
inline bool is_merged(const Told& told) { return told.act == Act::Merge; }

// The same world at another time. Snapshots that hold what was counted at `now` bring their own.
struct MoveClock {
  template <class Seen>
  Seen operator()(Seen seen, Instant now) const {
    seen.now = now;
    return seen;
  }
};

template <class Seen>
bool same_answers(const When<Seen>& when, const Seen& left, const Seen& right) {
  for (std::size_t i = 0; i < when.count; ++i) {
    if (when.guards[i].answer(left) != when.guards[i].answer(right)) return false;
  }
  return true;
}

template <class Seen, class TableType, class Ladder, class Later>
class LawChecker {
 public:
  LawChecker(const TableType& table, Ladder ladder, Later later)
      : table_(table), ladder_(ladder), later_(later), decided_(table.rows.size(), 0) {}

  void judge(const Seen& seen) {
    if (failures_ >= failures_max) return;
    ++snapshots_;
    const auto decision = table_.decide(seen);
    if (decision.row != nullptr) ++decided_[row_index(decision)];
    const auto told = told_by(table_, seen);
    expect(told == ladder_(seen), seen, "the ladder says otherwise");
    judge_trace(decision, seen);
    judge_wake(decision, told, seen);
  }

  void expect_every_row_decided() const {
    if (failures_ >= failures_max) return;  // Not every snapshot was judged.
    for (std::size_t row = 0; row < decided_.size(); ++row) {
      EXPECT_GT(decided_[row], 0U)
          << "row " << row_numbers(table_)[row] << " of " << table_.kind << " " << table_.condition
          << " decides none of " << snapshots_ << " snapshots";
    }
  }

 private:
  static constexpr std::size_t failures_max = 3;  // One mistake fails thousands of snapshots.

  template <class Decided>
  std::size_t row_index(const Decided& decision) const {
    return static_cast<std::size_t>(decision.row - table_.rows.data());
  }

  template <class Decided>
  void judge_trace(const Decided& decision, const Seen& seen) {
    const Trace trace = trace_of(table_, seen);
    const Answer last = trace.rows.back().answer;
    expect((decision.row == nullptr) == (decision.not_collected != nullptr), seen,
           "a decision is a row or a guard that could not be answered");
    expect(last == (decision.row != nullptr ? Answer::Yes : Answer::NotCollected), seen,
           "the trace ends with the row that decides");
    expect(decision.row == nullptr || trace.rows.size() == row_index(decision) + 1, seen,
           "the trace stops at the row that decides");
  }

  template <class Decided, class Said>
  void judge_wake(const Decided& decision, const Said& told, const Seen& seen) {
    if (!is_set(decision.wake)) {
      for (const Seconds wait : {Seconds(1), Seconds(std::chrono::hours(24 * 365))}) {
        expect(told_by(table_, later_(seen, seen.now + wait)) == told, seen,
               "without a wake time alone changes nothing");
      }
      return;
    }
    expect(decision.wake > seen.now, seen, "a wake lies in the future");
    for (const Instant between : {seen.now + Seconds(1), decision.wake - Seconds(1)}) {
      if (between >= decision.wake) continue;
      const Seen then = later_(seen, between);
      expect(table_.decide(then).row == decision.row && told_by(table_, then) == told, seen,
             "nothing changes between now and the wake");
    }
    expect(turns_at(decision, told, seen), seen, "something turns at the wake");
  }

  // An asked guard answers otherwise or the message reads otherwise.
  template <class Decided, class Said>
  bool turns_at(const Decided& decision, const Said& told, const Seen& seen) const {
    const Seen then = later_(seen, decision.wake);
    if (told_by(table_, then) != told || is_merged(told)) return true;
    for (const auto& row : table_.rows) {
      if (!same_answers(row.when, seen, then)) return true;
      if (&row == decision.row) break;
    }
    return false;
  }

  void expect(bool holds, const Seen& seen, std::string_view law) {
    if (holds || failures_ >= failures_max) return;
    ++failures_;
    ADD_FAILURE() << table_.kind << " " << table_.condition << ": " << law
                  << "\n  table:  " << told_by(table_, seen) << "\n  ladder: " << ladder_(seen)
                  << describe(seen);
  }

  std::string describe(const Seen& seen) const {
    std::string text = format("\n  now {}", format_rfc3339(seen.now));
    for (const AskedRow& row : trace_of(table_, seen).rows) {
      text += format("\n  {:>3} {} [{}]", row.number, row.asked, row.evidence);
    }
    return text;
  }

  const TableType& table_;
  Ladder ladder_;
  Later later_;
  std::vector<std::size_t> decided_;
  std::size_t snapshots_ = 0;
  std::size_t failures_ = 0;
};

// Whoever changes a row shows the change to people who read the page.
inline void expect_page_is_current(const TablePage& page) {
  const std::filesystem::path folder = std::filesystem::path(TELLTALE_SOURCE_DIR) / "docs/tables";
  const auto path = folder / format("{}.{}.md", page.kind, page.condition);
  const std::string rendered = render_markdown(page);
  if (std::getenv("TELLTALE_REGENERATE") != nullptr) {
    std::filesystem::create_directories(folder);
    std::ofstream(path, std::ios::binary) << rendered;
  }
  std::ifstream file(path, std::ios::binary);
  const std::string stored{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(stored, rendered) << path.filename() << " is stale; set TELLTALE_REGENERATE and rerun";
}

}  // namespace telltale::laws

namespace telltale {

// `every_snapshot(visit)` calls visit with each small snapshot; `ladder(seen)` gives a laws::Told.
template <template <class, std::size_t> class TableOf, class Seen, std::size_t N,
          class EverySnapshot, class Ladder, class Later = laws::MoveClock>
void expect_table_laws(const TableOf<Seen, N>& table, EverySnapshot every_snapshot, Ladder ladder,
                       Later later = {}) {
  laws::LawChecker<Seen, TableOf<Seen, N>, Ladder, Later> jury(table, ladder, later);
  every_snapshot([&](const Seen& seen) { jury.judge(seen); });
  jury.expect_every_row_decided();
  laws::expect_page_is_current(page_of(table));
}

}  // namespace telltale
