// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/seen.h"

#include <algorithm>

#include "catalog/cluster_api/connection.h"
#include "catalog/cluster_api/in_place.h"
#include "catalog/cluster_api/pause.h"
#include "catalog/cluster_api/tie.h"
#include "catalog/machine/node_health.h"
#include "catalog/machine/rollout.h"
#include "catalog/names.h"

namespace telltale::machine {
namespace {

void see_machine(const World& world, const Object& machine, Seen& seen) {
  const json::Tree spec = machine.body["spec"];
  const json::Tree status = machine.body["status"];
  seen.name = machine.key.name;
  seen.created = machine.created;
  seen.deleted = machine.deleted;
  seen.annotations = machine.annotations;
  seen.paused_by_annotation = has_paused_annotation(machine);
  const Tie tie = tie_of(world, machine);
  seen.node_name = tie.node_name;
  seen.has_node_ref = !seen.node_name.empty();
  seen.node_ref_stored = !status["nodeRef"]["name"].as_string("").empty();
  seen.provider_id = tie.provider_id;
  seen.updating_in_place = is_updated_in_place(machine);
  // An int32 in the API; a larger number would carry times past the end of the calendar.
  const std::int64_t min_ready = spec["minReadySeconds"].as_int().value_or(0);
  seen.min_ready = Seconds(std::clamp<std::int64_t>(min_ready, 0, INT32_MAX));
  seen.version = spec["version"].as_string("");
  seen.kubelet_version = status["nodeInfo"]["kubeletVersion"].as_string("");
  const json::Tree deletion = status["deletion"];
  seen.drain_started = shapes::time(deletion["nodeDrainStartTime"]);
  seen.volumes_wait_started = shapes::time(deletion["waitForNodeVolumeDetachStartTime"]);
  seen.pre_drain_wait_started = shapes::time(deletion["waitForPreDrainHookStartTime"]);
  seen.pre_terminate_wait_started = shapes::time(deletion["waitForPreTerminateHookStartTime"]);
}

void see_stored(Conditions stored, const Dialect& dialect, Seen& seen) {
  seen.ready_reported = find_condition(stored, "NodeReady") != nullptr;
  seen.health_reported = find_condition(stored, "NodeHealthy") != nullptr;
  if (dialect.name == DialectName::Upstream) {
    seen.ready_reported = seen.health_reported = seen.ready_reported && seen.health_reported;
  }
  seen.stored_deleted = find_in_either(stored, "Machine", "Deleted", dialect);
}

void see_cluster(const JudgeContext& context, const Object& machine, Seen& seen) {
  seen.cluster_namespace = machine.key.namespace_name;
  seen.cluster_name = cluster_name_of(machine);
  const Found found = context.world.cluster_of(machine);
  seen.cluster = found.sight;
  if (found.object == nullptr) return;
  const json::Tree spec = found.object->body["spec"];
  seen.refers_to_infra = static_cast<bool>(shapes::ref(spec["infrastructureRef"]));
  seen.paused_by_cluster = pauses_by_spec(*found.object);
  seen.paused_by_cluster_annotation = pauses_by_annotation(*found.object, context.settings.dialect);
  seen.infra_provisioned = shapes::infrastructure_provisioned(*found.object);
  seen.infra_provisioned_path = shapes::infrastructure_provisioned_path(*found.object);
  if (const auto start = context.starts.find(found.object); start != context.starts.end()) {
    seen.control_plane_initialized = start->second.initialized;
    seen.control_plane_initialized_since = start->second.since;
  }
}

void see_node(const World& world, Seen& seen) {
  if (!seen.connection.connected) {
    seen.lookup = Lookup::NotConnected;
    return;
  }
  // Without a provider ID nothing is looked up, so nothing fails.
  if (!seen.lookup_trouble.empty() && !seen.provider_id.empty()) {
    seen.lookup = Lookup::Failed;
    return;
  }
  const Home home{seen.cluster_namespace, seen.cluster_name};
  const bool nobody_to_look_for = seen.provider_id.empty() && !seen.has_node_ref;
  if (!nobody_to_look_for && !world.collected({"", "Node", {}, {}, home})) {
    seen.lookup = Lookup::NotCollected;
    return;
  }
  seen.lookup = Lookup::NotFound;
  if (seen.provider_id.empty()) return;
  const auto nodes = world.with_provider_id(home, seen.provider_id);
  if (nodes.empty()) return;
  const Object& node = world.objects()[nodes.front()];
  if (nodes.size() > 1 || !node.unreadable.empty()) {
    seen.lookup = Lookup::Failed;
    seen.lookup_trouble =
        nodes.size() > 1 ? "more than one Node has this providerID" : node.unreadable;
    return;
  }
  seen.lookup = Lookup::Found;
  seen.node = &node;
  const ConditionList* list = node.conditions_at("status.conditions");
  if (list != nullptr) seen.node_conditions = list->conditions;
  seen.node_health = node_health(seen.node_conditions, seen.summed_up);
  // The Node itself outranks the copy of its version in the Machine's status.
  const json::Tree version = node.body["status"]["nodeInfo"]["kubeletVersion"];
  seen.kubelet_version = version.as_string(seen.kubelet_version);
}

void see_references(const World& world, const Object& machine, Seen& seen) {
  const json::Tree spec = machine.body["spec"];
  seen.bootstrap = reference::see_bootstrap(world, machine, spec);
  seen.infrastructure = reference::see_infrastructure(world, machine, spec);
}

}  // namespace

Seen observe(const JudgeContext& context, const Object& machine) {
  const World& world = context.world;
  Seen seen;
  seen.now = context.now;
  seen.grace = context.settings.remote_conditions_grace;
  seen.summed_up = context.settings.summed_up_of_nodes();
  see_machine(world, machine, seen);
  see_stored(shapes::conditions(machine), context.settings.dialect, seen);
  see_cluster(context, machine, seen);
  seen.connection = see_connection(world, seen.cluster_namespace, seen.cluster_name, seen.now);
  seen.lookup_trouble = seen.connection.lookup_error;
  see_node(world, seen);
  see_references(world, machine, seen);
  seen.plane = controlplane::see_machine(context, machine);
  seen.rollout = see_rollout(world, machine, context.settings.dialect);
  if (machine.deleting()) seen.removal = see_removal(world, machine, seen.node_name);
  return seen;
}

}  // namespace telltale::machine
