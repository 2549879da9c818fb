// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the verdict on one Machine rests on: its judged conditions and how long they have stood.
// verdict_table.h holds the rows.

#include "catalog/engine/verdict_table.h"
#include "catalog/healthcheck/remediation.h"
#include "catalog/judged.h"
#include "catalog/machine/seen.h"

namespace telltale::machine {

struct VerdictSeen {
  Instant now{};
  const Object* object = nullptr;

  const Condition* deletion = nullptr;   // Deleted, while it is True
  const Condition* ready = nullptr;      // Ready, while it is True; without it, all that follows:
  const Condition* outdated = nullptr;   // UpToDate, while it is False
  const Condition* violation = nullptr;  // a provider breaks the contract
  const Condition* trouble = nullptr;    // the first condition behind Ready that is bad, or unknown
  bool has_issue = false;                // it is bad
  bool cannot_tell = false;              // its reason says that nobody can know
  bool has_node_ref = false;
  bool will_be_replaced = false;
  bool refused = false;         // to replace it, while too many others fail
  bool provider_fails = false;  // with an error of a class that has a patience of its own

  PatienceTerm stage_term = {};  // of the deletion
  PatienceTerm provider_term = {};
  PatienceTerm node_term = {};  // until it has a Node
  PatienceTerm trouble_term = {};
  // Since when people are told that, where it differs from the condition's own time.
  Instant stage_since = no_time;
  Instant without_node_since = no_time;
  Instant troubled_since = no_time;
};

// Sets verdict and cause, and brings the wake forward to the end of its patience.
void decide_verdict(Judged& judged, const Seen& seen, healthcheck::Remediation remediation,
                    const Settings& settings);

// Asks the table once more, and writes down every answer.
VerdictExplanation explain_verdict(const Kind& kind, const JudgeContext& context,
                                   const Judged& judged);

}  // namespace telltale::machine
