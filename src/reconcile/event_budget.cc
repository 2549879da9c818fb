// SPDX-License-Identifier: Apache-2.0
#include "reconcile/event_budget.h"

#include <algorithm>

namespace telltale {

bool EventBudget::spend(std::string_view object, Instant now) {
  const auto known = spent_.find(object);
  // Nobody owes more than the whole budget, also when the clock was set back.
  if (known != spent_.end()) known->second = std::min(known->second, now + burst * refill);
  const Instant full_at = known == spent_.end() ? now : std::max(known->second, now);
  if (full_at + refill > now + burst * refill) return false;
  if (known != spent_.end()) {
    known->second = full_at + refill;
    return true;
  }
  if (spent_.size() >= objects_max) sweep(now);
  if (spent_.size() >= objects_max) return false;
  spent_.emplace(object, full_at + refill);
  return true;
}

void EventBudget::sweep(Instant now) {
  absl::erase_if(spent_, [&](const auto& one) { return one.second <= now; });
}

}  // namespace telltale
