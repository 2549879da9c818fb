// SPDX-License-Identifier: Apache-2.0
#pragma once

// Why a condition is what it is: every row asked, the evidence, what went into a merged condition,
// who feels it, and what will change it next.

#include <string>
#include <string_view>
#include <vector>

#include "catalog/engine/verdict_table.h"
#include "catalog/judge.h"
#include "table/trace.h"

namespace telltale {

// One input of a merged condition: a condition of the same object or of an owned one.
struct Part {
  std::string label = {};  // "InfrastructureReady", "Machine m1"
  Condition condition = {};
  bool reported = true;
  bool good = true;
};

// An owner on the way up, and what the condition did to it.
struct AffectedOwner {
  const Object* object = nullptr;
  std::string_view condition = {};
  Status status = Status::Unknown;
};

struct Explanation {
  std::string_view type = {};         // as written in the chosen dialect
  const Condition* now = nullptr;     // as judged; nothing when it does not apply
  const Condition* stored = nullptr;  // as it stands on the object
  bool computed = true;               // false: written by others, read as stored
  Trace trace = {};                   // empty when no table decides it (paused, foreign)
  Act act = Act::Set;                 // of the row that decided
  std::string note = {};              // "kept: ...", "not collected: ...", "paused: ..."
  std::vector<Part> parts = {};
  Instant wake = no_time;  // when time alone may change it
  std::string changes_when = {};
  std::vector<AffectedOwner> felt_by = {};
};

// All conditions of one judged object, in telltale's order.
std::vector<Explanation> explain(const World& world, const Judgement& judgement,
                                 const Judged& judged, const Settings& settings, Instant now);

// Why the object has its verdict.
VerdictExplanation explain_verdict(const World& world, const Judgement& judgement,
                                   const Judged& judged, const Settings& settings, Instant now);

}  // namespace telltale
