// SPDX-License-Identifier: Apache-2.0
#include "condition/legacy.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"

namespace telltale {
namespace {

// Where a condition stands among those in scope; the smallest speaks for all.
struct Standing {
  int group = 0;             // by severity, see legacy_group
  std::size_t position = 0;  // among the types asked for
  const LegacyCondition* condition = nullptr;
};

bool speaks_before(const Standing& one, const Standing& other) {
  if (one.group != other.group) return one.group < other.group;
  if (one.position != other.position) return one.position < other.position;
  return comes_before_legacy(one.condition->condition.type, other.condition->condition.type);
}

Status good_side_up(Status status, Polarity polarity) {
  if (polarity == Polarity::Positive || status == Status::Unknown) return status;
  return status == Status::True ? Status::False : Status::True;
}

constexpr int true_group = 3;
constexpr int unknown_group = 4;
constexpr int nameless_group = 5;  // False without a severity, which the contract does not allow

std::optional<Standing> standing_of(const LegacyCondition& condition,
                                    const LegacySummaryOptions& options) {
  const std::string_view type = condition.condition.type;
  if (type == options.into) return std::nullopt;
  const auto found = std::ranges::find(options.types, type, &SummaryType::type);
  const bool asked_for = found != options.types.end();
  if (!asked_for && !options.types.empty()) return std::nullopt;

  const Polarity polarity = asked_for ? found->polarity : Polarity::Positive;
  const Status status = good_side_up(condition.condition.status, polarity);
  return Standing{.group = legacy_group(status, condition.severity),
                  .position = static_cast<std::size_t>(found - options.types.begin()),
                  .condition = &condition};
}

struct Scope {
  std::optional<Standing> first;
  std::size_t count = 0;
  std::size_t done = 0;
  bool only_steps = true;
};

Scope look_at_legacy(LegacyConditions conditions, const LegacySummaryOptions& options) {
  Scope scope;
  for (const LegacyCondition& condition : conditions) {
    const auto standing = standing_of(condition, options);
    if (!standing) continue;
    ++scope.count;
    scope.done += standing->group == true_group ? 1 : 0;
    const auto& steps = options.step_types;
    scope.only_steps &= std::ranges::find(steps, condition.condition.type) != steps.end();
    if (!scope.first || speaks_before(*standing, *scope.first)) scope.first = standing;
  }
  return scope;
}

std::string_view message_for(const Scope& scope, const LegacySummaryOptions& options,
                             Arena& arena) {
  const bool counted =
      options.steps == StepCounter::On && (options.step_types.empty() || scope.only_steps);
  if (!counted) return scope.first->condition->condition.message;
  std::size_t steps = options.types.empty() ? scope.count : options.types.size();
  if (!options.step_types.empty()) steps = options.step_types.size();
  return arena.keep(format("{} of {} completed", scope.done, steps));
}

}  // namespace

int legacy_group(Status status, LegacySeverity severity) {
  if (status == Status::True) return true_group;
  if (status == Status::Unknown) return unknown_group;
  switch (severity) {
    case LegacySeverity::Error:
      return 0;
    case LegacySeverity::Warning:
      return 1;
    case LegacySeverity::Info:
      return 2;
    case LegacySeverity::None:
      break;
  }
  return nameless_group;
}

bool comes_before_legacy(std::string_view type, std::string_view other) {
  return std::tuple(type != "Ready", type) < std::tuple(other != "Ready", other);
}

std::optional<LegacyCondition> summarize_legacy(LegacyConditions conditions,
                                                const LegacySummaryOptions& options, Arena& arena) {
  const Scope scope = look_at_legacy(conditions, options);
  if (!scope.first) return std::nullopt;
  const int group = scope.first->group;
  if (group == true_group) {
    return LegacyCondition{.condition = {.type = options.into, .status = Status::True}};
  }
  const bool unknown = group == unknown_group;
  const LegacyCondition& first = *scope.first->condition;
  return LegacyCondition{.condition = {.type = options.into,
                                       .status = unknown ? Status::Unknown : Status::False,
                                       .reason = first.condition.reason,
                                       .message = message_for(scope, options, arena)},
                         .severity = unknown ? LegacySeverity::None : first.severity};
}

}  // namespace telltale
