// SPDX-License-Identifier: Apache-2.0
#include "report/metrics/condition_metrics_rows.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "base/letters.h"
#include "base/text.h"
#include "catalog/polarity.h"
#include "report/metrics/condition_metrics_ledger.h"

namespace telltale {
namespace {

// Kind, type, status, reason, failed.
using RowKey = std::tuple<std::string_view, std::string_view, Status, std::string_view, Failed>;
using Counts = std::map<RowKey, std::size_t>;

Counts counted_rows(const StatePool& states) {
  Counts counts;
  states.for_each([&](const ConditionState& state, std::size_t holders) {
    const Failed failed = failed_of(state);
    std::set<std::string_view> reasons;
    for (const std::string_view part : split(state.reason, ',')) reasons.insert(trim(part));
    reasons.erase(std::string_view());
    if (reasons.empty()) reasons.insert(std::string_view());
    for (const std::string_view reason : reasons) {
      counts[{state.kind, state.type, state.status, reason, failed}] += holders;
    }
  });
  return counts;
}

template <class Fold>
void fold(Counts& counts, const std::vector<RowKey>& keys, const Fold& into, std::size_t& folded) {
  for (const RowKey& key : keys) {
    const auto found = counts.find(key);
    const std::size_t objects = found->second;
    counts.erase(found);
    counts[into(key)] += objects;
    ++folded;
  }
}

// The reasons of most objects stay; of equals the first in the alphabet.
void fold_reasons(Counts& counts, std::size_t& folded) {
  std::map<std::tuple<std::string_view, std::string_view, Status>, std::vector<RowKey>> groups;
  for (const auto& [key, objects] : counts) {
    groups[{std::get<0>(key), std::get<1>(key), std::get<2>(key)}].push_back(key);
  }
  for (auto& [group, keys] : groups) {
    if (keys.size() <= reasons_of_status_max) continue;
    std::ranges::stable_sort(keys, std::greater<>(),
                             [&](const RowKey& key) { return counts.at(key); });
    keys.erase(keys.begin(), keys.begin() + reasons_of_status_max);
    fold(
        counts, keys,
        [](RowKey key) {
          std::get<3>(key) = other_label;
          return key;
        },
        folded);
  }
}

void fold_types(Counts& counts, std::size_t& folded) {
  std::map<std::string_view, std::set<std::string_view>> types;
  for (const auto& [key, objects] : counts) types[std::get<0>(key)].insert(std::get<1>(key));
  std::map<std::string_view, std::string_view> last_kept;
  for (const auto& [kind, all] : types) {
    if (all.size() > types_of_kind_max)
      last_kept[kind] = *std::next(all.begin(), types_of_kind_max - 1);
  }
  std::vector<RowKey> keys;
  for (const auto& [key, objects] : counts) {
    const auto last = last_kept.find(std::get<0>(key));
    if (last != last_kept.end() && std::get<1>(key) > last->second) keys.push_back(key);
  }
  fold(
      counts, keys,
      [](const RowKey& key) {
        return RowKey{std::get<0>(key), other_label, std::get<2>(key), other_label, Failed::Clear};
      },
      folded);
}

// What still is too much counts under no kind at all: one row for each status.
void fold_rest(Counts& counts, std::size_t rows_max, std::size_t& folded) {
  constexpr std::size_t statuses = 3;
  if (counts.size() <= rows_max) return;
  const std::size_t kept = rows_max - std::min(rows_max, statuses);
  std::vector<RowKey> keys;
  for (const auto& [key, objects] : counts) keys.push_back(key);
  keys.erase(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(kept));
  fold(
      counts, keys,
      [](const RowKey& key) {
        return RowKey{other_label, other_label, std::get<2>(key), other_label, Failed::Clear};
      },
      folded);
}

}  // namespace

Failed failed_of(const ConditionState& state) {
  const bool open = std::ranges::any_of(all_good_reasons(), [&](const GoodReason& good) {
    return good.kind == state.kind && good.type == state.type;
  });
  if (!open) return Failed::Clear;
  const Condition condition{.type = state.type, .status = state.status, .reason = state.reason};
  return priority_on(state.kind, condition) == Priority::Issue ? Failed::Yes : Failed::No;
}

MetricRows metric_rows(const StatePool& states, std::size_t rows_max) {
  Counts counts = counted_rows(states);
  MetricRows made;
  fold_reasons(counts, made.folded);
  fold_types(counts, made.folded);
  fold_rest(counts, rows_max, made.folded);
  for (const auto& [key, objects] : counts) {
    const auto& [kind, type, status, reason, failed] = key;
    made.rows.push_back(
        {.state = {kind, type, status, reason}, .failed = failed, .objects = objects});
  }
  return made;
}

}  // namespace telltale
