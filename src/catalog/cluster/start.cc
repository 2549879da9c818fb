// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/start.h"

#include <algorithm>

#include "catalog/cluster/counters.h"
#include "catalog/cluster/reference_tables.h"
#include "catalog/cluster_api/pause.h"
#include "catalog/cluster_api/tie.h"
#include "catalog/controlplane/initialized.h"
#include "convert/control_plane.h"
#include "convert/shapes.h"

namespace telltale::cluster {
namespace {

bool is_kubeadm(const Object& control_plane) {
  return control_plane.key.group == "controlplane.cluster.x-k8s.io" &&
         control_plane.key.kind == "KubeadmControlPlane";
}

void see_cluster(const Object& cluster, Seen& seen) {
  const json::Tree spec = cluster.body["spec"];
  seen.namespace_name = cluster.key.namespace_name;
  seen.deleting = cluster.deleting();
  seen.paused_by_spec = spec["paused"].as_bool(false);
  seen.paused_by_annotation = cluster.annotation(paused_annotation) != nullptr;
  seen.has_topology = spec["topology"].is(json::Tree::Type::Map);
}

void see_memory(const Object& cluster, Seen& seen) {
  const Condition* stored = stored_initialized(cluster);
  if (stored == nullptr || stored->status != Status::True) return;
  const bool is_new =
      find_condition(shapes::conditions(cluster), "ControlPlaneInitialized") == stored;
  seen.initialized_before = is_new;
  if (!is_new) seen.legacy_initialized = stored;
}

// What the Cluster has latched about its control plane, in either version.
bool remembers_start(const Object& cluster) {
  const json::Tree status = cluster.body["status"];
  return status["initialization"]["controlPlaneInitialized"].as_bool(
      status["controlPlaneReady"].as_bool(false));
}

void see_started(const World& world, const Object& control_plane, const Settings& settings,
                 Seen& seen) {
  const auto told = shapes::control_plane(control_plane).initialized;
  seen.control_plane_started = told == shapes::Latch::Yes;
  if (!seen.control_plane_started && is_kubeadm(control_plane)) {
    seen.control_plane_started =
        controlplane::initialized(world, control_plane, settings, seen.now).initialized;
  }
  seen.start_unreadable = !seen.control_plane_started && told == shapes::Latch::WrongType;
}

const Object* see_control_plane(const World& world, const Object& cluster, const Settings& settings,
                                Seen& seen) {
  const shapes::Ref ref = shapes::ref(cluster.body["spec"]["controlPlaneRef"]);
  Referred& referred = seen.control_plane;
  referred = {.ref_set = static_cast<bool>(ref), .kind = ref.kind, .name = ref.name};
  referred.done = remembers_start(cluster);
  if (!referred.ref_set) return nullptr;
  const Found found = world.find({ref.group, ref.kind, cluster.key.namespace_name, ref.name, {}});
  referred.sight = found.sight;
  if (found.object == nullptr) return nullptr;
  referred.readable = found.object->unreadable.empty();
  referred.deleted = found.object->deleted;
  see_started(world, *found.object, settings, seen);
  referred.done = referred.done || seen.control_plane_started;
  return found.object;
}

bool counts_some(const Object& object) {
  return object.body["status"]["replicas"].as_int().value_or(0) > 0;
}

// Somebody who says that there are Machines, in a dump without any, was dumped without them.
bool claims_plane_machines(const ClusterCounters& stored, const Object* control_plane) {
  if (stored.control_plane.replicas.value_or(0) > 0) return true;
  return control_plane != nullptr && counts_some(*control_plane);
}

bool claims_worker_machines(const World& world, const Object& cluster,
                            const ClusterCounters& stored) {
  if (stored.workers.replicas.value_or(0) > 0) return true;
  const auto members = world.members_of(cluster);
  for (const std::string_view kind : {"MachineDeployment", "MachineSet"}) {
    for (const std::uint32_t index : of_kind(world, members, kind)) {
      if (counts_some(world.objects()[index])) return true;
    }
  }
  return false;
}

void see_machines(const World& world, const Object& cluster, const Object* control_plane,
                  Seen& seen) {
  const auto machines = of_kind(world, world.members_of(cluster), "Machine");
  const Key place{cluster.key.group, "Machine", cluster.key.namespace_name, {}, {}};
  if (machines.empty() && !world.collected(place)) {
    const ClusterCounters stored = stored_cluster_counters(cluster);
    seen.plane_machines_collected = !claims_plane_machines(stored, control_plane);
    seen.worker_machines_collected = !claims_worker_machines(world, cluster, stored);
  }
  const bool asked = seen.stands_alone() && !seen.initialized_before;
  seen.control_plane_has_node =
      asked && std::ranges::any_of(machines, [&](std::uint32_t index) {
        const Object& machine = world.objects()[index];
        return is_control_plane_machine(machine) && !tie_of(world, machine).node_name.empty();
      });
}

}  // namespace

const Condition* stored_initialized(const Object& cluster) {
  const Condition* stored = find_condition(shapes::conditions(cluster), "ControlPlaneInitialized");
  if (stored != nullptr || cluster.version() != "v1beta1") return stored;
  // Before the preview block existed, v1beta1 told this by a legacy condition of the same name.
  return find_condition(shapes::legacy_conditions(cluster), "ControlPlaneInitialized");
}

const Object* see_start(const World& world, const Object& cluster, const Settings& settings,
                        Seen& seen) {
  see_cluster(cluster, seen);
  see_memory(cluster, seen);
  const Object* control_plane = see_control_plane(world, cluster, settings, seen);
  see_machines(world, cluster, control_plane, seen);
  return control_plane;
}

ControlPlaneStart control_plane_start(const World& world, const Object& cluster,
                                      const Settings& settings, Instant now) {
  Seen seen;
  seen.now = now;
  see_start(world, cluster, settings, seen);
  const Condition* stored = stored_initialized(cluster);
  const ControlPlaneStart as_stored =
      stored != nullptr ? ControlPlaneStart{stored->status, stored->last_transition}
                        : ControlPlaneStart{};
  if (seen.paused()) return as_stored;
  const Row<Seen>* row = rows::initialized_table.decide(seen).row;
  // Not collected, kept, or copied from the legacy condition: all of it is what stands already.
  if (row == nullptr || row->act != Act::Set) return as_stored;
  const bool same = stored != nullptr && stored->status == row->status;
  return {row->status, same ? stored->last_transition : now};
}

}  // namespace telltale::cluster
