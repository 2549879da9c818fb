// SPDX-License-Identifier: Apache-2.0
#pragma once

// What rows that merge or copy other conditions may write: Cluster API's words for a sum, and what
// becomes of a provider's own. A row names its list; docs/reasons.md is made from them.

#include <array>
#include <string_view>

#include "condition/mirror.h"
#include "table/table.h"

namespace telltale::may_write {

// A summary or an aggregate; `good` is the status of a sum that is well.
consteval std::array<MayWrite, 3> merged(Status good, std::string_view issue,
                                         std::string_view unknown, std::string_view info) {
  const Status bad = good == Status::True ? Status::False : Status::True;
  return {{{issue, bad, "at least one of them is bad"},
           {unknown, Status::Unknown, "none is bad, some are unknown"},
           {info, good, "all are good"}}};
}

// A copy of what a provider says; `word` stands in for a missing reason when it is True.
consteval std::array<MayWrite, 4> reported(std::string_view word) {
  return {{{any_reason_of_the_source, std::nullopt, "with the provider's own status and reason"},
           {word, Status::True, "which is True and has no reason"},
           {no_reason_reported, Status::False, "which is False and has no reason"},
           {no_reason_reported, Status::Unknown, "which is Unknown and has no reason"}}};
}

inline constexpr auto ready = merged(Status::True, "NotReady", "ReadyUnknown", "Ready");
inline constexpr auto up_to_date =
    merged(Status::True, "NotUpToDate", "UpToDateUnknown", "UpToDate");
inline constexpr auto available =
    merged(Status::True, "NotAvailable", "AvailableUnknown", "Available");
inline constexpr auto rolling_out =
    merged(Status::False, "RollingOut", "RollingOutUnknown", "NotRollingOut");
inline constexpr auto scaling_up =
    merged(Status::False, "ScalingUp", "ScalingUpUnknown", "NotScalingUp");
inline constexpr auto scaling_down =
    merged(Status::False, "ScalingDown", "ScalingDownUnknown", "NotScalingDown");

inline constexpr auto provider_ready = reported("Ready");
inline constexpr auto provider_available = reported("Available");

// A Node has its own words; these are ours.
inline constexpr auto node_ready =
    std::to_array<MayWrite>({{"NodeNotReady", Status::False, "it is bad"},
                             {"NodeReadyUnknown", Status::Unknown, "it is unknown or missing"},
                             {"NodeReady", Status::True, "it is good"}});

}  // namespace telltale::may_write
