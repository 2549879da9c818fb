// SPDX-License-Identifier: Apache-2.0
#pragma once

// Working until its patience is over, Stuck from then on.

#include <algorithm>

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

// `start` is when the trouble began; without one it began just now.
inline void be_patient(Judged& judged, const Cause& cause, Instant start, Seconds patience,
                       Instant now) {
  judged.cause = cause;
  const Instant deadline = (is_set(start) ? start : now) + patience;
  judged.verdict = now < deadline ? Verdict::Working : Verdict::Stuck;
  wake_by(judged.wake, deadline, now);
}

inline void conclude(Judged& judged, Verdict verdict, const Cause& cause) {
  judged.verdict = verdict;
  judged.cause = cause;
}

}  // namespace telltale
