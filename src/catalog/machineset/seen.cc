// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/seen.h"

#include "catalog/cluster_api/creation.h"
#include "catalog/cluster_api/pause.h"
#include "catalog/machine/rollout.h"
#include "catalog/machineset/preflight.h"
#include "convert/shapes.h"

namespace telltale::machineset {
namespace {

void see_machines(const World& world, const Object& set, const Members& machines, Seen& seen) {
  seen.tally = machines.tally();
  // A Machine that is being updated in place is none of the three, whatever it still says.
  seen.tally.ready -= seen.tally.updating_ready;
  seen.tally.available -= seen.tally.updating_available;
  seen.tally.up_to_date -= seen.tally.updating_up_to_date;
  seen.next_grown_up = machines.next_grown_up();
  // A set that says it has Machines, in a dump without any, was dumped without them.
  const bool claims_some = set.body["status"]["replicas"].as_int().value_or(0) > 0;
  const bool collected =
      world.collected({set.key.group, "Machine", set.key.namespace_name, {}, {}});
  seen.machines_collected = !machines.empty() || collected || !claims_some;
}

void see_cluster(const JudgeContext& context, const Object& set, Seen& seen) {
  seen.cluster_namespace = set.key.namespace_name;
  seen.cluster_name = cluster_name_of(set);
  const Found found = context.world.cluster_of(set);
  seen.cluster = found.sight;
  if (found.object == nullptr) return;
  seen.paused_by_cluster = pauses_by_spec(*found.object);
  seen.paused_by_cluster_annotation = pauses_by_annotation(*found.object, context.settings.dialect);
}

Sight see_template(const World& world, const Object& set, const shapes::Ref& ref) {
  if (!ref) return Sight::Present;  // Nothing is asked for, so nothing can be missing.
  return world.find({ref.group, ref.kind, set.key.namespace_name, ref.name, {}}).sight;
}

void see_templates(const World& world, const Object& set, Seen& seen) {
  const json::Tree spec = set.body["spec"]["template"]["spec"];
  const shapes::Ref bootstrap = shapes::ref(spec["bootstrap"]["configRef"]);
  const shapes::Ref infra = shapes::ref(spec["infrastructureRef"]);
  seen.bootstrap_kind = bootstrap.kind;
  seen.infrastructure_kind = infra.kind;
  seen.bootstrap_template = see_template(world, set, bootstrap);
  seen.infrastructure_template = see_template(world, set, infra);
}

// Upstream's words do not tell older sets apart.
void see_rollout(const World& world, const Object& set, Seen& seen) {
  if (seen.remediating == RemediatingRule::OnlyToBeRemediated) return;
  const Found deployment = world.controller_of(set);
  if (deployment.object == nullptr || deployment.object->key.kind != "MachineDeployment") return;
  seen.outdated = machine::differs(machine::compare_templates(set, *deployment.object), seen.now);
}

}  // namespace

Members gather(const JudgeContext& context, const Object& machine_set) {
  Members machines(context.settings, context.now);
  const World& world = context.world;
  for (const std::uint32_t index : of_kind(world, world.owned_by(machine_set), "Machine")) {
    if (const Judged* machine = context.judged(index); machine != nullptr) machines.add(*machine);
  }
  return machines;
}

Sheet observe(const JudgeContext& context, const Object& machine_set, const Members& machines) {
  Sheet sheet;
  sheet.machines = &machines;
  Seen& seen = sheet.seen;
  const World& world = context.world;
  seen.now = context.now;
  seen.basis = context.settings.dialect.scaling_up;
  seen.remediating = context.settings.dialect.remediating;
  seen.deleting = machine_set.deleting();
  seen.paused_by_annotation = has_paused_annotation(machine_set);
  seen.replicas = shapes::small_number(machine_set.body["spec"]["replicas"]);
  see_cluster(context, machine_set, seen);
  see_machines(world, machine_set, machines, seen);
  see_templates(world, machine_set, seen);
  see_rollout(world, machine_set, seen);

  // Reserved, so that the views below stay valid when the next text is added.
  sheet.texts.reserve(4);
  const auto keep = [&](std::string text) -> std::string_view {
    return sheet.texts.emplace_back(std::move(text));
  };
  seen.slow_deletions = keep(machines.slow_deletions());
  seen.unhealthy_names = keep(machines.unhealthy_names());
  const bool short_of_machines = seen.tally.current < seen.desired();
  seen.preflight = keep(short_of_machines ? preflight_lines(world, machine_set) : "");
  seen.creation_errors =
      keep(short_of_machines ? creation_errors(world, machine_set, "Machine") : "");
  seen.creation_failed = !seen.creation_errors.empty();
  return sheet;
}

}  // namespace telltale::machineset
