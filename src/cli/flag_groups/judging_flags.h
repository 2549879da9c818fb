// SPDX-License-Identifier: Apache-2.0
#pragma once

// The flags that say how to judge: how long a Cluster may be out of reach, how long a node pool may
// fail before it is a failure, what NodeHealthy sums up. The same for every command that judges.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/settings.h"
#include "cli/command_line/flags.h"
#include "convert/dialect.h"

namespace telltale::cli {

// One threshold of a node pool's failures, as it was typed.
struct TypedThreshold {
  Seconds ProgressingRules::* rule = nullptr;
  Seconds duration{};

  bool operator==(const TypedThreshold&) const = default;
};

// What was typed about judging, and nothing else: the rest is as it would be without flags.
struct JudgingOptions {
  std::optional<Seconds> connection_grace = {};
  std::optional<Seconds> conditions_grace = {};
  std::optional<NodeConditions> node_conditions = {};
  std::vector<TypedThreshold> thresholds = {};
  std::optional<Seconds> registration_ttl = {};
};

// What help says, where commands say it differently.
struct JudgingHelp {
  std::string_view connection_grace;
  std::string_view conditions_grace;
  std::string_view thresholds;
  std::string_view registration_ttl;
  Flags::Repeated repeated_thresholds = {};
};

// To be declared behind --dialect, which `dialect` holds.
void declare_judging(Flags& flags, JudgingOptions& options,
                     const std::optional<DialectName>& dialect, const JudgingHelp& help);

// Changes what was typed, and leaves the rest.
void apply(const JudgingOptions& options, Settings& settings);

// " --registration-ttl 20m0s": what was typed, to be typed again; nothing where nothing was.
std::string typed_again(const JudgingOptions& options);

// "CloudQuotaExceeded=10m", one after another, several joined by commas.
[[nodiscard]] Result<std::vector<TypedThreshold>> read_thresholds(
    std::span<const std::string> typed);

// What NodeHealthy sums up.
[[nodiscard]] Result<NodeConditions> read_node_conditions(std::string_view typed,
                                                          std::optional<DialectName> dialect);

}  // namespace telltale::cli
