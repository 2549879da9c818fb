// SPDX-License-Identifier: Apache-2.0
#include "condition/set.h"

#include <algorithm>

#include "condition/order.h"
#include "condition/same.h"

namespace telltale {
namespace {

bool in_order(Conditions conditions) {
  const auto misplaced = [](const Condition& one, const Condition& next) {
    return comes_before(next.type, one.type);
  };
  return std::ranges::adjacent_find(conditions, misplaced) == conditions.end();
}

}  // namespace

void ConditionSet::reset(Conditions stored, std::size_t most) {
  stored_ = stored;
  most_ = most;
  edited_.clear();
  changed_ = false;
}

SetOutcome ConditionSet::set(Condition condition, Stamp stamp, Arena& arena) {
  condition.observed_generation = std::max<std::int64_t>(stamp.generation, 0);
  condition.reason = cap_reason(condition.reason);
  condition.message = cap_message(condition.message, arena);
  if (!is_set(condition.last_transition)) condition.last_transition = stamp.now;

  const Condition* found = get(condition.type);
  if (found == nullptr) return add(condition);
  if (same_state(*found, condition)) return SetOutcome::Unchanged;
  if (found->status == condition.status) condition.last_transition = found->last_transition;

  const auto index = static_cast<std::size_t>(found - view().data());
  edit()[index] = condition;
  sort();
  return SetOutcome::Changed;
}

SetOutcome ConditionSet::add(const Condition& condition) {
  if (view().size() >= most_) return SetOutcome::Full;
  edit().push_back(condition);
  sort();
  return SetOutcome::Changed;
}

bool ConditionSet::remove(std::string_view type) {
  if (!has_condition(view(), type)) return false;
  std::erase_if(edit(), [type](const Condition& condition) { return condition.type == type; });
  return true;
}

void ConditionSet::sort() {
  if (changed_ || !in_order(stored_)) sort_conditions(edit());
}

std::vector<Condition>& ConditionSet::edit() {
  if (!changed_) {
    // One more than stored, for the common case of one new condition.
    edited_.reserve(stored_.size() + 1);
    edited_.assign(stored_.begin(), stored_.end());
    changed_ = true;
  }
  return edited_;
}

}  // namespace telltale
