// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/seen.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/cluster_api/creation.h"
#include "catalog/machine/rollout.h"
#include "catalog/machineset/preflight.h"

namespace telltale::machineset {
namespace {

// A set counts its Machines itself, so without them there is no count either.
void see_counts(const World& world, const Object& set, Sheet& sheet) {
  Seen& seen = sheet.seen;
  // A Machine that is being updated in place is none of the three, whatever it still says.
  seen.tally.ready -= seen.tally.updating_ready;
  seen.tally.available -= seen.tally.updating_available;
  seen.tally.up_to_date -= seen.tally.updating_up_to_date;
  seen.current = seen.tally.current;
  seen.available = seen.tally.available;
  // A set that says it has Machines, in a dump without any, was dumped without them.
  const std::int64_t claimed = set.body["status"]["replicas"].as_int().value_or(0);
  seen.machines_collected =
      workers::machines_collected(world, set, *sheet.machines, std::max<std::int64_t>(claimed, 0));
  if (!seen.machines_collected) {
    seen.counts_missing = sheet.texts.keep(workers::machines_evidence(seen));
  }
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
  workers::see(context, machine_set, machines, seen);
  seen.remediator = machine_set.key.kind;
  see_counts(world, machine_set, sheet);
  const json::Tree spec = machine_set.body["spec"]["template"]["spec"];
  seen.bootstrap_source = workers::see_source(world, machine_set, spec["bootstrap"]["configRef"]);
  seen.infrastructure_source = workers::see_source(world, machine_set, spec["infrastructureRef"]);
  see_rollout(world, machine_set, seen);
  seen.slow_deletions = sheet.texts.keep(machines.slow_deletions());
  seen.unhealthy_names = sheet.texts.keep(machines.unhealthy_names());
  if (seen.current_count() >= seen.desired()) return sheet;
  seen.preflight = sheet.texts.keep(preflight_lines(world, machine_set));
  seen.creation_errors = sheet.texts.keep(creation_errors(world, machine_set, "Machine"));
  seen.creation_failed = !seen.creation_errors.empty();
  return sheet;
}

}  // namespace telltale::machineset
