// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/machine_seen.h"

#include <algorithm>

#include "catalog/controlplane/plane.h"
#include "convert/shapes.h"

namespace telltale::controlplane {
namespace {

void see_control_plane(const Scene& scene, const Object& plane, MachineSeen& seen) {
  see_way(scene, plane, seen);
  const Conditions stored = shapes::conditions(plane);
  seen.manages_etcd = manages_etcd(plane);
  seen.components_reported = find_condition(stored, "ControlPlaneComponentsHealthy") != nullptr;
  seen.etcd_reported = find_condition(stored, "EtcdClusterHealthy") != nullptr;
}

bool is_unreachable(const Object& node) {
  const auto is_it = [](const json::Tree& taint) {
    return taint["key"].as_string("") == "node.kubernetes.io/unreachable" &&
           taint["effect"].as_string("") == "NoExecute";
  };
  return std::ranges::any_of(node.body["spec"]["taints"].items(), is_it);
}

void see_node(const World& world, const Home& home, MachineSeen& seen) {
  if (seen.node_name.empty()) return;
  const Found found = world.find({"", "Node", {}, seen.node_name, home});
  seen.node = found.sight;
  if (found.object != nullptr) {
    const ConditionList* list = found.object->conditions_at("status.conditions");
    const Condition* ready = list != nullptr ? find_condition(list->conditions, "Ready") : nullptr;
    seen.node_ready_unknown = ready != nullptr && ready->status == Status::Unknown;
    seen.node_unreachable = is_unreachable(*found.object);
  }
  for (std::size_t i = 0; i < components.size(); ++i) {
    seen.pods[i] = see_pod(world, home, components[i].name, seen.node_name);
  }
}

}  // namespace

MachineSeen see_machine(const Scene& scene, const Object& machine) {
  MachineSeen seen;
  const Found plane = owner_of(scene.world, machine);
  if (plane.object == nullptr || is_paused(scene, *plane.object)) return seen;
  seen.now = scene.now;
  seen.judged = true;
  see_control_plane(scene, *plane.object, seen);

  const json::Tree spec = machine.body["spec"];
  seen.deleting = machine.deleting();
  seen.node_name = machine.body["status"]["nodeRef"]["name"].as_string("");
  seen.provider_id = spec["providerID"].as_string("");
  seen.infrastructure_kind = spec["infrastructureRef"]["kind"].as_string("Infrastructure");
  seen.stored_member = find_condition(shapes::conditions(machine), "EtcdMemberHealthy");

  const Home home{machine.key.namespace_name, cluster_name_of(machine)};
  see_node(scene.world, home, seen);
  return seen;
}

}  // namespace telltale::controlplane
