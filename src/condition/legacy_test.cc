// SPDX-License-Identifier: Apache-2.0
#include "condition/legacy.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace telltale {
namespace {

using enum LegacySeverity;

LegacyCondition legacy(std::string_view type, Status status, LegacySeverity severity = None) {
  // Reason and message tell where they come from.
  return {.condition = {.type = type, .status = status, .reason = type, .message = type},
          .severity = severity};
}

// "False/Error A: A", or nothing.
std::string legacy_summary_of(const std::vector<LegacyCondition>& conditions,
                              const LegacySummaryOptions& options = {}) {
  constexpr std::string_view severities[] = {"", "/Info", "/Warning", "/Error"};
  Arena arena;
  const auto summary = summarize_legacy(conditions, options, arena);
  if (!summary) return "nothing";
  std::string text(to_text(summary->condition.status));
  text += severities[static_cast<std::size_t>(summary->severity)];
  text.append(" ").append(summary->condition.reason);
  return text.append(": ").append(summary->condition.message);
}

TEST(LegacySummary, SpeaksForTheMostSevereGroup) {
  const LegacyCondition error = legacy("E", Status::False, Error);
  const LegacyCondition warning = legacy("W", Status::False, Warning);
  const LegacyCondition info = legacy("I", Status::False, Info);
  const LegacyCondition fine = legacy("T", Status::True);
  const LegacyCondition unknown = legacy("U", Status::Unknown);
  const LegacyCondition broken = legacy("B", Status::False);  // without a severity
  EXPECT_EQ(legacy_summary_of({broken, unknown, fine, info, warning, error}), "False/Error E: E");
  EXPECT_EQ(legacy_summary_of({broken, unknown, fine, info, warning}), "False/Warning W: W");
  EXPECT_EQ(legacy_summary_of({broken, unknown, fine, info}), "False/Info I: I");
  EXPECT_EQ(legacy_summary_of({broken, unknown, fine}),
            "True : ");  // unlike v1beta2, before Unknown
  EXPECT_EQ(legacy_summary_of({broken, unknown}), "Unknown U: U");
  EXPECT_EQ(legacy_summary_of({broken}), "False B: B");
}

TEST(LegacySummary, IsNothingWithoutConditions) {
  EXPECT_EQ(legacy_summary_of({}), "nothing");
  EXPECT_EQ(legacy_summary_of({legacy("Ready", Status::False, Error)}),
            "nothing");  // only the target
}

TEST(LegacySummary, TakesTheFirstOfTheTypesAskedFor) {
  constexpr SummaryType types[] = {{"Z"}, {"A"}};
  const std::vector<LegacyCondition> conditions = {legacy("A", Status::False, Error),
                                                   legacy("Other", Status::False, Error),
                                                   legacy("Z", Status::False, Error)};
  EXPECT_EQ(legacy_summary_of(conditions), "False/Error A: A");  // alphabetically
  EXPECT_EQ(legacy_summary_of(conditions, {.types = types}), "False/Error Z: Z");
}

TEST(LegacySummary, KnowsNegativePolarity) {
  constexpr SummaryType types[] = {{"Stuck", Polarity::Negative}, {"A"}};
  EXPECT_EQ(legacy_summary_of({legacy("Stuck", Status::True, Warning), legacy("A", Status::True)},
                              {.types = types}),
            "False/Warning Stuck: Stuck");
  EXPECT_EQ(legacy_summary_of({legacy("Stuck", Status::False), legacy("A", Status::True)},
                              {.types = types}),
            "True : ");
}

TEST(LegacySummary, CountsSteps) {
  constexpr SummaryType types[] = {{"A"}, {"B"}, {"C"}};
  constexpr std::string_view steps[] = {"A", "B"};
  const std::vector<LegacyCondition> two = {legacy("A", Status::True),
                                            legacy("B", Status::False, Info)};
  EXPECT_EQ(legacy_summary_of(two, {.steps = StepCounter::On}), "False/Info B: 1 of 2 completed");
  EXPECT_EQ(legacy_summary_of(two, {.types = types, .steps = StepCounter::On}),
            "False/Info B: 1 of 3 completed");
  const LegacySummaryOptions while_only{
      .types = types, .steps = StepCounter::On, .step_types = steps};
  EXPECT_EQ(legacy_summary_of(two, while_only), "False/Info B: 1 of 2 completed");

  std::vector<LegacyCondition> three = two;
  three.push_back(legacy("C", Status::True));  // no step: the Machine is past provisioning
  EXPECT_EQ(legacy_summary_of(three, while_only), "False/Info B: B");
}

TEST(LegacyOrder, PutsReadyFirst) {
  std::vector<std::string_view> types = {"B", "Ready", "A"};
  std::ranges::sort(types, comes_before_legacy);
  EXPECT_EQ(types, (std::vector<std::string_view>{"Ready", "A", "B"}));
}

}  // namespace
}  // namespace telltale
