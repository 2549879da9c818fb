// SPDX-License-Identifier: Apache-2.0
#pragma once

// The summary of the v1beta1 contract, whose conditions carry a severity: reason and message come
// from one condition, the first of the most severe ones. Kept for objects that still speak this
// way.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/arena.h"
#include "condition/summary.h"
#include "kube/condition.h"

namespace telltale {

// Of a False condition only.
enum class LegacySeverity : std::uint8_t { None, Info, Warning, Error };

struct LegacyCondition {
  Condition condition = {};
  LegacySeverity severity = LegacySeverity::None;

  bool operator==(const LegacyCondition&) const = default;
};

using LegacyConditions = std::span<const LegacyCondition>;

// Whether the message is "2 of 5 completed" instead of the first condition's own.
enum class StepCounter : std::uint8_t { Off, On };

struct LegacySummaryOptions {
  std::string_view into = "Ready";
  std::span<const SummaryType> types = {};  // the most telling first; empty: all but `into`
  StepCounter steps = StepCounter::Off;
  // When given, steps are these, and are counted only while no other condition is in scope.
  std::span<const std::string_view> step_types = {};
};

// Which conditions tell more about trouble, the smaller first: False by its severity, True,
// Unknown.
int legacy_group(Status status, LegacySeverity severity);

// "Ready" first, then alphabetically.
bool comes_before_legacy(std::string_view type, std::string_view other);

// Nothing when no condition is in scope: then there is no summary either.
std::optional<LegacyCondition> summarize_legacy(LegacyConditions conditions,
                                                const LegacySummaryOptions& options, Arena& arena);

}  // namespace telltale
