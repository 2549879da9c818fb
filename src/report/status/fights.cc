// SPDX-License-Identifier: Apache-2.0
#include "report/status/fights.h"

namespace telltale {

void Fights::lost(const Object& object, std::string_view type, Instant now) {
  std::pair kind{std::string(object.key.kind), std::string(type)};
  if (counts_.size() < counts_max || counts_.contains(kind)) ++counts_[std::move(kind)];
  if (fights_.size() >= fights_max) {
    std::erase_if(fights_, [&](const auto& one) { return now - one.second.last > over_after; });
  }
  Name name{std::string(object.uid), std::string(type)};
  const auto known = fights_.find(name);
  if (known == fights_.end()) {
    if (fights_.size() < fights_max) fights_[std::move(name)] = {.last = now};
    return;
  }
  Fight& fight = known->second;
  if (now - fight.last > over_after) {
    fight = {.last = now};
    return;
  }
  fight.last = now;
  // That it is written several times while telltale rests is one blow.
  if (!std::exchange(fight.answered, false)) return;
  fight.rest = fight.rest == Seconds{} ? first : std::min(longest, fight.rest * 2);
  fight.until = now + fight.rest;
}

void Fights::wrote(const Object& object, std::string_view type) {
  const auto known = fights_.find(Name(object.uid, type));
  if (known != fights_.end()) known->second.answered = true;
}

// A clock that was set back holds nobody up.
bool Fights::rests(const Object& object, std::string_view type, Instant now) const {
  const auto known = fights_.find(Name(object.uid, type));
  if (known == fights_.end() || !is_set(known->second.until)) return false;
  return now < known->second.until && now >= known->second.until - known->second.rest;
}

std::optional<Instant> Fights::rest_ends(const Object& object, Instant now) const {
  std::optional<Instant> end;
  const std::string uid(object.uid);
  for (auto at = fights_.lower_bound(Name(uid, "")); at != fights_.end(); ++at) {
    if (at->first.first != uid) break;
    const Fight& fight = at->second;
    if (!is_set(fight.until) || fight.until <= now) continue;
    end = end ? std::min(*end, fight.until) : fight.until;
  }
  return end;
}

}  // namespace telltale
