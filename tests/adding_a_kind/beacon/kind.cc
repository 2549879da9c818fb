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
  return {.now = context.now,
          .deleting = object.deleting(),
          .heartbeat = heartbeat.value_or(no_time),
          .battery = object.body["status"]["battery"].as_int().value_or(100)};
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
  at.writer.speak(rows::low_power_table, seen);
  Judged judged{.object = &at.object, .changed = at.writer.changed()};
  judged.conditions = at.writer.finish();
  judged.wake = at.writer.wake();
  tell_verdict(verdict_rows::verdict_table, observe_verdict(at.context, judged), judged);
  return judged;
}

void explain_object(const Kind&, Explainer& explainer) {
  const Seen seen = observe(explainer.context(), explainer.object());
  explainer.tell(rows::lit_table, seen);
  explainer.tell(rows::low_power_table, seen);
}

VerdictExplanation explain_verdict(const Kind&, const JudgeContext& context, const Judged& judged) {
  return explain_by(verdict_rows::verdict_table, observe_verdict(context, judged));
}

std::vector<TableEntry> list_tables(const Kind&) {
  return {entry_of(rows::lit_table), entry_of(rows::low_power_table),
          entry_of(verdict_rows::verdict_table)};
}

constexpr std::string_view short_names[] = {"bea"};

constexpr ConditionFacts condition_facts[] = {
    {.type = "Lit"},
    {.type = "LowPower", .polarity = Polarity::Negative, .is_only_ours = true},
};

constexpr GuidanceFacts guidance_facts[] = {
    {"Lit", "Silent", "Sail there and look whether its lamp has power", "docs/runbooks/Beacon.md"},
    {"Lit", any_name, "Look whether its radio works", "docs/runbooks/Beacon.md"},
    {"LowPower", any_name, "bring a new battery", "docs/runbooks/Beacon.md"},
};

constexpr std::string_view kept_fields[] = {"status.heartbeat:string", "status.battery:int"};

constexpr Column columns[] = {
    {"LIT", ColumnType::String, R"(.status.conditions[?(@.type=="Lit")].status)"},
    {"BATTERY", ColumnType::Integer, ".status.battery"},
    {"HEARTBEAT", ColumnType::Date, ".status.heartbeat", Column::wide},
};

}  // namespace
}  // namespace beacon

extern constinit const Kind beacon_kind{
    .group = "example.com",
    .kind = "Beacon",
    .plural = "beacons",
    .short_names = beacon::short_names,
    .root_condition = "Lit",
    .conditions = beacon::condition_facts,
    .guidance = beacon::guidance_facts,
    .fields = beacon::kept_fields,
    .columns = {beacon::columns, beacon::columns, beacon::columns, beacon::columns},
    .judge = beacon::judge_object,
    .tables = beacon::list_tables,
    .explain = beacon::explain_object,
    .explain_verdict = beacon::explain_verdict,
};

}  // namespace telltale
