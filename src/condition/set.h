// SPDX-License-Identifier: Apache-2.0
#pragma once

// The conditions of one object while a judge edits them. Starts as a view of the stored list and
// copies only when something changes, so an object that stays as it is costs no allocation. The
// stored list and all text must outlive the set. Not safe to share between threads.
//
//   ConditionSet conditions(stored);
//   conditions.set({.type = "Ready", .status = Status::True, .reason = "Ready"}, stamp, arena);
//   if (conditions.changed()) write(conditions.view());

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "condition/caps.h"
#include "kube/condition.h"

namespace telltale {

// What every write carries: the generation that was judged, and the time for new statuses.
struct Stamp {
  std::int64_t generation = 0;
  Instant now = no_time;
};

enum class SetOutcome : std::uint8_t {
  Unchanged,  // the list is exactly as it was, order included
  Changed,    // the list is in order (order.h)
  Full,       // refused: the API server takes no more conditions on such an object
};

class ConditionSet {
 public:
  ConditionSet() = default;
  explicit ConditionSet(Conditions stored) : stored_(stored) {}

  // Starts over with another object's list and keeps the memory. `most` is how many conditions the
  // API takes on such an object.
  void reset(Conditions stored, std::size_t most = conditions_per_object_max);

  // last_transition is kept while the status is; a new status takes the condition's own, or
  // stamp.now when it has none. Too long a reason or message is cut (caps.h).
  [[nodiscard]] SetOutcome set(Condition condition, Stamp stamp, Arena& arena);
  // Whether it was there.
  bool remove(std::string_view type);
  void sort();

  Conditions view() const { return changed_ ? Conditions(edited_) : stored_; }
  bool changed() const { return changed_; }
  const Condition* get(std::string_view type) const { return find_condition(view(), type); }

 private:
  std::vector<Condition>& edit();
  SetOutcome add(const Condition& condition);

  Conditions stored_;
  std::size_t most_ = conditions_per_object_max;
  std::vector<Condition> edited_;
  bool changed_ = false;
};

inline bool has_condition(Conditions conditions, std::string_view type) {
  return find_condition(conditions, type) != nullptr;
}

// A condition that is not there is Unknown, as Kubernetes asks.
inline Status status_of(Conditions conditions, std::string_view type) {
  const Condition* condition = find_condition(conditions, type);
  return condition == nullptr ? Status::Unknown : condition->status;
}
inline bool is_true(Conditions conditions, std::string_view type) {
  return status_of(conditions, type) == Status::True;
}
inline bool is_false(Conditions conditions, std::string_view type) {
  return status_of(conditions, type) == Status::False;
}
inline bool is_unknown(Conditions conditions, std::string_view type) {
  return status_of(conditions, type) == Status::Unknown;
}

// Empty, or no_time, when it is not there.
inline std::string_view reason_of(Conditions conditions, std::string_view type) {
  const Condition* condition = find_condition(conditions, type);
  return condition == nullptr ? std::string_view{} : condition->reason;
}
inline std::string_view message_of(Conditions conditions, std::string_view type) {
  const Condition* condition = find_condition(conditions, type);
  return condition == nullptr ? std::string_view{} : condition->message;
}
inline Instant last_transition_of(Conditions conditions, std::string_view type) {
  const Condition* condition = find_condition(conditions, type);
  return condition == nullptr ? no_time : condition->last_transition;
}

}  // namespace telltale
