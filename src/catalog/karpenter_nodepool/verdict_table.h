// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows that decide the verdict on one Karpenter NodePool.

#include "catalog/karpenter_nodepool/verdict.h"

namespace telltale::karpenter_nodepool {

// Only a pool that is being deleted can be without an answer: nothing new is said about it.
Cause blame_last_word(const VerdictSeen& seen);

namespace verdict_rows {

using enum Verdict;

inline constexpr When<VerdictSeen> otherwise{};

template <const Condition* VerdictSeen::* condition>
Cause cause_in(const VerdictSeen& seen) {
  return cause_of(*(seen.*condition), *seen.object);
}

inline constexpr Guard<VerdictSeen> degraded = tells<VerdictSeen, &VerdictSeen::degraded>(
    "degraded_told", "Degraded is True", "Degraded is not True");
// Upstream's own word for the same trouble, which it takes back when a node registers.
inline constexpr Guard<VerdictSeen> unregistered = tells<VerdictSeen, &VerdictSeen::unregistered>(
    "unregistered", "NodeRegistrationHealthy is False", "NodeRegistrationHealthy is not False");
inline constexpr Guard<VerdictSeen> not_ready = tells<VerdictSeen, &VerdictSeen::not_ready>(
    "not_ready", "Ready is False", "Ready is not False");
inline constexpr Guard<VerdictSeen> unclear = tells<VerdictSeen, &VerdictSeen::unclear>(
    "unclear", "Ready is Unknown", "Ready is not Unknown");
inline constexpr Guard<VerdictSeen> answered =
    tells<VerdictSeen, &VerdictSeen::answer>("answered", "Ready is there, or Degraded is False",
                                             "Ready is not there, nor is Degraded False");

inline constexpr Guard<VerdictSeen> registration_patience_over =
    patience_over<VerdictSeen, &VerdictSeen::registration_term>(
        "registration_patience_over", "that lasts longer than a registration may",
        "that does not last longer than a registration may");
inline constexpr Guard<VerdictSeen> ready_patience_over =
    patience_over<VerdictSeen, &VerdictSeen::ready_term>(
        "ready_patience_over", "that lasts longer than ownerNotReady",
        "that does not last longer than ownerNotReady");

inline constexpr Blame<VerdictSeen> by_degraded{"Degraded", cause_in<&VerdictSeen::degraded>};
inline constexpr Blame<VerdictSeen> by_registration{"NodeRegistrationHealthy",
                                                    cause_in<&VerdictSeen::unregistered>};
inline constexpr Blame<VerdictSeen> by_ready{"Ready", cause_in<&VerdictSeen::not_ready>};
inline constexpr Blame<VerdictSeen> by_unclear_ready{"Ready", cause_in<&VerdictSeen::unclear>};
inline constexpr Blame<VerdictSeen> by_last_word{"Degraded", blame_last_word};

// clang-format off
inline constexpr VerdictTable verdict_table{"NodePool", std::to_array<VerdictRow<VerdictSeen>>({
  {degraded,                                   Stuck,   by_degraded},
  {unregistered && registration_patience_over, Stuck,   by_registration},
  {unregistered,                               Working, by_registration},
  {not_ready && ready_patience_over,           Stuck,   by_ready},
  {not_ready,                                  Working, by_ready},
  {unclear,                                    Unknown, by_unclear_ready},
  {answered,                                   Healthy, nothing<VerdictSeen>},
  {otherwise,                                  Unknown, by_last_word},
}), "verdict.karpenter"};
// clang-format on

}  // namespace verdict_rows

}  // namespace telltale::karpenter_nodepool
