// SPDX-License-Identifier: Apache-2.0
#pragma once

// Many conditions of one object become one: "Ready" of a Machine, "Available" of a Cluster.
//
//   static constexpr SummaryType types[] = {{"InfrastructureReady"},
//                                           {"NodeHealthy"},
//                                           {"Deleting", Polarity::Negative}};
//   summarize(conditions, {.into = "Ready", .types = types}, arena);

#include <cstddef>
#include <span>
#include <string_view>

#include "base/arena.h"
#include "base/result.h"
#include "condition/lines.h"
#include "condition/merge.h"
#include "condition/priority.h"
#include "kube/condition.h"

namespace telltale {

// Twice as many as an object can hold; gates come from spec fields, which may be hostile.
inline constexpr std::size_t summary_types_max = 64;

struct SummaryType {
  std::string_view type;
  Polarity polarity = Polarity::Positive;
  // Why it may not be part of the summary: an issue, whatever the condition says.
  std::string_view refusal = {};
};

struct SummaryOptions {
  std::string_view into = {};
  std::span<const SummaryType> types = {};  // in the order of the message's lines
  // Skipped when not there; every other missing type counts as Unknown.
  std::span<const std::string_view> may_be_missing = {};
  Conditions overrides = {};  // each stands in for the stored condition of its type
  MergeReasons reasons = {};
  PriorityRule priority = {};
  LineRule lines = {};
  Polarity polarity = Polarity::Positive;  // of the result
};

// Time and generation are left to set(). The message is empty when all is well and nobody has
// anything to add, and then nothing is allocated. Invalid: no types, `into` among the types, an
// override that is given twice or overrides nothing, nothing in scope. TooLarge: too many types.
[[nodiscard]] Result<Condition> summarize(Conditions conditions, const SummaryOptions& options,
                                          Arena& arena);

}  // namespace telltale
