// SPDX-License-Identifier: Apache-2.0
#pragma once

// Says what the tables decided: turns a decision into an edit of the object's condition list, in
// the chosen dialect, by the laws that hold for every row. One ConditionWriter serves one object
// after another.
//
//   writer.begin(machine, stored);
//   writer.speak(node_healthy_table, seen);
//   judged.conditions = writer.finish();

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/arena.h"
#include "catalog/judged.h"
#include "catalog/kinds.h"
#include "catalog/names.h"
#include "catalog/settings.h"
#include "condition/set.h"
#include "convert/shapes.h"
#include "kube/object.h"
#include "table/table.h"

namespace telltale {

// Where a dump does not hold what a condition rests on and nothing is stored either.
inline constexpr std::string_view not_collected_reason = "NotCollected";

class ConditionWriter {
 public:
  ConditionWriter(const Settings& settings, Instant now, Arena& arena)
      : settings_(settings), now_(now), arena_(arena) {}

  void begin(const Object& object, Conditions stored);

  // Decides and writes one condition; `compose` makes the condition for Mirror and Merge rows.
  // Returns it as it now stands, or nothing when it does not stand at all.
  template <class Seen, std::size_t N, class Compose>
  std::optional<Condition> speak(const Table<Seen, N>& table, const Seen& seen, Compose compose);
  template <class Seen, std::size_t N>
  std::optional<Condition> speak(const Table<Seen, N>& table, const Seen& seen) {
    return speak(table, seen, [] { return Condition{}; });
  }

  std::optional<Condition> get(std::string_view proposal_type) const;
  // The list after all edits, in telltale's order.
  Conditions finish();
  bool changed() const { return set_.changed(); }
  Conditions view() const { return set_.view(); }
  // Takes off a condition that no table says.
  void drop(std::string_view type) { set_.remove(type); }
  Instant wake() const { return wake_; }
  void wake_at(Instant instant);
  Arena& arena() { return arena_; }
  const Settings& settings() const { return settings_; }

 private:
  std::optional<Condition> set(std::string_view type, Condition condition);
  std::optional<Condition> keep(std::string_view type);
  // Where a new message alone is no reason to write, the old one stands.
  void keep_old_message(Condition& condition, std::int64_t generation) const;
  // Names that only the proposal has are nobody's but ours: the upstream dialect clears them away,
  // so that an old answer never stands beside its successor. Upstream's names may be anybody's.
  void forget_own(std::string_view type);
  std::optional<Condition> miss(std::string_view type, const std::string& evidence);

  const Settings& settings_;
  Instant now_;
  Arena& arena_;
  const Object* object_ = nullptr;
  ListRules list_rules_ = {};
  ConditionSet set_;
  Instant wake_ = no_time;
};

template <class Seen, std::size_t N, class Compose>
std::optional<Condition> ConditionWriter::speak(const Table<Seen, N>& table, const Seen& seen,
                                                Compose compose) {
  const std::string_view type = table.condition;
  if (!has_type(settings_.dialect, table.kind, type)) {
    forget_own(type);
    return std::nullopt;
  }
  const Decision<Seen> decision = table.decide(seen);
  wake_at(decision.wake);
  if (decision.row == nullptr) {
    const auto* guard = decision.not_collected;
    return miss(type, guard->evidence != nullptr ? guard->evidence(seen) : std::string());
  }
  switch (decision.row->act) {
    case Act::Keep:
      return keep(type);
    case Act::Mirror:
    case Act::Merge:
      return set(type, compose());
    case Act::Remove:
      set_.remove(written_type(settings_.dialect, table.kind, type));
      forget_own(type);
      return std::nullopt;
    case Act::Set:
      break;
  }
  const std::string_view sentence = decision.row->message;
  const bool plain = sentence.find('{') == std::string_view::npos;
  return set(type,
             {.type = {},
              .status = decision.row->status,
              .reason = decision.row->reason,
              .message = plain ? sentence : arena_.keep(words::fill(table.words, sentence, seen))});
}

// Whoever pauses an object wants nothing about it touched: then only Paused is judged, and whatever
// else stands, stands. `judge_rest` says all other conditions, and may change the counters.
template <class PausedTable, class Seen, class JudgeRest>
Judged judge_unless_paused(Judged judged, const PausedTable& paused_table, const Seen& seen,
                           ConditionWriter& writer, JudgeRest judge_rest) {
  writer.begin(*judged.object, shapes::conditions(*judged.object));
  const auto paused = writer.speak(paused_table, seen);
  if (!paused || paused->status != Status::True) judge_rest(judged);
  judged.changed = writer.changed();
  judged.conditions = writer.finish();
  judged.wake = writer.wake();
  return judged;
}

}  // namespace telltale
