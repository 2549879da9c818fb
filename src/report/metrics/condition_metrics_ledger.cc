// SPDX-License-Identifier: Apache-2.0
#include "report/metrics/condition_metrics_ledger.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/hash.h"
#include "base/letters.h"
#include "report/status/left_out.h"

namespace telltale {
namespace {

// Stands in the place of a state that was taken over.
constexpr StatePool::Id no_state = std::numeric_limits<StatePool::Id>::max();

ObjectName name_of(const Key& key) {
  return {.kind = std::string(key.kind),
          .namespace_name = std::string(key.namespace_name),
          .name = std::string(key.name),
          .group = std::string(key.group)};
}

std::size_t bucket_of(double seconds) {
  return static_cast<std::size_t>(std::ranges::lower_bound(time_in_state_bounds, seconds) -
                                  time_in_state_bounds.begin());
}

}  // namespace

MetricLedger::MetricLedger(std::vector<std::string> named_kinds, std::size_t turns_max)
    : named_kinds_(std::move(named_kinds)), turns_max_(turns_max) {}

void MetricLedger::note(const Judged& judged, Instant now) {
  const Object& object = *judged.object;
  const std::uint64_t id = KeyHash{}(object.key);
  const std::uint64_t uid = TextHash{}(object.uid);
  const auto [found, first] = objects_.try_emplace(id);
  KnownObject& known = found->second;
  // A new object of an old name: nothing turned, another one is there.
  if (!first && known.uid != uid) clear(known, object.key.kind);
  if (!first && known.uid == uid) clear_verdict(known, object.key.kind);
  known.uid = uid;
  note_verdict(known, judged);
  note_conditions(known, judged, now);
  if (!is_named(object.key.kind)) return;
  const std::string_view platform = object.body["spec"]["platform"]["type"].as_string({});
  named_[name_of(object.key)] = {.id = id, .platform = std::string(state_word(platform))};
}

void MetricLedger::note_conditions(KnownObject& known, const Judged& judged, Instant now) {
  const Conditions conditions =
      judged.conditions.first(std::min(judged.conditions.size(), conditions_of_object_max));
  next_.clear();
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const Condition& condition = conditions[i];
    if (condition.type.empty() || is_repeated_behind(conditions, i)) continue;
    const ConditionState state{.kind = judged.object->key.kind,
                               .type = state_word(condition.type),
                               .status = condition.status,
                               .reason = state_word(condition.reason)};
    const Instant since = since_of(judged, condition);
    const Instant turned_at = is_set(since) ? std::min(since, now) : no_time;
    next_.push_back(note_condition(known, {.state = state, .turned = turned_at, .now = now}, i));
  }
  for (const KnownCondition& old : known.conditions) {
    if (old.state != no_state) states_.release(old.state);
  }
  if (known.conditions.size() != next_.size()) {
    known.conditions = std::vector<KnownCondition>(next_.size());
  }
  std::ranges::copy(next_, known.conditions.begin());
}

// The state as it is held from now on, and since when. What was held before and still is, is taken
// out of `known`; the rest is for the caller to release.
KnownCondition MetricLedger::note_condition(KnownObject& known, const Saying& saying,
                                            std::size_t hint) {
  const ConditionState& state = saying.state;
  const auto is_it = [&](const KnownCondition& old) {
    return old.state != no_state && states_.state(old.state).type == state.type;
  };
  auto old = known.conditions.begin() +
             static_cast<std::ptrdiff_t>(std::min(hint, known.conditions.size()));
  if (old == known.conditions.end() || !is_it(*old)) {
    old = std::ranges::find_if(known.conditions, is_it);
  }
  const Instant turned_at = is_set(saying.turned) ? saying.turned : saying.now;
  if (old == known.conditions.end()) {
    return {.state = states_.hold(state), .since = ShortInstant(turned_at)};
  }
  const ConditionState before = states_.state(old->state);
  const bool same_status = before.status == state.status;
  const bool undated = same_status && !is_set(saying.turned);
  const ShortInstant since = undated ? old->since : ShortInstant(turned_at);
  if (before == state) return {.state = std::exchange(old->state, no_state), .since = since};
  if (!same_status) turned(before, state, turned_at - old->since.instant());
  return {.state = states_.hold(state), .since = since};
}

void MetricLedger::turned(const ConditionState& before, const ConditionState& after,
                          Seconds lasted) {
  Turns& ended = turns_of(before);
  const auto seconds = static_cast<double>(std::max(lasted, Seconds(0)).count());
  ended.ended = true;
  ++ended.lasted[bucket_of(seconds)];
  ended.lasted_seconds += seconds;
  Turns& begun = turns_of(after);
  const bool full = begun.by_reason.size() >= reasons_of_turns_max;
  const auto known = begun.by_reason.find(after.reason);
  if (known != begun.by_reason.end()) {
    ++known->second;
  } else {
    ++begun.by_reason[std::string(full ? other_label : after.reason)];
  }
}

Turns& MetricLedger::turns_of(const ConditionState& state) {
  TurnsKey key{std::string(state.kind), std::string(state.type), state.status};
  if (turns_.size() >= turns_max_ && !turns_.contains(key)) {
    key = {std::string(other_label), std::string(other_label), state.status};
  }
  return turns_[key];
}

void MetricLedger::note_verdict(KnownObject& known, const Judged& judged) {
  const std::string_view kind = judged.object->key.kind;
  known.verdict = judged.verdict;
  auto counts = verdicts_.find(kind);
  if (counts == verdicts_.end()) counts = verdicts_.emplace(kind, VerdictCounts{}).first;
  ++counts->second[static_cast<std::size_t>(judged.verdict)];
  note_left_out(known, kind, telltale::left_out(judged).size());
  if (judged.verdict != Verdict::Stuck) return;
  known.attention = attentions_.hold({.kind = kind, .reason = state_word(judged.cause.reason)});
}

void MetricLedger::note_left_out(KnownObject& known, std::string_view kind, std::size_t count) {
  known.left_out = static_cast<std::uint8_t>(std::min<std::size_t>(count, 255));
  if (known.left_out == 0) return;
  auto sum = left_out_.find(kind);
  if (sum == left_out_.end()) sum = left_out_.emplace(kind, 0).first;
  sum->second += known.left_out;
}

void MetricLedger::clear_verdict(const KnownObject& known, std::string_view kind) {
  if (known.left_out > 0) {
    const auto sum = left_out_.find(kind);
    sum->second -= known.left_out;
    if (sum->second == 0) left_out_.erase(sum);
  }
  if (known.verdict == Verdict::Stuck) attentions_.release(known.attention);
  const auto counts = verdicts_.find(kind);
  if (counts == verdicts_.end()) return;
  --counts->second[static_cast<std::size_t>(known.verdict)];
  if (counts->second == VerdictCounts{}) verdicts_.erase(counts);
}

void MetricLedger::clear(KnownObject& known, std::string_view kind) {
  clear_verdict(known, kind);
  for (const KnownCondition& condition : known.conditions) states_.release(condition.state);
  known.conditions.clear();
}

void MetricLedger::forget(const Key& key) {
  const auto found = objects_.find(KeyHash{}(key));
  if (found == objects_.end()) return;
  clear(found->second, key.kind);
  objects_.erase(found);
  if (is_named(key.kind)) named_.erase(name_of(key));
}

const KnownObject* MetricLedger::known(const NamedObject& named) const {
  const auto found = objects_.find(named.id);
  return found == objects_.end() ? nullptr : &found->second;
}

bool MetricLedger::is_named(std::string_view kind) const {
  return std::ranges::any_of(named_kinds_,
                             [&](std::string_view named) { return same_letters(named, kind); });
}

}  // namespace telltale
