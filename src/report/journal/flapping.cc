// SPDX-License-Identifier: Apache-2.0
#include "report/journal/flapping.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace telltale {
namespace {

struct Turning {
  Status last = Status::Unknown;
  std::vector<Instant> turns = {};
};

std::map<std::string_view, Turning> turns_by_type(std::span<const JournalEntry> entries) {
  std::map<std::string_view, Turning> by_type;
  for (const JournalEntry& entry : entries) {
    const auto [found, first] = by_type.try_emplace(entry.type);
    Turning& turning = found->second;
    if (!first && turning.last != entry.status) turning.turns.push_back(entry.at);
    turning.last = entry.status;
  }
  return by_type;
}

Flapping flapping_of_turns(const std::vector<Instant>& turns, const FlapRule& rule, Instant now) {
  Flapping found{.flapping = false, .turns = 0, .within = rule.within};
  if (turns.empty()) return found;
  const Instant last = std::ranges::max(turns);
  found.turns = static_cast<std::size_t>(
      std::ranges::count_if(turns, [&](Instant turn) { return turn >= last - rule.within; }));
  const bool still = now - last <= rule.within;
  found.flapping = still && rule.turns > 0 && found.turns >= rule.turns;
  return found;
}

}  // namespace

std::vector<TypeFlapping> flapping_by_type(std::span<const JournalEntry> entries,
                                           const FlapRule& rule, Instant now) {
  std::vector<TypeFlapping> types;
  for (const auto& [type, turning] : turns_by_type(entries)) {
    types.push_back({std::string(type), flapping_of_turns(turning.turns, rule, now)});
  }
  return types;
}

Flapping flapping_of(std::span<const JournalEntry> entries, const FlapRule& rule, Instant now) {
  Flapping worst{.flapping = false, .turns = 0, .within = rule.within};
  for (const TypeFlapping& type : flapping_by_type(entries, rule, now)) {
    const auto weight = [](const Flapping& one) { return std::tuple(one.flapping, one.turns); };
    if (weight(type.flapping) > weight(worst)) worst = type.flapping;
  }
  return worst;
}

}  // namespace telltale
