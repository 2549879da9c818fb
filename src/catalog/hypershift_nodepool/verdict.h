// SPDX-License-Identifier: Apache-2.0
#pragma once

// The verdict on one HyperShift NodePool: Progressing alone, whatever the Machines' own verdicts
// are.

#include <optional>

#include "base/arena.h"
#include "catalog/engine/verdict_table.h"
#include "catalog/hypershift_nodepool/seen.h"
#include "catalog/judged.h"

namespace telltale::hypershift_nodepool {

struct VerdictSeen {
  Instant now{};
  const Object* object = nullptr;
  const Condition* told = nullptr;      // Progressing; nothing: too little was collected
  const Condition* moves = nullptr;     // while it is True
  const Condition* failure = nullptr;   // while it tells of one
  const Condition* expected = nullptr;  // while it says that all is as expected
  Instant since = no_time;              // when what it tells of began
  std::string_view not_collected = {};  // what is missing, where nothing is told
};

// Sets verdict and cause; what is missing, if anything is, stands in `texts`.
void decide_verdict(const std::optional<Condition>& condition, const Sheet& sheet, Arena& texts,
                    Judged& judged);

// Asks the table once more, and writes down every answer.
VerdictExplanation explain_verdict(const Kind& kind, const JudgeContext& context,
                                   const Judged& judged);

}  // namespace telltale::hypershift_nodepool
