// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a slow deletion looks like, in the words that a Machine's Ready and its owners share.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/instant.h"
#include "catalog/judged.h"
#include "convert/dialect.h"
#include "kube/condition.h"

namespace telltale {

inline constexpr Seconds slow_deletion = std::chrono::minutes(15);
inline constexpr Seconds slow_drain = std::chrono::minutes(5);
inline constexpr std::size_t delay_cause_count = 4;

// The deletion of one Machine as its owners see it.
struct Deletion {
  std::string_view name = {};
  Instant since = no_time;  // no_time: not being deleted
  Instant drain_started = no_time;
  const Condition* stage = nullptr;  // the Machine's Deleted condition
};

Deletion deletion_of(const Judged& machine, const Dialect& dialect);

// Things that may hold up a drain, found in the stage's message; a set of bits in fixed order.
unsigned delay_causes(const Deletion& deletion, Instant now);
// "PodDisruptionBudgets, Pods not terminating"
std::string list_delay_causes(unsigned causes);

bool is_slow(const Deletion& deletion, Instant now);
// When the sentences about this deletion change by time alone; no_time when they no longer do.
Instant next_deletion_change(const Deletion& deletion, Instant now);

// "Machines m1, m2 are in deletion since more than 15m, delay likely due to ..." or nothing; of
// `total` slow Machines, the first few names in order.
std::string describe_slow(std::span<const std::string_view> first_names, std::size_t total,
                          unsigned causes);

}  // namespace telltale
