// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/judge_machine.h"

#include "catalog/controlplane/machine_conditions.h"
#include "catalog/healthcheck/judge_health.h"
#include "catalog/healthcheck/remediation.h"
#include "catalog/machine/deletion_tables.h"
#include "catalog/machine/lifecycle_tables.h"
#include "catalog/machine/node_health.h"
#include "catalog/machine/node_tables.h"
#include "catalog/machine/opinion.h"
#include "catalog/machine/ready.h"
#include "catalog/machine/reference_tables.h"

namespace telltale::machine {
namespace {

void judge_references(const Seen& seen, ConditionWriter& writer) {
  writer.speak(bootstrap_config_ready_table, seen, [&] {
    return reference::mirror_ready(seen.bootstrap, "BootstrapConfigReady", writer.arena());
  });
  writer.speak(infrastructure_ready_table, seen, [&] {
    return reference::mirror_ready(seen.infrastructure, "InfrastructureReady", writer.arena());
  });
}

void judge_node(const Seen& seen, ConditionWriter& writer) {
  writer.speak(node_ready_table, seen, [&] {
    std::string message;
    Condition mirrored = mirror_node_ready(seen.node_conditions, message);
    mirrored.message = writer.arena().keep(message);
    return mirrored;
  });
  writer.speak(node_healthy_table, seen);
}

bool may_be_checked(const World& world, const Object& machine) {
  const Object* cluster = world.cluster_of(machine).object;
  return cluster != nullptr && !healthcheck::checks_of_cluster(world, *cluster).empty();
}

}  // namespace

Judged judge(const JudgeContext& context, const Object& machine, Seen& seen,
             ConditionWriter& writer) {
  return judge_unless_paused({.object = &machine}, paused_table, seen, writer, [&](Judged&) {
    judge_references(seen, writer);
    judge_node(seen, writer);
    controlplane::judge_control_plane_machine(seen.plane, writer);
    writer.speak(deleted_table, seen);
    writer.speak(updating_table, seen);
    writer.speak(up_to_date_table, seen);
    healthcheck::judge_health(context, machine, writer);
    const auto summary =
        writer.speak(ready_table, seen, [&] { return judge_ready(writer, machine, seen); });
    if (summary) seen.ready = &writer.arena().keep(std::span(&*summary, 1)).front();
    writer.speak(available_table, seen);
  });
}

Judged judge_alone(const JudgeContext& context, const Object& machine, ConditionWriter& writer) {
  Seen seen = observe(context, machine);
  Judged judged = judge(context, machine, seen, writer);
  if (!may_be_checked(context.world, machine)) {
    decide_verdict(judged, seen, healthcheck::Remediation::NotNeeded, context.settings);
  }
  return judged;
}

void conclude(const JudgeContext& context, const healthcheck::Totals& totals, Judged& machine,
              ConditionWriter& writer) {
  if (!may_be_checked(context.world, *machine.object)) return;
  const auto remediation = healthcheck::judge_remediation(context, totals, machine, writer);
  decide_verdict(machine, observe(context, *machine.object), remediation, context.settings);
}

}  // namespace telltale::machine
