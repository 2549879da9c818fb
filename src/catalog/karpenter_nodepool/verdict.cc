// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/verdict.h"

#include "catalog/owners/patience.h"

namespace telltale::karpenter_nodepool {

void decide_verdict(Judged& judged, const Settings& settings, Instant now) {
  const Condition* degraded = find_condition(judged.conditions, "Degraded");
  const Condition* registration = find_condition(judged.conditions, "NodeRegistrationHealthy");
  const Condition* ready = find_condition(judged.conditions, "Ready");
  const Object& pool = *judged.object;
  if (degraded != nullptr && degraded->status == Status::True) {
    return conclude(judged, Verdict::Stuck, cause_of(*degraded, pool));
  }
  // Upstream's own word for the same trouble, which it takes back when a node registers.
  if (registration != nullptr && registration->status == Status::False) {
    return be_patient(judged, cause_of(*registration, pool), registration->last_transition,
                      settings.degraded.registration_ttl, now);
  }
  if (ready != nullptr && ready->status == Status::False) {
    return be_patient(judged, cause_of(*ready, pool), ready->last_transition,
                      settings.patience.owner_not_ready, now);
  }
  if (ready != nullptr && ready->status == Status::Unknown) {
    return conclude(judged, Verdict::Unknown, cause_of(*ready, pool));
  }
  // Only a pool that is being deleted can be without an answer: nothing new is said about it.
  const bool told = ready != nullptr || (degraded != nullptr && degraded->status == Status::False);
  if (told) return conclude(judged, Verdict::Healthy, {});
  const Condition nothing{.type = "Degraded"};
  conclude(judged, Verdict::Unknown, cause_of(degraded != nullptr ? *degraded : nothing, pool));
}

}  // namespace telltale::karpenter_nodepool
