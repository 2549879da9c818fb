// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/judge_pool.h"

#include <algorithm>

#include <algorithm>

#include "catalog/hypershift_nodepool/clocks.h"
#include "catalog/hypershift_nodepool/severity.h"
#include "convert/shapes.h"

namespace telltale::hypershift_nodepool {
namespace {

// Progressing alone, whatever the Machines' own verdicts are.
Verdict verdict_of(const Condition& condition) {
  if (condition.status == Status::True) return Verdict::Working;
  if (tells_failure(condition)) return Verdict::Stuck;
  const bool as_expected = condition.status == Status::False && condition.reason == "AsExpected";
  return as_expected ? Verdict::Healthy : Verdict::Unknown;
}

// A failure that is told for the first time did not begin just now: its error proves since when.
Instant trouble_start(const Condition& condition, const Seen& seen) {
  Instant start = condition.last_transition;
  if (!tells_failure(condition) || start < seen.now) return start;
  for (const Class one : all_classes) {
    const Instant since = seen.failing[one].since;
    if (reason_of(one) == condition.reason && is_set(since)) start = std::min(start, since);
  }
  return start;
}

void decide_verdict(const std::optional<Condition>& condition, const Sheet& sheet, Arena& texts,
                    Judged& judged) {
  judged.verdict = condition ? verdict_of(*condition) : Verdict::Unknown;
  if (judged.verdict == Verdict::Healthy) return;
  judged.cause = {.condition = progressing, .because = judged.object};
  if (!condition) {
    judged.cause.reason = not_collected_reason;
    judged.cause.message = texts.keep(data_evidence(sheet.seen));
    return;
  }
  judged.cause.reason = condition->reason;
  judged.cause.message = condition->message;
  judged.cause.since = trouble_start(*condition, sheet.seen);
}

// What to remember once Progressing says this. How many replicas were there when a failure was
// first shown tells later whether more came.
Memory conclude(const Sheet& sheet, const std::optional<Condition>& condition,
                const ProgressingRules& rules, Arena& texts) {
  const Seen& seen = sheet.seen;
  if (seen.is_deleting || seen.lacks_data || paused.ask(seen)) return sheet.after;
  const bool failed = condition && tells_failure(*condition);
  Moment moment{.now = seen.now};
  if (failed) moment.standing.shown = class_of_reason(condition->reason);
  moment.standing.recovering = condition && tells_recovery(*condition);
  Memory after = settle(sheet.after, moment, rules, texts);
  if (!failed) {
    after.replicas = {};
  } else if (!after.empty() && !after.replicas) {
    after.replicas = sheet.available;
  }
  return after;
}

void wake(const Sheet& sheet, const std::optional<Condition>& condition,
          const JudgeContext& context, ConditionWriter& writer) {
  const Seen& seen = sheet.seen;
  if (seen.is_deleting) return;
  writer.wake_at(seen.paused_until);
  if (paused.ask(seen)) return;
  for (const Instant turn : sheet.turns) writer.wake_at(turn);
  if (condition && tells_failure(*condition)) {
    writer.wake_at(context.now + context.settings.progressing.look_again);
  }
  // A recovery that begins at this look was not yet asked for its end.
  if (condition && tells_recovery(*condition) && !seen.sees_any()) {
    writer.wake_at(std::max(condition->last_transition, seen.recovers_since) + seen.recovering);
  }
}

}  // namespace

Judged judge(const JudgeContext& context, const Object& pool, ConditionWriter& writer) {
  writer.begin(pool, shapes::conditions(pool));
  const Sheet sheet = observe(context, pool, writer.arena());
  const auto stored = writer.get(progressing);
  const auto condition = writer.speak(rows::progressing_table, sheet.seen,
                                      [&] { return stored.value_or(Condition{}); });
  Judged judged{.object = &pool};
  decide_verdict(condition, sheet, writer.arena(), judged);
  wake(sheet, condition, context, writer);
  const Memory after = conclude(sheet, condition, context.settings.progressing, writer.arena());
  if (!sheet.before.empty() || !after.empty()) {
    remember(sheet.before, after, judged, writer.arena());
  }
  judged.changed = writer.changed();
  judged.conditions = writer.finish();
  judged.wake = writer.wake();
  return judged;
}

}  // namespace telltale::hypershift_nodepool
