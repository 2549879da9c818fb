// SPDX-License-Identifier: Apache-2.0
#pragma once

// States of many objects as rows for a scraper: comma-joined reasons split, and never more rows
// than a limit. The same states give the same rows, whatever happened before.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "report/journal/journal_states.h"

namespace telltale {

// Of one condition of a kind in one status, and of one kind; the rest is "other".
inline constexpr std::size_t reasons_of_status_max = 50;
inline constexpr std::size_t types_of_kind_max = 64;

enum class Failed : std::uint8_t { Clear, No, Yes };  // Clear: the status says it all

struct MetricRow {
  ConditionState state = {};
  Failed failed = Failed::Clear;
  std::size_t objects = 0;

  bool operator==(const MetricRow&) const = default;
};

struct MetricRows {
  std::vector<MetricRow> rows = {};  // by kind, type, status, reason
  std::size_t folded = 0;            // rows that went into "other"
};

MetricRows metric_rows(const StatePool& states, std::size_t rows_max);

// Whether a condition means failure, where its type and status leave that open.
Failed failed_of(const ConditionState& state);

}  // namespace telltale
