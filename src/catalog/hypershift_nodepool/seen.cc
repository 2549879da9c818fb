// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/seen.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/hypershift_nodepool/evidence.h"
#include "catalog/hypershift_nodepool/severity.h"
#include "catalog/hypershift_nodepool/tables.h"
#include "catalog/hypershift_nodepool/texts.h"

namespace telltale::hypershift_nodepool {
namespace {

void see_pool(const JudgeContext& context, const Facts& facts, Arena& texts, Seen& seen) {
  const ProgressingRules& rules = context.settings.progressing;
  seen.now = context.now;
  seen.absence = rules.absence;
  seen.recovering = rules.recovering;
  seen.dwell = rules.dwell;
  seen.is_deleting = facts.pool->deleting();
  seen.is_paused = facts.pause.by_condition || facts.pause.for_good;
  seen.paused_until = facts.pause.until;
  seen.lacks_data = facts.lacks_data();
  seen.place = texts.keep(facts.place);
  seen.target = facts.target;
  seen.operation = operation_of(facts.work);
  const auto desired = facts.work.desired ? facts.work.desired : facts.work.available;
  seen.desired = texts.keep(format("{}", desired.value_or(0)));
}

void see_stored(const Condition* stored, Seen& seen) {
  if (stored == nullptr) return;
  // A time from the future tells nothing.
  if (stored->last_transition <= seen.now) seen.turned = stored->last_transition;
  if (tells_failure(*stored)) seen.shown = class_of_reason(stored->reason);
  seen.recovers = tells_recovery(*stored);
}

Moment moment_of(const JudgeContext& context, const Facts& facts, const Evidence& evidence,
                 const Condition* stored, const Seen& seen) {
  return {.now = context.now,
          .created = facts.pool->created,
          .generation = facts.pool->generation,
          .last_generation = stored == nullptr ? 0 : stored->observed_generation,
          .paused = facts.pause.holds(context.now),
          .standing = {.shown = seen.shown, .recovering = seen.recovers},
          .shown_since = is_set(seen.turned) ? seen.turned : context.now,
          .sightings = evidence.sightings()};
}

void see_failing(const Facts& facts, const Evidence& evidence, const Memory& memory,
                 const ProgressingRules& rules, Arena& texts, Seen& seen) {
  for (const Class one : all_classes) {
    const MemoryClock clock = clock_of(memory, one);
    Failing& failing = seen.failing[one];
    failing = {.seen = evidence.findings[one].sighting.seen,
               .since = clock.since,
               .gone = clock.stopped,
               .threshold = threshold_of(one, rules)};
    if (!is_set(clock.since)) continue;
    failing.message = texts.keep(message_of(one, facts, evidence));
    failing.evidence = texts.keep(evidence_of(one, facts, evidence));
    seen.recovers_since = std::max(seen.recovers_since, failing.gone);
  }
  seen.blocked_now = evidence.blocked_now;
  seen.inplace_failed = evidence.inplace != nullptr;
}

// A pool that fits again would not keep a failure for longer than one look, so none that only
// lingers is shown on it in the first place: it is asked whether or not one is shown.
void see_signals(const Facts& facts, const Memory& before, Seen& seen) {
  const Work& work = facts.work;
  const bool rolls = work.updates_version || work.updates_machines;
  const bool fits = work.desired && work.available && *work.desired <= *work.available;
  seen.fits_again = fits && !rolls && !seen.sees_any();
  if (!seen.shown) return;
  const auto is_new = [&](const Object* machine) {
    const bool young = is_set(seen.turned) && machine->created > seen.turned;
    return young && !machine->deleting() && (has_node(*machine) || is_ready(*machine));
  };
  seen.has_new_node = std::ranges::any_of(facts.machines, is_new);
  seen.has_grown = before.replicas && work.available.value_or(0) > *before.replicas;
}

// Errors of Machines come and go: one is replaced, or tries again. Such a class still stands while
// it was last seen a short while ago, unless something better happened since: the pool has nothing
// to do, a Machine became ready, or Progressing turned.
void see_lingering(Class one, const Evidence& evidence, Instant last_ready, Seen& seen) {
  Failing& failing = seen.failing[one];
  if (!is_of_machines(one) || failing.seen || seen.recovers || seen.is_shown(one)) return;
  if (one == Class::Capacity && evidence.others_wait) return;
  if (!is_set(failing.gone) || seen.now < failing.gone) return;
  if (seen.operation == Operation::Steady || seen.turned > failing.gone) return;
  if (seen.has_new_node || seen.has_grown || seen.fits_again) return;
  const Instant from = is_set(last_ready) ? last_ready + seen.absence : failing.gone;
  const Instant until = failing.gone + seen.absence;
  if (from >= until) return;
  failing.lingers_from = from;
  failing.lingers_until = until;
}

void see_lingering(const Facts& facts, const Evidence& evidence, Seen& seen) {
  Instant last_ready = no_time;
  for (const Object* machine : facts.machines) {
    if (!machine->deleting()) last_ready = std::max(last_ready, ready_since(*machine));
  }
  for (const Class one : all_classes) see_lingering(one, evidence, last_ready, seen);
}

// Whether the table would turn the status if it might. A good sign after an edit is told at once.
void see_turn(const Condition* stored, const Memory& after, Seen& seen) {
  if (stored == nullptr || stored->status == Status::Unknown) return;
  const Row<Seen>& row = *rows::progressing_table.decide(seen).row;
  if (row.act != Act::Set || row.status == stored->status) return;
  const bool edited = is_set(after.reset) && after.reset >= seen.turned;
  seen.would_turn = !(edited && seen.shown && row.status == Status::True);
}

}  // namespace

Sheet observe(const JudgeContext& context, const Object& pool, Arena& texts) {
  const ProgressingRules& rules = context.settings.progressing;
  const Facts facts = gather(context, pool);
  const Condition* stored = find_condition(facts.conditions(), progressing);
  Sheet sheet{.before = recall(context.world, pool, texts), .available = facts.work.available};
  Seen& seen = sheet.seen;
  sheet.after = sheet.before;
  see_pool(context, facts, texts, seen);
  see_stored(stored, seen);
  // Where nothing may be concluded, nothing is learnt either: what was not collected is not gone.
  if (seen.is_deleting || seen.lacks_data) return sheet;
  Evidence evidence = gather_evidence(context, facts);
  const Moment moment = moment_of(context, facts, evidence, stored, seen);
  sheet.after = advance(sheet.before, moment, rules, texts);
  seen.recovers_since = seen.turned;
  see_failing(facts, evidence, sheet.after, rules, texts, seen);
  see_signals(facts, sheet.before, seen);
  see_lingering(facts, evidence, seen);
  see_turn(stored, sheet.after, seen);
  sheet.turns = std::move(evidence.turns);
  return sheet;
}

}  // namespace telltale::hypershift_nodepool
