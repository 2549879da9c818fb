// SPDX-License-Identifier: Apache-2.0
#include "report/metrics/condition_metrics_write.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/letters.h"
#include "report/metrics/condition_metrics_objects.h"
#include "report/metrics/condition_metrics_rows.h"

namespace telltale {
namespace {

using MetricLabel = std::pair<std::string_view, std::string_view>;

constexpr std::size_t turns_share = 4;  // of the limit: one part in so many
constexpr std::size_t other_turns = 3;  // one for each status

// A counter, and the lines of a histogram; under other names, the same and counters by reason.
std::size_t series_of_turns(const MetricOptions& options) {
  constexpr std::size_t own = time_in_state_bounds.size() + 4;
  return options.compatibility_names ? 2 * own + reasons_of_turns_max : own;
}

std::size_t reserved_for_turns(const MetricOptions& options) {
  return (turns_max(options) + other_turns) * series_of_turns(options);
}

std::size_t write_statuses(const MetricLedger& ledger, std::size_t rows_max, Exposition& out) {
  const MetricRows made = metric_rows(ledger.states(), rows_max);
  out.family("telltale_condition_status", MetricType::Gauge,
             "Objects whose condition is in this status for this reason.");
  for (const MetricRow& row : made.rows) {
    const MetricLabel labels[] = {{"kind", row.state.kind},
                                  {"type", row.state.type},
                                  {"status", to_text(row.state.status)},
                                  {"reason", row.state.reason},
                                  {"failed", row.failed == Failed::Yes ? "true" : "false"}};
    const Exposition::Labels all(labels);
    out.sample(row.failed == Failed::Clear ? all.first(all.size() - 1) : all,
               static_cast<double>(row.objects));
  }
  return made.folded;
}

double sum_of(const Turns& turns) {
  std::uint64_t sum = 0;
  for (const auto& [reason, count] : turns.by_reason) sum += count;
  return static_cast<double>(sum);
}

void write_turns(const MetricLedger& ledger, Exposition& out) {
  out.family("telltale_condition_transitions", MetricType::Counter,
             "Conditions seen to turn to this status.");
  for (const auto& [key, turns] : ledger.turns()) {
    const auto& [kind, type, status] = key;
    if (turns.by_reason.empty()) continue;
    out.sample({{"kind", kind}, {"type", type}, {"status", to_text(status)}}, sum_of(turns));
  }
  out.family("telltale_condition_time_in_state_seconds", MetricType::Histogram,
             "How long conditions had been in this status when they left it.");
  for (const auto& [key, turns] : ledger.turns()) {
    const auto& [kind, type, status] = key;
    if (!turns.ended) continue;
    const MetricLabel labels[] = {{"kind", kind}, {"type", type}, {"status", to_text(status)}};
    out.histogram(labels, time_in_state_bounds, turns.lasted, turns.lasted_seconds);
  }
}

void write_verdicts(const MetricLedger& ledger, Exposition& out) {
  out.family("telltale_verdict_objects", MetricType::Gauge, "Objects of this verdict.");
  for (const auto& [kind, counts] : ledger.verdicts()) {
    for (const Verdict verdict : all_verdicts) {
      out.sample({{"kind", kind}, {"verdict", to_text(verdict)}},
                 static_cast<double>(counts[static_cast<std::size_t>(verdict)]));
    }
  }
}

void write_left_out(const MetricLedger& ledger, Exposition& out) {
  out.family("telltale_conditions_left_out", MetricType::Gauge,
             "Conditions that found no room in the lists of their objects.");
  for (const auto& [kind, count] : ledger.left_out()) {
    out.sample({{"kind", kind}}, static_cast<double>(count));
  }
}

std::size_t write_attentions(const MetricLedger& ledger, std::size_t rows_max, Exposition& out) {
  const MetricRows made = metric_rows(ledger.attentions(), rows_max);
  out.family("telltale_attention_objects", MetricType::Gauge,
             "Objects that are stuck and need a human, by the reason.");
  for (const MetricRow& row : made.rows) {
    out.sample({{"kind", row.state.kind}, {"reason", row.state.reason}},
               static_cast<double>(row.objects));
  }
  return made.folded;
}

// What operatorpkg calls the same things, kind by kind.
void write_turns_by_kind(const MetricLedger& ledger, Exposition& out) {
  std::set<std::string_view> kinds;
  for (const auto& [key, turns] : ledger.turns()) kinds.insert(std::get<0>(key));
  for (const std::string_view wanted : kinds) {
    out.family(compatible_name("telltale", wanted, "_transitions"), MetricType::Counter,
               "Conditions seen to turn to this status for this reason.");
    for (const auto& [key, turns] : ledger.turns()) {
      const auto& [kind, type, status] = key;
      if (kind != wanted) continue;
      for (const auto& [reason, count] : turns.by_reason) {
        out.sample({{"type", type}, {"status", to_text(status)}, {"reason", reason}},
                   static_cast<double>(count));
      }
    }
    out.family(compatible_name("telltale", wanted, "_transition_seconds"), MetricType::Histogram,
               "How long conditions had been in this status when they left it.");
    for (const auto& [key, turns] : ledger.turns()) {
      const auto& [kind, type, status] = key;
      if (kind != wanted || !turns.ended) continue;
      const MetricLabel labels[] = {{"type", type}, {"status", to_text(status)}};
      out.histogram(labels, time_in_state_bounds, turns.lasted, turns.lasted_seconds);
    }
  }
}

}  // namespace

bool is_asked_for(const MetricOptions& options, std::string_view kind) {
  return std::ranges::any_of(options.per_object_kinds,
                             [&](std::string_view one) { return same_letters(one, kind); });
}

std::vector<std::string> named_kinds(const MetricOptions& options) {
  std::vector<std::string> kinds = options.per_object_kinds;
  if (options.per_pool && !is_asked_for(options, pool_kind())) kinds.emplace_back(pool_kind());
  return kinds;
}

std::size_t turns_max(const MetricOptions& options) {
  const std::size_t fit = options.series_max / (turns_share * series_of_turns(options));
  return fit - std::min(fit, other_turns);
}

void write_condition_metrics(const MetricSource& source, Exposition& out) {
  const MetricLedger& ledger = source.ledger;
  const std::size_t series_max = source.options.series_max;
  const std::size_t before = out.series();
  std::size_t dropped = write_statuses(ledger, series_max / 2, out);
  write_verdicts(ledger, out);
  write_left_out(ledger, out);
  dropped += write_attentions(ledger, series_max / 16, out);
  const std::size_t used = out.series() - before + reserved_for_turns(source.options) + 1;
  write_turns(ledger, out);
  if (source.options.compatibility_names) write_turns_by_kind(ledger, out);
  dropped += write_object_metrics(source, series_max - std::min(series_max, used), out);
  out.family("telltale_metric_series_dropped", MetricType::Gauge,
             "Series that are not shown, or only as part of \"other\", because of the limit.");
  out.sample({}, static_cast<double>(dropped));
}

}  // namespace telltale
