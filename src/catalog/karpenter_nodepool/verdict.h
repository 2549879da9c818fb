// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the verdict on one Karpenter NodePool rests on: Degraded, then Ready, which is Karpenter's
// own. verdict_table.h holds the rows.

#include "catalog/engine/judge_context.h"
#include "catalog/engine/verdict_table.h"
#include "catalog/judged.h"
#include "catalog/settings.h"

namespace telltale::karpenter_nodepool {

struct VerdictSeen {
  Instant now{};
  const Object* object = nullptr;
  const Condition* degraded = nullptr;      // while it is True
  const Condition* unregistered = nullptr;  // NodeRegistrationHealthy, while it is False
  const Condition* not_ready = nullptr;     // Ready, while it is False
  const Condition* unclear = nullptr;       // Ready, while it is Unknown
  const Condition* answer = nullptr;        // Ready, or a Degraded that is False
  const Condition* last_word = nullptr;     // Degraded, whatever it is
  PatienceTerm registration_term = {};
  PatienceTerm ready_term = {};
};

// Sets verdict and cause, and brings the wake forward to the end of its patience.
void decide_verdict(Judged& judged, const Settings& settings, Instant now);

// Asks the table once more, and writes down every answer.
VerdictExplanation explain_verdict(const Kind& kind, const JudgeContext& context,
                                   const Judged& judged);

}  // namespace telltale::karpenter_nodepool
