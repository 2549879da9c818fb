// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/list.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/text.h"

namespace telltale::legacy {
namespace {

bool same_state(const LegacyCondition& one, const LegacyCondition& other) {
  const Condition& a = one.condition;
  const Condition& b = other.condition;
  return std::tie(a.type, a.status, a.reason, a.message, one.severity) ==
         std::tie(b.type, b.status, b.reason, b.message, other.severity);
}

std::string_view capped(std::string_view text, std::size_t bytes_max, Arena& arena) {
  return text.size() <= bytes_max ? text : arena.keep(truncate_utf8(text, bytes_max));
}

const Source* most_telling(std::span<const Source> sources) {
  const Source* first = nullptr;
  const auto place = [](const Source& source) {
    return std::tuple(legacy_group(source.ready->condition.status, source.ready->severity),
                      source.name);
  };
  for (const Source& source : sources) {
    if (!source.ready) continue;
    if (first == nullptr || place(source) < place(*first)) first = &source;
  }
  return first;
}

// A reason that already names its source keeps it.
std::string localized(const Source& source) {
  const std::string_view reason = source.ready->condition.reason;
  if (reason.contains('@')) return std::string(reason);
  return format("{} @ {}/{}", reason, source.kind, source.name);
}

}  // namespace

LegacyList::LegacyList(std::vector<LegacyCondition> stored, Instant now, Arena& arena)
    : conditions_(std::move(stored)), now_(now), arena_(arena) {}

void LegacyList::set(LegacyCondition condition) {
  Condition& told = condition.condition;
  told.reason = capped(told.reason, reason_bytes_max, arena_);
  told.message = capped(told.message, message_bytes_max, arena_);
  const auto there = std::ranges::find(
      conditions_, told.type, [](const LegacyCondition& one) { return one.condition.type; });
  if (there == conditions_.end()) {
    if (!is_set(told.last_transition)) told.last_transition = now_;
    conditions_.push_back(condition);
    return;
  }
  if (same_state(*there, condition)) return;
  told.last_transition = now_;
  *there = condition;
}

void LegacyList::set(const std::optional<LegacyCondition>& condition) {
  if (condition) set(*condition);
}

void LegacyList::remove(std::string_view type) {
  std::erase_if(conditions_,
                [&](const LegacyCondition& one) { return one.condition.type == type; });
}

const LegacyCondition* LegacyList::find(std::string_view type) const {
  return find_legacy(conditions_, type);
}

Status LegacyList::status(std::string_view type) const {
  const LegacyCondition* found = find(type);
  return found == nullptr ? Status::Unknown : found->condition.status;
}

LegacyConditions LegacyList::finish() {
  std::ranges::sort(conditions_, comes_before_legacy,
                    [](const LegacyCondition& one) { return one.condition.type; });
  return arena_.keep(conditions_);
}

const LegacyCondition* find_legacy(LegacyConditions conditions, std::string_view type) {
  for (const LegacyCondition& one : conditions) {
    if (one.condition.type == type) return &one;
  }
  return nullptr;
}

std::optional<LegacyCondition> aggregate(std::string_view into, std::span<const Source> sources,
                                         Arena& arena) {
  const Source* first = most_telling(sources);
  if (first == nullptr) return std::nullopt;
  const LegacyCondition& ready = *first->ready;
  if (ready.condition.status == Status::True) return good(into);
  const auto done = std::ranges::count_if(sources, [](const Source& source) {
    return source.ready && source.ready->condition.status == Status::True;
  });
  const std::string_view reason = arena.keep(localized(*first));
  const std::string_view message = arena.keep(format("{} of {} completed", done, sources.size()));
  if (ready.condition.status == Status::Unknown) return unclear(into, reason, message);
  return bad(into, reason, ready.severity, message);
}

}  // namespace telltale::legacy
