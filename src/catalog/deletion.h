// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a slow deletion looks like, in the words that a Machine's Ready and its owners share.

#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "kube/condition.h"

namespace telltale {

inline constexpr Seconds slow_deletion = std::chrono::minutes(15);
inline constexpr Seconds slow_drain = std::chrono::minutes(5);

// The deletion of one Machine as its owners see it.
struct Deletion {
  std::string_view name = {};
  Instant since = no_time;  // no_time: not being deleted
  Instant drain_started = no_time;
  const Condition* stage = nullptr;  // the Machine's Deleted condition
};

// Things that may hold up a drain, found in the stage's message; a set of bits in fixed order.
unsigned delay_causes(const Deletion& deletion, Instant now);
// "PodDisruptionBudgets, Pods not terminating"
std::string list_delay_causes(unsigned causes);

bool is_slow(const Deletion& deletion, Instant now);
// When the sentences about this deletion change by time alone; no_time when they no longer do.
Instant next_deletion_change(const Deletion& deletion, Instant now);

// "Machines m1, m2 are in deletion since more than 15m, delay likely due to ..." or nothing.
std::string describe_slow(const std::vector<Deletion>& deletions, Instant now);

}  // namespace telltale
