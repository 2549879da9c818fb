// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include "catalog/controlplane/machine_conditions.h"
#include "catalog/explain/explainer.h"
#include "catalog/explain/tables.h"
#include "catalog/groups.h"
#include "catalog/healthcheck/remediation.h"
#include "catalog/healthcheck/tables.h"
#include "catalog/kinds.h"
#include "catalog/legacy/machine.h"
#include "catalog/machine/judge_machine.h"
#include "catalog/machine/ready.h"
#include "catalog/machine/tables.h"

namespace telltale {
namespace machine {
namespace {

Judged judge_object(const Kind&, const Judging& at) {
  return judge_alone(at.context, at.object, at.writer);
}

SecondLook count_then_conclude(const Kind&, const JudgeContext& context) {
  return
      [&context, totals = healthcheck::Totals(context)](Judged& judged, ConditionWriter& writer) {
        conclude(context, totals, judged, writer);
      };
}

// A Cluster counts those that name it, whoever controls them.
std::vector<const Object*> counting_owners(const Kind&, const World& world, const Object& machine) {
  std::vector<const Object*> owners;
  const Object* owner = world.controller_of(machine).object;
  while (owner != nullptr && !is_of(cluster_kind, *owner)) {
    owners.push_back(owner);
    const bool in_set = is_of(machine_set_kind, *owner);
    owner = in_set && owners.size() == 1 ? world.controller_of(*owner).object : nullptr;
  }
  const Object* cluster = world.cluster_of(machine).object;
  if (cluster != nullptr) owners.push_back(cluster);
  return owners;
}

std::vector<Part> parts_of_ready(const Explainer& explainer) {
  static constexpr std::string_view may_be_missing[] = {"HealthCheckSucceeded"};
  const Dialect& dialect = explainer.context().settings.dialect;
  return parts_of_summary(explainer.judged().conditions, ready_types(explainer.object(), dialect),
                          may_be_missing);
}

void explain_object(const Kind&, Explainer& explainer) {
  const JudgeContext& context = explainer.context();
  Seen seen = observe(context, explainer.object());
  Arena scratch;
  ConditionWriter writer(context.settings, context.now, scratch);
  // Fills in what later tables lean on.
  const Judged again = judge(context, explainer.object(), seen, writer);
  for_each_table([&](const auto& table) {
    explainer.tell(table, seen, [&](std::string_view) { return parts_of_ready(explainer); });
  });
  controlplane::for_each_decision(
      seen.plane, [&](const auto& table, const auto& plane) { explainer.tell(table, plane); });
  const auto health = healthcheck::observe(context, explainer.object(), again.conditions);
  explainer.tell(healthcheck::health_check_table, health.seen);
  const healthcheck::Totals totals(context);
  const auto request = healthcheck::observe_request(context, totals, again);
  explainer.tell(healthcheck::owner_remediated_table, request);
  explainer.tell(healthcheck::externally_remediated_table, request);
}

std::vector<TableEntry> list_tables(const Kind&) {
  std::vector<TableEntry> tables;
  const auto list = [&](const auto& table) { tables.push_back(entry_of(table)); };
  for_each_table(list);
  controlplane::for_each_machine_table(list);
  healthcheck::for_each_table(list);
  return tables;
}

}  // namespace
}  // namespace machine

constinit const Kind machine_kind{
    .group = cluster_api_group,
    .kind = "Machine",
    .root_condition = "Ready",
    .stage = JudgingStage::Members,
    .judge = machine::judge_object,
    .second_look = machine::count_then_conclude,
    .counted_by = machine::counting_owners,
    .tables = machine::list_tables,
    .explain = machine::explain_object,
    .legacy_status = legacy::machine_status,
};

}  // namespace telltale
