// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a verdict counts and names: Working until its patience is over, Stuck from then on, because
// of a condition.

#include <algorithm>
#include <string>

#include "base/text.h"
#include "catalog/explain/guidance.h"
#include "catalog/judged.h"
#include "catalog/settings.h"

namespace telltale {

// The cause that a condition is, on the object itself.
inline Cause cause_of(const Condition& condition, const Object& object) {
  return {.condition = condition.type,
          .reason = condition.reason,
          .message = condition.message,
          .since = condition.last_transition,
          .because = &object,
          .guidance = &guidance_for(object.key.kind, condition.type, condition.reason)};
}

// The earlier of two times, either of which nobody may know.
constexpr Instant earlier(Instant one, Instant other) {
  if (!is_set(one)) return other;
  return is_set(other) ? std::min(one, other) : one;
}

// How long some trouble may last: when it began, and the patience with it.
struct PatienceTerm {
  Instant start = no_time;
  Seconds patience{0};

  // Of a trouble that there is not, there is no end.
  constexpr Instant end() const { return is_set(start) ? start + patience : no_time; }
  constexpr bool is_over(Instant now) const { return is_set(start) && now >= end(); }
};

// Where nobody knows when the trouble began, it began just now.
constexpr PatienceTerm term_from(Instant start, Seconds patience, Instant now) {
  return {.start = is_set(start) ? start : now, .patience = patience};
}

// "for 26h, patience 20m"
inline std::string term_evidence(const PatienceTerm& term, Instant now) {
  if (!is_set(term.start)) return {};
  return format("for {}, patience {}", format_age(now - term.start), format_age(term.patience));
}

// "Ready = False / NotReady"
inline std::string condition_evidence(const Condition* condition) {
  if (condition == nullptr) return {};
  const std::string_view divider = condition->reason.empty() ? "" : " / ";
  return format("{} = {}{}{}", condition->type, to_text(condition->status), divider,
                condition->reason);
}

}  // namespace telltale
