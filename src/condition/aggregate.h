// SPDX-License-Identifier: Apache-2.0
#pragma once

// The same condition of many objects becomes one: "MachinesReady" of a set, from its Machines. The
// message names at most three messages and three objects for each, and counts the rest; it does not
// depend on the order of the sources.
//
//   aggregate(machines, {.type = "Ready", .into = "MachinesReady"}, arena);

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "base/arena.h"
#include "base/result.h"
#include "condition/merge.h"
#include "condition/priority.h"
#include "kube/condition.h"

namespace telltale {

// Across all kinds together; an alphabetically late kind may only be counted.
inline constexpr std::size_t aggregate_messages_max = 3;
inline constexpr std::size_t aggregate_names_max = 3;

struct AggregateSource {
  std::string_view kind;
  std::string_view name;
  const Condition* condition = nullptr;  // nothing: not yet reported, which is Unknown
  bool control_plane = false;            // a Machine of the control plane; its troubles go first
};

struct AggregateOptions {
  std::string_view type = {};                            // of the sources' condition
  std::string_view into = {};                            // empty: the same type
  Polarity polarity = Polarity::Positive;                // of the sources' condition
  std::optional<Polarity> into_polarity = std::nullopt;  // nothing: the sources' polarity
  MergeReasons reasons = {};
  PriorityRule priority = {};
};

// Time and generation are left to set(). Invalid when there are no sources: ask before calling what
// an owner without children shall say.
[[nodiscard]] Result<Condition> aggregate(std::span<const AggregateSource> sources,
                                          const AggregateOptions& options, Arena& arena);

}  // namespace telltale
