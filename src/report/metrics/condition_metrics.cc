// SPDX-License-Identifier: Apache-2.0
#include "report/metrics/condition_metrics.h"

#include <utility>

#include "report/metrics/condition_metrics_ledger.h"
#include "report/metrics/condition_metrics_write.h"

namespace telltale {

ConditionMetrics::ConditionMetrics(MetricOptions options)
    : options_(std::move(options)),
      ledger_(std::make_unique<MetricLedger>(named_kinds(options_), turns_max(options_))) {}
ConditionMetrics::~ConditionMetrics() = default;
ConditionMetrics::ConditionMetrics(ConditionMetrics&&) noexcept = default;

void ConditionMetrics::note(const Judged& judged, Instant now) { ledger_->note(judged, now); }
void ConditionMetrics::forget(const Key& key) { ledger_->forget(key); }

void ConditionMetrics::write(Exposition& out, Instant now) const {
  write_condition_metrics({.ledger = *ledger_, .options = options_, .now = now}, out);
}

ConditionMetrics::Verdicts ConditionMetrics::verdicts() const {
  Verdicts sums;
  for (const auto& [kind, counts] : ledger_->verdicts()) {
    sums.healthy += counts[static_cast<std::size_t>(Verdict::Healthy)];
    sums.working += counts[static_cast<std::size_t>(Verdict::Working)];
    sums.stuck += counts[static_cast<std::size_t>(Verdict::Stuck)];
    sums.unknown += counts[static_cast<std::size_t>(Verdict::Unknown)];
  }
  return sums;
}

}  // namespace telltale
