// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/verdict.h"

#include <algorithm>

#include "catalog/engine/condition_writer.h"
#include "catalog/hypershift_nodepool/guards.h"
#include "catalog/hypershift_nodepool/severity.h"
#include "catalog/hypershift_nodepool/verdict_table.h"

namespace telltale::hypershift_nodepool {
namespace {

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

VerdictSeen observe_verdict(const Object& pool, const Condition* told, const Seen& seen) {
  VerdictSeen sheet{.now = seen.now, .object = &pool, .told = told};
  if (told == nullptr) return sheet;
  const bool expected = told->status == Status::False && told->reason == "AsExpected";
  if (told->status == Status::True) sheet.moves = told;
  if (tells_failure(*told)) sheet.failure = told;
  if (expected) sheet.expected = told;
  sheet.since = trouble_start(*told, seen);
  return sheet;
}

}  // namespace

Cause blame_not_collected(const VerdictSeen& seen) {
  return {.condition = progressing,
          .reason = not_collected_reason,
          .message = seen.not_collected,
          .because = seen.object};
}

Cause blame_progressing(const VerdictSeen& seen) {
  return {.condition = progressing,
          .reason = seen.told->reason,
          .message = seen.told->message,
          .since = seen.since,
          .because = seen.object};
}

void decide_verdict(const std::optional<Condition>& condition, const Sheet& sheet, Arena& texts,
                    Judged& judged) {
  VerdictSeen seen = observe_verdict(*judged.object, condition ? &*condition : nullptr, sheet.seen);
  if (!condition) seen.not_collected = texts.keep(data_evidence(sheet.seen));
  tell_verdict(verdict_rows::verdict_table, seen, judged);
}

VerdictExplanation explain_verdict(const Kind&, const JudgeContext& context, const Judged& judged) {
  Arena texts;
  const Sheet sheet = observe(context, *judged.object, texts);
  const Condition* told = find_condition(judged.conditions, progressing);
  return explain_by(verdict_rows::verdict_table, observe_verdict(*judged.object, told, sheet.seen));
}

}  // namespace telltale::hypershift_nodepool
