// SPDX-License-Identifier: Apache-2.0
#pragma once

// The flags that say how long a node pool may fail before it is a failure, what NodeHealthy sums
// up, and what holds of those that say how long a Cluster may be out of reach.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/settings.h"
#include "cli/command_line/options.h"

namespace telltale::cli {

// A duration such as 40s or 5m that is longer than nothing; the error names the flag.
[[nodiscard]] Result<Seconds> read_duration(std::string_view flag, std::string_view typed);

// "CloudQuotaExceeded=10m", one after another, several joined by commas.
[[nodiscard]] Result<std::vector<TypedThreshold>> read_typed_thresholds(
    std::span<const std::string> typed);
// The same, and the defaults of the rest.
[[nodiscard]] Result<ProgressingRules> read_thresholds(std::span<const std::string> typed);

// What NodeHealthy sums up; nothing typed: nothing.
inline constexpr std::string_view node_conditions_help =
    "conditions of Nodes that NodeHealthy sums up: Ready, others bad when True or as in TYPE=True "
    "(default: Ready,MemoryPressure,DiskPressure,PIDPressure,NetworkUnavailable)";
[[nodiscard]] Result<std::optional<NodeConditions>> read_node_conditions(
    std::string_view typed, std::optional<DialectName> dialect);

// Conditions of Machines may not go Unknown before their Cluster says that it is out of reach.
[[nodiscard]] Result<void> check_graces(Seconds connection, Seconds conditions);

}  // namespace telltale::cli
