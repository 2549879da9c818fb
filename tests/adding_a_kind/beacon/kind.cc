// SPDX-License-Identifier: Apache-2.0
#include "adding_a_kind/beacon/kind.h"

#include "adding_a_kind/beacon/tables.h"
#include "catalog/engine/condition_writer.h"
#include "catalog/engine/judge_context.h"
#include "catalog/explain/explainer.h"
#include "catalog/explain/tables.h"
#include "catalog/owners/patience.h"

namespace telltale {
namespace beacon {
namespace {

// The only place that looks into a document.
Seen observe(const JudgeContext& context, const Object& object) {
  const auto heartbeat = parse_rfc3339(object.body["status"]["heartbeat"].as_string(""));
  return {
      .now = context.now, .deleting = object.deleting(), .heartbeat = heartbeat.value_or(no_time)};
}

VerdictSeen observe_verdict(const JudgeContext& context, const Judged& judged) {
  VerdictSeen seen{.now = context.now, .object = judged.object};
  const Condition* lit = find_condition(judged.conditions, "Lit");
  if (lit == nullptr || lit->status == Status::True) return seen;
  (lit->status == Status::False ? seen.dark : seen.unclear) = lit;
  seen.dark_term =
      term_from(lit->last_transition, context.settings.patience.owner_not_ready, context.now);
  return seen;
}

Judged judge_object(const Kind&, const Judging& at) {
  const Seen seen = observe(at.context, at.object);
  at.writer.begin(at.object, shapes::conditions(at.object));
  at.writer.speak(rows::lit_table, seen);
  Judged judged{.object = &at.object, .changed = at.writer.changed()};
  judged.conditions = at.writer.finish();
  judged.wake = at.writer.wake();
  tell_verdict(verdict_rows::verdict_table, observe_verdict(at.context, judged), judged);
  return judged;
}

void explain_object(const Kind&, Explainer& explainer) {
  explainer.tell(rows::lit_table, observe(explainer.context(), explainer.object()));
}

VerdictExplanation explain_verdict(const Kind&, const JudgeContext& context, const Judged& judged) {
  return explain_by(verdict_rows::verdict_table, observe_verdict(context, judged));
}

std::vector<TableEntry> list_tables(const Kind&) {
  return {entry_of(rows::lit_table), entry_of(verdict_rows::verdict_table)};
}

constexpr std::string_view kept_fields[] = {"status.heartbeat:string"};

}  // namespace
}  // namespace beacon

constinit const Kind beacon_kind{
    .group = "example.com",
    .kind = "Beacon",
    .root_condition = "Lit",
    .fields = beacon::kept_fields,
    .judge = beacon::judge_object,
    .tables = beacon::list_tables,
    .explain = beacon::explain_object,
    .explain_verdict = beacon::explain_verdict,
};

}  // namespace telltale
