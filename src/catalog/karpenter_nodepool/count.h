// SPDX-License-Identifier: Apache-2.0
#pragma once

// How many launches of a Karpenter NodePool failed lately: what status.failedLaunches says. Memory
// knows which claims were counted, so that none counts twice. Without it the failed claims that are
// still there count by their own times, and a higher number in the status stands for failures that
// nobody can name any more.

#include <cstdint>
#include <span>
#include <vector>

#include "catalog/engine/memory.h"
#include "catalog/karpenter_nodepool/failures.h"

namespace telltale::karpenter_nodepool {

// The most that is ever counted; each one has its place in Memory.
inline constexpr std::size_t failures_counted_max = Memory::counted_max;

// The clock in Memory that says up to when failures are behind us.
inline constexpr std::string_view counting_clock = "Counting";

struct Tally {
  std::vector<Counted> counted = {};  // by time, then UID
  Instant since = no_time;            // failures up to this instant are behind us
  Instant reset = no_time;            // and so are claims made before this one

  std::int32_t number() const { return static_cast<std::int32_t>(counted.size()); }
  bool has(std::string_view uid) const;
  bool has_reason(std::string_view reason) const;
};

// What was counted before.
Tally recall_tally(const Memory& memory, Instant now);

// Few failures, long ago: once the oldest is older than the TTL, counting starts over.
void forget_old(Tally& tally, const DegradedRules& rules, Instant now);
// Counts the failures of the last TTL that are new.
void count_new(Tally& tally, std::span<const Failure> failures, const DegradedRules& rules,
               Instant now);
// As many as the status tells of where fewer can be named.
void count_unnamed(Tally& tally, std::int32_t told, Instant now, Arena& arena);
// A node that registered after the newest failure; only where the settings say that this counts.
void forgive(Tally& tally, const DegradedRules& rules, Instant newest_success);

// When forget_old will hold; no_time when it will not.
Instant forgotten_at(const Tally& tally, const DegradedRules& rules);

}  // namespace telltale::karpenter_nodepool
