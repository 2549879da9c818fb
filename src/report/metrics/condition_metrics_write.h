// SPDX-License-Identifier: Apache-2.0
#pragma once

// The families of ConditionMetrics, in a fixed order. Sums come first; what the limit leaves is for
// the series of single objects, which get all of theirs or none. Turns have a share of their own,
// used or not, so that what is shown of objects depends on nothing that happened before.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/kinds.h"
#include "report/metrics/condition_metrics.h"
#include "report/metrics/condition_metrics_ledger.h"

namespace telltale {

using MetricType = Exposition::Type;

// In the order in which their series are written.
inline constexpr std::array all_verdicts{Verdict::Healthy, Verdict::Working, Verdict::Stuck,
                                         Verdict::Unknown};

// What both projects call their node pools.
inline std::string_view pool_kind() { return hypershift_node_pool_kind.kind; }

struct MetricSource {
  const MetricLedger& ledger;
  const MetricOptions& options;
  Instant now = no_time;
};

// The kinds of which objects have series of their own.
std::vector<std::string> named_kinds(const MetricOptions& options);
// Whether they have all of them, and not only those that a node pool has anyway.
bool is_asked_for(const MetricOptions& options, std::string_view kind);

// Of how many conditions in how many statuses turns are counted apart.
std::size_t turns_max(const MetricOptions& options);

void write_condition_metrics(const MetricSource& source, Exposition& out);

}  // namespace telltale
