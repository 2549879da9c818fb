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

void decide_verdict(Judged& judged, const Settings& settings, Instant now) {
  const Condition* lit = find_condition(judged.conditions, "Lit");
  if (lit == nullptr || lit->status == Status::True) return conclude(judged, Verdict::Healthy, {});
  const Cause cause = cause_of(*lit, *judged.object);
  if (lit->status == Status::Unknown) return conclude(judged, Verdict::Unknown, cause);
  be_patient(judged, cause, lit->last_transition, settings.patience.owner_not_ready, now);
}

Judged judge_object(const Kind&, const Judging& at) {
  const Seen seen = observe(at.context, at.object);
  at.writer.begin(at.object, shapes::conditions(at.object));
  at.writer.speak(rows::lit_table, seen);
  Judged judged{.object = &at.object, .changed = at.writer.changed()};
  judged.conditions = at.writer.finish();
  judged.wake = at.writer.wake();
  decide_verdict(judged, at.context.settings, at.context.now);
  return judged;
}

void explain_object(const Kind&, Explainer& explainer) {
  explainer.tell(rows::lit_table, observe(explainer.context(), explainer.object()));
}

std::vector<TableEntry> list_tables(const Kind&) { return {entry_of(rows::lit_table)}; }

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
};

}  // namespace telltale
