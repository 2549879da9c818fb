// SPDX-License-Identifier: Apache-2.0
#include "catalog/judged.h"

#include "catalog/explain/guidance.h"
#include "catalog/polarity.h"

namespace telltale {

std::string_view to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::Healthy:
      return "Healthy";
    case Verdict::Working:
      return "Working";
    case Verdict::Stuck:
      return "Stuck";
    case Verdict::Unknown:
      break;
  }
  return "Unknown";
}

int order_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Stuck:
      return 0;
    case Verdict::Unknown:
      return 1;
    case Verdict::Working:
      return 2;
    case Verdict::Healthy:
      break;
  }
  return 3;
}

const Guidance& guidance_of(const Judged& judged) {
  if (judged.cause.guidance != nullptr) return *judged.cause.guidance;
  return guidance_for(judged.object->key.kind, judged.cause.condition, judged.cause.reason);
}

const Guidance* advice_of(const Judged& judged) {
  const Guidance& guidance = guidance_of(judged);
  const bool moves = judged.verdict == Verdict::Working && is_about_stalling(guidance);
  return moves ? nullptr : &guidance;
}

Instant since_of(const Judged& judged, const Condition& condition) {
  const Cause& cause = judged.cause;
  const bool named = judged.verdict != Verdict::Healthy && cause.condition == condition.type;
  // What is good is so since its own time, whoever below brought the verdict about.
  const bool tells = named && priority_on(judged.object->key.kind, condition) != Priority::Info;
  return tells && is_set(cause.since) ? cause.since : condition.last_transition;
}

}  // namespace telltale
