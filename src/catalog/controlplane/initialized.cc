// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/initialized.h"

#include <algorithm>
#include <span>

#include "catalog/cluster_api/tie.h"
#include "catalog/controlplane/plane.h"
#include "catalog/controlplane/pods.h"
#include "catalog/engine/judge_context.h"
#include "catalog/names.h"
#include "convert/contract.h"
#include "convert/shapes.h"

namespace telltale::controlplane {
namespace {

bool stands(Conditions stored, std::string_view type, Status status) {
  const Condition* found = find_condition(stored, type);
  return found != nullptr && found->status == status;
}

// kubeadm init may complete on a Machine that is already on its way out. To believe it would leave
// a Cluster that counts as initialized and has no control plane Machine to join.
bool is_leaving(const Object& machine) {
  const Conditions stored = shapes::conditions(machine);
  return machine.deleting() || (stands(stored, "HealthCheckSucceeded", Status::False) &&
                                stands(stored, "OwnerRemediated", Status::False));
}

// What the Pods themselves say outranks what somebody once wrote about them.
bool runs_kubernetes(const World& world, const Home& home, const Object& machine) {
  if (machine.deleting()) return false;
  const std::string_view node = tie_of(world, machine).node_name;
  const Conditions stored = shapes::conditions(machine);
  const auto runs = [&](const Component& component) {
    const Pod pod = node.empty() ? Pod{} : see_pod(world, home, component.name, node);
    if (pod.sight != Sight::NotCollected) return pod.runs_well();
    return stands(stored, component.condition, Status::True);
  };
  return std::ranges::all_of(std::span(components).first(kubernetes_components), runs);
}

bool has_started(const World& world, const Object& control_plane) {
  const auto machines = of_kind(world, world.owned_by(control_plane), "Machine");
  const auto objects = world.objects();
  if (machines.size() == 1 && is_leaving(objects[machines.front()])) return false;
  const Home home = home_of(control_plane);
  const Key config{"", "ConfigMap", "kube-system", "kubeadm-config", home};
  if (!home.is_management() && world.find(config).object != nullptr) return true;
  return std::ranges::any_of(
      machines, [&](std::uint32_t index) { return runs_kubernetes(world, home, objects[index]); });
}

}  // namespace

Latch initialized(const World& world, const Object& control_plane, const Settings& settings,
                  Instant now) {
  const Condition* stored = find_in_either(shapes::conditions(control_plane), "KubeadmControlPlane",
                                           "Initialized", settings.dialect);
  if (stored != nullptr && stored->status == Status::True) return {true, stored->last_transition};
  const bool told = shapes::control_plane_initialized(control_plane) == shapes::Latch::Yes;
  if (told || has_started(world, control_plane)) return {true, now};
  return {};
}

}  // namespace telltale::controlplane
