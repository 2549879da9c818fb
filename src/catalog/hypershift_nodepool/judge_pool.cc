// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/judge_pool.h"

#include <algorithm>

#include "catalog/hypershift_nodepool/clocks.h"
#include "catalog/hypershift_nodepool/severity.h"
#include "catalog/hypershift_nodepool/verdict.h"
#include "convert/shapes.h"

namespace telltale::hypershift_nodepool {
namespace {

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
