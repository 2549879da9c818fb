// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/verdict.h"

#include "catalog/karpenter_nodepool/verdict_table.h"

namespace telltale::karpenter_nodepool {
namespace {

VerdictSeen observe_verdict(const Judged& judged, const Settings& settings, Instant now) {
  VerdictSeen seen{.now = now, .object = judged.object};
  const Condition* degraded = find_condition(judged.conditions, "Degraded");
  const Condition* registration = find_condition(judged.conditions, "NodeRegistrationHealthy");
  const Condition* ready = find_condition(judged.conditions, "Ready");
  const auto while_it_is = [](const Condition* condition, Status status) {
    return condition != nullptr && condition->status == status ? condition : nullptr;
  };
  seen.degraded = while_it_is(degraded, Status::True);
  seen.unregistered = while_it_is(registration, Status::False);
  seen.not_ready = while_it_is(ready, Status::False);
  seen.unclear = while_it_is(ready, Status::Unknown);
  seen.answer = ready != nullptr ? ready : while_it_is(degraded, Status::False);
  seen.last_word = degraded;
  if (registration != nullptr) {
    seen.registration_term =
        term_from(registration->last_transition, settings.degraded.registration_ttl, now);
  }
  if (ready != nullptr) {
    seen.ready_term = term_from(ready->last_transition, settings.patience.owner_not_ready, now);
  }
  return seen;
}

}  // namespace

Cause blame_last_word(const VerdictSeen& seen) {
  static constexpr Condition nothing_said{.type = "Degraded"};
  return cause_of(seen.last_word != nullptr ? *seen.last_word : nothing_said, *seen.object);
}

void decide_verdict(Judged& judged, const Settings& settings, Instant now) {
  tell_verdict(verdict_rows::verdict_table, observe_verdict(judged, settings, now), judged);
}

VerdictExplanation explain_verdict(const Kind&, const JudgeContext& context, const Judged& judged) {
  return explain_by(verdict_rows::verdict_table,
                    observe_verdict(judged, context.settings, context.now));
}

}  // namespace telltale::karpenter_nodepool
