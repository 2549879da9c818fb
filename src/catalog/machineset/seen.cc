// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/seen.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/machine/rollout.h"
#include "catalog/machineset/creation.h"
#include "catalog/machineset/preflight.h"
#include "convert/shapes.h"

namespace telltale::machineset {
namespace {

constexpr std::string_view paused_annotation = "cluster.x-k8s.io/paused";
constexpr std::string_view pending_move =
    "in-place-updates.internal.cluster.x-k8s.io/pending-acknowledge-move";
constexpr std::string_view update_in_progress =
    "in-place-updates.internal.cluster.x-k8s.io/update-in-progress";

const Condition* condition_of(const Judged& machine, std::string_view type,
                              const Dialect& dialect) {
  return find_in_either(machine.conditions, "Machine", type, dialect);
}

bool stands(const Judged& machine, std::string_view type, Status status, const Dialect& dialect) {
  const Condition* condition = condition_of(machine, type, dialect);
  return condition != nullptr && condition->status == status;
}

void count(const Judged& machine, const Dialect& dialect, Sheet& sheet) {
  Tally& tally = sheet.seen.tally;
  const Object& object = *machine.object;
  ++tally.current;
  if (object.annotation(pending_move) == nullptr) ++tally.acknowledged;
  if (stands(machine, "HealthCheckSucceeded", Status::False, dialect)) {
    ++tally.unhealthy;
    if (stands(machine, "OwnerRemediated", Status::False, dialect)) ++tally.to_be_remediated;
  }
  if (condition_of(machine, "UpToDate", dialect) != nullptr ||
      outgrew_up_to_date_grace(object, sheet.seen.now)) {
    ++tally.judged_up_to_date;
  } else {
    wake_by(sheet.seen.next_grown_up, object.created + up_to_date_grace + Seconds(1),
            sheet.seen.now);
  }
  // A Machine that is being updated in place is none of the three, whatever it still says.
  if (object.annotation(update_in_progress) != nullptr) return;
  if (stands(machine, "Ready", Status::True, dialect)) ++tally.ready;
  if (stands(machine, "Available", Status::True, dialect)) ++tally.available;
  if (stands(machine, "UpToDate", Status::True, dialect)) ++tally.up_to_date;
}

void see_machines(const World& world, const Object& set, std::span<const Judged* const> judged_of,
                  const Dialect& dialect, Sheet& sheet) {
  for (const std::uint32_t index : world.owned_by(set)) {
    const Judged* machine = judged_of[index];
    if (machine == nullptr || machine->object->key.kind != "Machine") continue;
    sheet.machines.push_back(machine);
    count(*machine, dialect, sheet);
  }
  // A set that says it has Machines, in a dump without any, was dumped without them.
  const bool claims_some = set.body["status"]["replicas"].as_int().value_or(0) > 0;
  const bool collected =
      world.collected({set.key.group, "Machine", set.key.namespace_name, {}, {}});
  sheet.seen.machines_collected = !sheet.machines.empty() || collected || !claims_some;
}

void see_cluster(const World& world, const Object& set, Seen& seen) {
  seen.cluster_namespace = set.key.namespace_name;
  seen.cluster_name = cluster_name_of(set);
  const Found found = world.cluster_of(set);
  seen.cluster = found.sight;
  if (found.object != nullptr) {
    seen.paused_by_cluster = found.object->body["spec"]["paused"].as_bool(false);
  }
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

void see_rollout(const World& world, const Object& set, Seen& seen) {
  const Found deployment = world.controller_of(set);
  if (deployment.object == nullptr || deployment.object->key.kind != "MachineDeployment") return;
  seen.outdated = machine::differs(machine::compare_templates(set, *deployment.object), seen.now);
}

std::string describe_slow_deletions(const Sheet& sheet, const Dialect& dialect) {
  std::vector<Deletion> deletions;
  for (const Judged* machine : sheet.machines) {
    const Object& object = *machine->object;
    if (!object.deleting()) continue;
    const json::Tree started = object.body["status"]["deletion"]["nodeDrainStartTime"];
    deletions.push_back({.name = object.key.name,
                         .since = object.deleted,
                         .drain_started = shapes::time(started),
                         .stage = condition_of(*machine, "Deleted", dialect)});
  }
  return describe_slow(deletions, sheet.seen.now);
}

std::string list_unhealthy(const Sheet& sheet, const Dialect& dialect) {
  std::vector<std::string_view> names;
  for (const Judged* machine : sheet.machines) {
    if (stands(*machine, "HealthCheckSucceeded", Status::False, dialect)) {
      names.push_back(machine->object->key.name);
    }
  }
  return list_names(std::move(names));
}

}  // namespace

Sheet observe(const World& world, const Object& machine_set,
              std::span<const Judged* const> judged_of, const Settings& settings, Instant now) {
  Sheet sheet;
  Seen& seen = sheet.seen;
  const Dialect& dialect = settings.dialect;
  seen.now = now;
  seen.basis = dialect.scaling_up;
  seen.remediating = dialect.remediating;
  seen.deleting = machine_set.deleting();
  seen.paused_by_annotation = machine_set.annotation(paused_annotation) != nullptr;
  seen.replicas = shapes::small_number(machine_set.body["spec"]["replicas"]);
  see_cluster(world, machine_set, seen);
  see_machines(world, machine_set, judged_of, dialect, sheet);
  see_templates(world, machine_set, seen);
  see_rollout(world, machine_set, seen);

  // Reserved, so that the views below stay valid when the next text is added.
  sheet.texts.reserve(4);
  const auto keep = [&](std::string text) -> std::string_view {
    return sheet.texts.emplace_back(std::move(text));
  };
  seen.slow_deletions = keep(describe_slow_deletions(sheet, dialect));
  seen.unhealthy_names = keep(seen.tally.unhealthy > 0 ? list_unhealthy(sheet, dialect) : "");
  const bool short_of_machines = seen.tally.current < seen.desired();
  seen.preflight = keep(short_of_machines ? preflight_lines(world, machine_set) : "");
  seen.creation_errors = keep(short_of_machines ? creation_errors(world, sheet, machine_set) : "");
  seen.creation_failed = !seen.creation_errors.empty();
  return sheet;
}

}  // namespace telltale::machineset
