// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/count.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"

namespace telltale::karpenter_nodepool {
namespace {

// What Memory says of the future is not believed: it would stop all counting.
Instant past(Instant instant, Instant now) { return instant <= now ? instant : no_time; }

void sort(std::vector<Counted>& counted) {
  std::ranges::sort(counted, {}, [](const Counted& one) { return std::tuple(one.at, one.uid); });
}

bool is_behind(const Tally& tally, const Failure& failure) {
  if (is_set(tally.since) && failure.at <= tally.since) return true;
  const Instant created = failure.claim->created;
  return is_set(tally.reset) && is_set(created) && created < tally.reset;
}

bool is_few(const Tally& tally, const DegradedRules& rules) {
  return !tally.counted.empty() && tally.number() < rules.failures;
}

}  // namespace

bool Tally::has(std::string_view uid) const {
  return std::ranges::find(counted, uid, &Counted::uid) != counted.end();
}

bool Tally::has_reason(std::string_view reason) const {
  return std::ranges::find(counted, reason, &Counted::reason) != counted.end();
}

Tally recall_tally(const Memory& memory, Instant now) {
  Tally tally;
  if (memory.empty()) return tally;
  tally.counted.assign(memory.counted.begin(), memory.counted.end());
  if (const MemoryClock* clock = memory.clock(counting_clock)) {
    tally.since = past(clock->since, now);
  }
  tally.reset = past(memory.reset, now);
  return tally;
}

void count_unnamed(Tally& tally, std::int32_t told, Instant now, Arena& arena) {
  const std::int32_t known = std::min(told, std::int32_t{failures_counted_max});
  for (std::int32_t i = tally.number() + 1; i <= known; ++i) {
    tally.counted.push_back({.uid = arena.keep(format("unknown-{}", i)), .at = now});
  }
  sort(tally.counted);
}

Instant forgotten_at(const Tally& tally, const DegradedRules& rules) {
  if (!is_few(tally, rules)) return no_time;
  return tally.counted.front().at + rules.registration_ttl;
}

void forget_old(Tally& tally, const DegradedRules& rules, Instant now) {
  const Instant over = forgotten_at(tally, rules);
  if (!is_set(over) || now < over) return;
  tally.counted.clear();
  // Not `now`: a late look must come to the same count as one in time.
  tally.since = std::max(tally.since, over);
}

void count_new(Tally& tally, std::span<const Failure> failures, const DegradedRules& rules,
               Instant now) {
  for (const Failure& failure : failures) {
    if (tally.counted.size() == failures_counted_max) break;
    if (now >= failure.at + rules.registration_ttl) continue;
    if (is_behind(tally, failure) || tally.has(failure.uid)) continue;
    tally.counted.push_back({failure.uid, failure.reason, failure.at});
  }
  sort(tally.counted);
}

void forgive(Tally& tally, const DegradedRules& rules, Instant newest_success) {
  if (!rules.reset_on_success || tally.counted.empty()) return;
  const Instant newest = tally.counted.back().at;
  if (!is_set(newest_success) || newest_success <= newest) return;
  tally.counted.clear();
  tally.since = std::max(tally.since, newest_success);
}

}  // namespace telltale::karpenter_nodepool
