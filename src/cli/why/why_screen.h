// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `why` shows to people, and the same as data. The answer comes first: the verdict, what is
// wrong, what to do, the row that decided, what changes it; then what stands behind it.

#include <span>
#include <string>
#include <string_view>

#include "base/instant.h"
#include "catalog/explain/attention.h"
#include "catalog/explain/explain.h"
#include "cli/screen/streams.h"
#include "cli/source/told_events.h"
#include "cli/why/why.h"

namespace telltale::cli {

struct WhyScreen {
  const World& world;
  const Judged& judged;
  Instant now = no_time;
  std::string typed = {};           // the flags that the command to type next repeats
  const Judged* deepest = nullptr;  // the judgement of the object that the trouble lies in
  VerdictExplanation verdict = {};  // the row that decides it; no rows: nobody asked
  Attention attention = {};
  ToldEvents events = {};
  WhyRows rows = WhyRows::Deciding;
};

// About the object: its verdict, and its conditions. `root` is the one that sums it up, if any.
void show_object(const WhyScreen& screen, std::span<const Explanation> all, const Explanation* root,
                 const Streams& streams);
// About one of its conditions.
void show_condition(const WhyScreen& screen, const Explanation& explanation,
                    const Streams& streams);

// `explanations` as JSON or YAML.
std::string explanations_as_data(const WhyScreen& screen,
                                 std::span<const Explanation* const> explanations,
                                 WhyOutput output);

}  // namespace telltale::cli
