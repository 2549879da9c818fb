// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/removal.h"

#include <algorithm>

#include "catalog/engine/members.h"
#include "convert/duration.h"
#include "convert/shapes.h"

namespace telltale::machine {
namespace {

constexpr std::string_view exclude_drain = "machine.cluster.x-k8s.io/exclude-node-draining";
constexpr std::string_view exclude_detach =
    "machine.cluster.x-k8s.io/exclude-wait-for-node-volume-detach";

// Seconds in v1beta2, a text such as "10m0s" in v1beta1.
Seconds timeout_of(json::Tree seconds, json::Tree text) {
  if (const auto number = shapes::small_number(seconds)) return Seconds(*number);
  const auto nanoseconds = convert::parse_duration(text.as_string(""));
  return nanoseconds ? Seconds(convert::whole_seconds(*nanoseconds)) : Seconds(0);
}

// The few Machines that the control plane owns; a walk through all of a Cluster is for those that
// nobody owns.
bool owns_machines_that_stay(const World& world, const Object& plane) {
  const auto stays = [&](std::uint32_t index) {
    const Object& machine = world.objects()[index];
    return is_control_plane_machine(machine) && !machine.deleting();
  };
  return std::ranges::any_of(of_kind(world, world.owned_by(plane), "Machine"), stays);
}

// Whether all control plane Machines of the Cluster are on their way out. Where no Machine and no
// reference says where the control plane is, nobody can say that it is gone.
bool control_plane_ends(const World& world, const Object& cluster, bool has_reference) {
  bool any = false;
  for (const std::uint32_t index : of_kind(world, world.members_of(cluster), "Machine")) {
    const Object& machine = world.objects()[index];
    if (!is_control_plane_machine(machine)) continue;
    if (!machine.deleting()) return false;
    any = true;
  }
  return any || has_reference;
}

// A Node goes with its Machine unless the whole Cluster goes, or the last of its control plane.
void see_cluster_of_removal(const World& world, const Object& machine, Removal& removal) {
  const Object* cluster = world.cluster_of(machine).object;
  if (cluster == nullptr) return;
  if (cluster->deleting()) {
    removal.takes_node = false;
    return;
  }
  const shapes::Ref ref = shapes::ref(cluster->body["spec"]["controlPlaneRef"]);
  bool has_reference = static_cast<bool>(ref);
  if (has_reference) {
    const Found plane =
        world.find({ref.group, ref.kind, cluster->key.namespace_name, ref.name, {}});
    if (plane.sight == Sight::NotCollected) has_reference = false;
    if (plane.object != nullptr) {
      removal.undecided = !plane.object->unreadable.empty();
      removal.takes_node = removal.takes_node && !plane.object->deleting();
      if (plane.object->body["status"]["externalManagedControlPlane"].as_bool(false)) return;
      if (owns_machines_that_stay(world, *plane.object)) return;
    }
  }
  if (control_plane_ends(world, *cluster, has_reference)) removal.takes_node = false;
}

}  // namespace

Removal see_removal(const World& world, const Object& machine, std::string_view node_name) {
  Removal removal{.takes_node = !node_name.empty()};
  const json::Tree spec = machine.body["spec"];
  const json::Tree deletion = spec["deletion"];
  const json::Tree status = machine.body["status"]["deletion"];
  removal.drain_excluded = machine.annotation(exclude_drain) != nullptr;
  removal.detach_excluded = machine.annotation(exclude_detach) != nullptr;
  removal.hooks_waited_for = is_set(shapes::time(status["waitForPreTerminateHookStartTime"]));
  removal.drain = {timeout_of(deletion["nodeDrainTimeoutSeconds"], spec["nodeDrainTimeout"]),
                   shapes::time(status["nodeDrainStartTime"])};
  removal.detach = {
      timeout_of(deletion["nodeVolumeDetachTimeoutSeconds"], spec["nodeVolumeDetachTimeout"]),
      shapes::time(status["waitForNodeVolumeDetachStartTime"])};
  removal.node_deletion = {
      timeout_of(deletion["nodeDeletionTimeoutSeconds"], spec["nodeDeletionTimeout"]),
      machine.deleted};
  if (!removal.takes_node) return removal;
  see_cluster_of_removal(world, machine, removal);
  const Home home{machine.key.namespace_name, cluster_name_of(machine)};
  removal.node = world.find({"", "Node", {}, node_name, home}).sight;
  return removal;
}

}  // namespace telltale::machine
