// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/seen.h"

#include <algorithm>
#include <optional>

#include "convert/shapes.h"

namespace telltale::karpenter_nodepool {
namespace {

// The two rows after which claims from before do not count.
constexpr std::string_view reset_reasons[] = {"ResetByEdit", "TTLExpired"};

void see_condition(const Object& pool, Seen& seen) {
  const Condition* degraded = find_condition(shapes::conditions(pool), "Degraded");
  if (degraded == nullptr) return;
  seen.stands = true;
  seen.degraded = degraded->status;
  seen.since = degraded->last_transition;
  seen.reasons = degraded->reason;
  seen.observed = degraded->observed_generation;
}

// Karpenter's references have a group; those of its first version had an API version.
Key class_key(const Object& pool) {
  const json::Tree ref = pool.body["spec"]["template"]["spec"]["nodeClassRef"];
  const std::string_view group = ref["group"].as_string(group_of(ref["apiVersion"].as_string("")));
  return {group, ref["kind"].as_string(""), {}, ref["name"].as_string(""), {}};
}

// Which NodeClass was judged before is in Memory, else in Karpenter's own status.
void see_class(const World& world, const Object& pool, const Memory& memory, Seen& seen) {
  const Key key = class_key(pool);
  seen.class_kind = key.kind;
  seen.class_name = key.name;
  const Found found = world.find(key);
  if (found.object != nullptr) seen.class_generation = found.object->generation;
  const auto observed = pool.body["status"]["nodeClassObservedGeneration"].as_int();
  seen.class_observed = memory.class_generation != 0
                            ? memory.class_generation
                            : std::max<std::int64_t>(observed.value_or(0), 0);
}

void see_terms(const Condition& shown, const Memory& memory, const DegradedRules& rules,
               Seen& seen) {
  for (const Term& term : terms_of(shown, memory, rules, seen.now)) {
    seen.last_end = std::max(seen.last_end, term.ends);
    seen.first_end = is_set(seen.first_end) ? std::min(seen.first_end, term.ends) : term.ends;
  }
}

// Where nothing is remembered, a condition that says that it was reset says when.
void see_start(const Seen& seen, Tally& tally) {
  const bool tells = seen.stands && seen.degraded == Status::False && is_set(seen.since);
  if (!tells || seen.since > seen.now) return;
  const bool was_reset = std::ranges::find(reset_reasons, seen.reasons) != std::end(reset_reasons);
  if (was_reset) tally.reset = seen.since;
}

// How many failures the status alone tells of. Where Degraded was never written, nobody counted for
// it, and the number may be anything.
std::int32_t told_by_status(const Sheet& sheet) {
  return sheet.before.empty() && sheet.seen.stands ? sheet.stored : 0;
}

void count(const DegradedRules& rules, Sheet& sheet, Arena& arena) {
  const Instant now = sheet.seen.now;
  Tally& tally = sheet.tally;
  switch (reset_of(sheet.seen)) {
    case Reset::Success:
      tally = {.since = now, .reset = tally.reset};
      return;
    case Reset::Edit:
    case Reset::Expired:
      tally = {.reset = now};
      return;
    case Reset::None:
      break;
  }
  const bool degraded = is_degraded(sheet.seen);
  if (!degraded) forget_old(tally, rules, now);
  count_new(tally, sheet.claims.failures, rules, now);
  count_unnamed(tally, told_by_status(sheet), now, arena);
  if (!degraded) forgive(tally, rules, sheet.claims.newest_success);
}

Condition joined_condition(const Joined& joined, Arena& arena) {
  return {.type = "Degraded",
          .status = Status::True,
          .reason = arena.keep(joined.reason),
          .message = arena.keep(joined.message)};
}

void see_pool(const JudgeContext& context, const Object& pool, Sheet& sheet) {
  Seen& seen = sheet.seen;
  seen.now = context.now;
  seen.deleting = pool.deleting();
  seen.generation = pool.generation;
  seen.remembered = sheet.before.generation;
  seen.limit = context.settings.degraded.failures;
  seen.ttl = context.settings.degraded.registration_ttl;
  see_condition(pool, seen);
  see_class(context.world, pool, sheet.before, seen);
}

// How far it has come, and what its contributors make of it.
void see_failures(const DegradedRules& rules, const Object& pool, Sheet& sheet, Arena& arena) {
  Seen& seen = sheet.seen;
  if (rules.clear_on_success) seen.newest_success = sheet.claims.newest_success;
  const Condition* shown =
      is_degraded(seen) ? find_condition(shapes::conditions(pool), "Degraded") : nullptr;
  if (shown != nullptr) see_terms(*shown, sheet.before, rules, seen);
  count(rules, sheet, arena);
  seen.failed = sheet.tally.number();
  const Evidence evidence{.now = seen.now,
                          .rules = rules,
                          .shown = shown,
                          .memory = sheet.before,
                          .tally = sheet.tally,
                          .failures = sheet.claims.failures};
  const std::vector<Contribution> contributions = evaluate_all(evidence);
  const Joined joined = join_contributions(evidence, contributions);
  seen.grows = joined.grows;
  sheet.degraded = joined_condition(joined, arena);
  sheet.clocks = arena.keep(clocks_of(evidence, contributions));
}

}  // namespace

Sheet observe(const JudgeContext& context, const Object& pool, Arena& arena) {
  Sheet sheet;
  sheet.before = recall(context.world, pool, arena);
  const std::optional<std::int32_t> stored =
      shapes::small_number(pool.body["status"]["failedLaunches"]);
  sheet.stored = std::max(stored.value_or(0), 0);
  see_pool(context, pool, sheet);
  sheet.tally = recall_tally(sheet.before, context.now);
  if (sheet.before.empty()) see_start(sheet.seen, sheet.tally);
  if (sheet.seen.deleting) return sheet;
  sheet.seen.reset = sheet.tally.reset;
  sheet.claims = look_at_claims(context, pool);
  see_failures(context.settings.degraded, pool, sheet, arena);
  return sheet;
}

Memory remembered(const Sheet& sheet, Status degraded, Arena& arena) {
  const Seen& seen = sheet.seen;
  Memory after = sheet.before;
  if (seen.deleting) return after;
  after.generation = seen.generation;
  // The spec may name another NodeClass after an edit.
  if (seen.class_generation != 0 || was_edited(seen)) {
    after.class_generation = seen.class_generation;
  }
  after.reset = sheet.tally.reset;
  after.counted = arena.keep(sheet.tally.counted);
  std::vector<MemoryClock> clocks;
  if (is_set(sheet.tally.since)) {
    clocks.push_back({.name = counting_clock, .since = sheet.tally.since});
  }
  if (degraded == Status::True) {
    clocks.insert(clocks.end(), sheet.clocks.begin(), sheet.clocks.end());
  }
  std::ranges::sort(clocks, {}, &MemoryClock::name);
  after.clocks = arena.keep(clocks);
  return after;
}

}  // namespace telltale::karpenter_nodepool
