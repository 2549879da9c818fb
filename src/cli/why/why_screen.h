// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `why` shows to people, and the same as data.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "catalog/explain/explain.h"
#include "cli/screen/streams.h"
#include "cli/why/why.h"

namespace telltale::cli {

struct WhyScreen {
  const Judged& judged;
  Instant now = no_time;
  std::vector<std::string> paths = {};  // for the line that says what to type next
  const Judged* deepest = nullptr;      // the judgement of the object that the trouble lies in
  VerdictExplanation verdict = {};      // the row that decides it; no rows: nobody asked
};

// The verdict and, unless all is well, the trouble behind it: the object's own unless `shown`
// below, that of the deepest object, and the row that decides.
void show_verdict(const WhyScreen& screen, std::string_view shown, const Streams& streams);
// One condition in full.
void show_explanation(const WhyScreen& screen, const Explanation& explanation,
                      const Streams& streams);
// The verdict, and all conditions one line each.
void show_overview(const WhyScreen& screen, std::span<const Explanation> explanations,
                   const Streams& streams);
// What to do about one condition that is not good, and about what makes the verdict what it is.
void show_condition_advice(const WhyScreen& screen, const Explanation& explanation,
                           const Streams& streams);
void show_cause_advice(const WhyScreen& screen, const Streams& streams);
// When the trouble lies deeper than the condition that was shown: how to ask about that.
void show_next(const WhyScreen& screen, std::string_view shown, const Streams& streams);

// `explanations` as JSON or YAML.
std::string explanations_as_data(const WhyScreen& screen,
                                 std::span<const Explanation* const> explanations,
                                 WhyOutput output);

}  // namespace telltale::cli
