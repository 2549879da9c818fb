// SPDX-License-Identifier: Apache-2.0
#pragma once

// What ConditionMetrics knows about objects, small enough for a million of them: who is told apart
// by a hash, states are shared, and only objects that get series of their own keep their names. Not
// safe to share between threads.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "catalog/judged.h"
#include "report/journal/journal_states.h"

namespace telltale {

// Of what grows with time and not with the fleet; more is counted under "other".
inline constexpr std::string_view other_label = "other";
inline constexpr std::size_t reasons_of_turns_max = 20;
inline constexpr std::size_t conditions_of_object_max = 100;

inline constexpr std::array<double, 12> time_in_state_bounds{
    5, 15, 30, 60, 120, 300, 600, 1800, 3600, 14'400, 86'400, 604'800};

// Turns to a status, and how long it had lasted whenever it ended.
struct Turns {
  std::map<std::string, std::uint64_t, std::less<>> by_reason = {};
  std::array<std::uint64_t, time_in_state_bounds.size() + 1> lasted = {};
  double lasted_seconds = 0;
  bool ended = false;
};

struct KnownCondition {
  StatePool::Id state = 0;
  ShortInstant since = {};
};

struct KnownObject {
  std::uint64_t uid = 0;  // a hash of it
  std::vector<KnownCondition> conditions = {};
  StatePool::Id attention = 0;  // only when Stuck
  Verdict verdict = Verdict::Unknown;
  std::uint8_t left_out = 0;  // conditions without room on it
};

// An object that has series of its own, in the order in which they are written.
struct ObjectName {
  std::string kind = {};
  std::string namespace_name = {};
  std::string name = {};
  std::string group = {};

  auto operator<=>(const ObjectName&) const = default;
};
struct NamedObject {
  std::uint64_t id = 0;
  std::string platform = {};
};

class MetricLedger {
 public:
  using TurnsKey = std::tuple<std::string, std::string, Status>;  // kind, type, status
  using VerdictCounts = std::array<std::size_t, 4>;               // by the value of Verdict

  MetricLedger(std::vector<std::string> named_kinds, std::size_t turns_max);

  void note(const Judged& judged, Instant now);
  void forget(const Key& key);

  const StatePool& states() const { return states_; }
  const StatePool& attentions() const { return attentions_; }
  const std::map<std::string, VerdictCounts, std::less<>>& verdicts() const { return verdicts_; }
  // Conditions that had no room on their objects, by kind.
  const std::map<std::string, std::size_t, std::less<>>& left_out() const { return left_out_; }
  const std::map<TurnsKey, Turns>& turns() const { return turns_; }
  const std::map<ObjectName, NamedObject>& named() const { return named_; }
  // Nothing for the one of two objects of the same hash that was forgotten with the other.
  const KnownObject* known(const NamedObject& named) const;
  std::size_t objects() const { return objects_.size(); }

 private:
  void note_conditions(KnownObject& known, const Judged& judged, Instant now);
  struct Saying {
    ConditionState state = {};
    Instant turned = no_time;  // unset when the condition does not say
    Instant now = no_time;
  };
  KnownCondition note_condition(KnownObject& known, const Saying& saying, std::size_t hint);
  void turned(const ConditionState& before, const ConditionState& after, Seconds lasted);
  void note_verdict(KnownObject& known, const Judged& judged);
  void note_left_out(KnownObject& known, std::string_view kind, std::size_t count);
  void clear_verdict(const KnownObject& known, std::string_view kind);
  void clear(KnownObject& known, std::string_view kind);
  bool is_named(std::string_view kind) const;
  Turns& turns_of(const ConditionState& state);

  std::vector<std::string> named_kinds_;
  std::size_t turns_max_;
  StatePool states_;
  StatePool attentions_;
  absl::flat_hash_map<std::uint64_t, KnownObject> objects_;
  std::map<ObjectName, NamedObject> named_;
  std::map<std::string, VerdictCounts, std::less<>> verdicts_;
  std::map<std::string, std::size_t, std::less<>> left_out_;
  std::map<TurnsKey, Turns> turns_;
  std::vector<KnownCondition> next_;  // room to work in
};

}  // namespace telltale
