// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/seen.h"

#include "catalog/cluster/available.h"
#include "catalog/cluster/counters.h"
#include "catalog/cluster/descendants.h"
#include "catalog/cluster/start.h"
#include "catalog/cluster_api/connection.h"
#include "catalog/names.h"
#include "convert/shapes.h"

namespace telltale::cluster {
namespace {

constexpr std::string_view ok_to_delete = "runtime.cluster.x-k8s.io/ok-to-delete";

void see_probe(const JudgeContext& context, const Object& cluster, Seen& seen) {
  seen.connection =
      see_connection(context.world, cluster.key.namespace_name, cluster.key.name, context.now);
  seen.grace = context.settings.connection_grace();
  seen.probe_reported =
      find_condition(shapes::conditions(cluster), "RemoteConnectionProbe") != nullptr;
}

// A control plane that was judged in this pass has a list of our own making: never malformed.
void see_availability(const Child& control_plane, Referred& seen) {
  if (control_plane.object == nullptr) return;
  seen.ready = find_condition(control_plane.conditions, "Available");
  if (control_plane.judged != nullptr) return;
  if (const ConditionList* list = shapes::provider_conditions(*control_plane.object)) {
    seen.malformed = list->malformed;
    seen.malformed_path = list->path;
  }
}

MachineTotals totals_of(const Members& machines) {
  return {.tally = machines.tally(), .next_grown_up = machines.next_grown_up()};
}

void see_children_conditions(const Children& children, Seen& seen) {
  const auto told = [&](Whose whose, std::string_view type) {
    return sources(children, whose, type).size();
  };
  seen.available_told = told(Whose::Workers, "Available");
  seen.scaling_up_told = told(Whose::ReplicaHolders, "ScalingUp");
  seen.scaling_down_told = told(Whose::ReplicaHolders, "ScalingDown");
  seen.rolling_out_told = told(Whose::Rollouts, "RollingOut");
}

// A set whose MachineDeployment is nowhere to be seen.
bool misses_deployment(const World& world, const Object& cluster) {
  for (const std::uint32_t index : of_kind(world, world.members_of(cluster), "MachineSet")) {
    const OwnerRef* owner = world.objects()[index].controller();
    if (owner != nullptr && owner->kind == "MachineDeployment") return true;
  }
  return false;
}

// A Cluster that said it had deployments, in a dump without any, was dumped without them.
bool claims_deployments(const Object& cluster, bool has_others) {
  const Conditions stored = shapes::conditions(cluster);
  for (const std::string_view type : {"WorkersAvailable", "WorkersAvaiable"}) {
    const Condition* told = find_condition(stored, type);
    if (told == nullptr || told->reason == "InternalError") continue;
    return told->reason != "NoWorkers";
  }
  const Counters workers = stored_cluster_counters(cluster).workers;
  return !has_others && (workers.desired.value_or(0) > 0 || workers.replicas.value_or(0) > 0);
}

bool were_workers_collected(const World& world, const Object& cluster, const Sheet& sheet) {
  const Children& children = sheet.children;
  if (!children.deployments.empty() || !children.pools.empty()) return true;
  const Key place{cluster.key.group, "MachineDeployment", cluster.key.namespace_name, {}, {}};
  if (world.collected(place)) return true;
  const bool has_others = !children.sets.empty() || !sheet.machines->standalone.empty();
  return !misses_deployment(world, cluster) && !claims_deployments(cluster, has_others);
}

bool awaits_deletion_hook(const Object& cluster, const Dialect& dialect, bool has_topology) {
  if (!has_topology || cluster.annotation(ok_to_delete) != nullptr) return false;
  const Condition* stage =
      find_in_either(shapes::conditions(cluster), "Cluster", "Deleted", dialect);
  return stage != nullptr && stage->reason == "WaitingForBeforeDeleteHook";
}

}  // namespace

Sheet observe(const JudgeContext& context, const Object& cluster, const ClusterMembers& machines) {
  Sheet sheet;
  sheet.machines = &machines;
  Seen& seen = sheet.seen;
  const Dialect& dialect = context.settings.dialect;
  seen.now = context.now;
  seen.remediating = dialect.remediating;
  const bool by_counters = dialect.scaling_up == ScalingUpBasis::Available;
  seen.scale_rule = by_counters ? ScaleRule::Counters : ScaleRule::Children;
  const Object* control_plane = see_start(context.world, cluster, context.settings, seen);
  sheet.children = see_children(context, cluster, control_plane);
  sheet.gate_holder = gate_holder(context.world, cluster);
  see_probe(context, cluster, seen);
  seen.infrastructure = reference::see_infrastructure(context.world, cluster, cluster.body["spec"]);
  see_availability(sheet.children.control_plane, seen.control_plane);
  see_children_conditions(sheet.children, seen);
  seen.control_plane_machines = totals_of(machines.control_plane);
  seen.worker_machines = totals_of(machines.workers);
  seen.all_machines = totals_of(machines.all);
  seen.workers_collected = were_workers_collected(context.world, cluster, sheet);
  seen.deletion_hook_pending = awaits_deletion_hook(cluster, dialect, seen.has_topology);
  sheet.counters = seen.paused() ? stored_cluster_counters(cluster)
                                 : count(cluster, seen, sheet.children, machines);
  see_scale(sheet.counters, sheet.children, seen);

  // Reserved, so that the views below stay valid when the next text is added.
  sheet.texts.reserve(2);
  seen.unhealthy_names = sheet.texts.emplace_back(machines.all.unhealthy_names());
  const bool going = seen.deleting;
  seen.descendants =
      sheet.texts.emplace_back(going ? list_descendants(context.world, cluster, seen) : "");
  return sheet;
}

}  // namespace telltale::cluster
