// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/plane.h"

#include <algorithm>

#include "catalog/cluster_api/pause.h"

namespace telltale::controlplane {
namespace {

constexpr std::string_view group = "controlplane.cluster.x-k8s.io";
constexpr std::string_view kind = "KubeadmControlPlane";

std::string_view cluster_name(const Object& control_plane) {
  const std::string_view labelled = cluster_name_of(control_plane);
  if (!labelled.empty()) return labelled;
  const auto owner = std::ranges::find(control_plane.owners, "Cluster", &OwnerRef::kind);
  return owner != control_plane.owners.end() ? owner->name : std::string_view();
}

// The first place that says anything.
json::Tree either(json::Tree first, json::Tree second) { return first ? first : second; }

}  // namespace

bool is_control_plane(const Object& object) {
  return object.key.kind == kind && object.key.group == group;
}

Found owner_of(const World& world, const Object& machine) {
  const OwnerRef* owner = machine.controller();
  if (owner == nullptr || owner->kind != kind || owner->group != group) return {};
  return world.controller_of(machine);
}

Found cluster_of(const World& world, const Object& control_plane) {
  const std::string_view name = cluster_name(control_plane);
  if (name.empty()) return {};
  return world.find({"cluster.x-k8s.io", "Cluster", control_plane.key.namespace_name, name, {}});
}

Home home_of(const Object& control_plane) {
  return {control_plane.key.namespace_name, cluster_name(control_plane)};
}

bool manages_etcd(const Object& control_plane) {
  const json::Tree etcd =
      control_plane.body["spec"]["kubeadmConfigSpec"]["clusterConfiguration"]["etcd"];
  return etcd["external"].members().empty();
}

shapes::Ref machine_template(const Object& control_plane) {
  const json::Tree machines = control_plane.body["spec"]["machineTemplate"];
  return shapes::ref(either(machines["spec"]["infrastructureRef"], machines["infrastructureRef"]));
}

Instant rollout_after(const Object& control_plane) {
  const json::Tree spec = control_plane.body["spec"];
  return shapes::time(either(spec["rollout"]["after"], spec["rolloutAfter"]));
}

std::int32_t certificates_expiry_days(const Object& control_plane) {
  const json::Tree spec = control_plane.body["spec"];
  const json::Tree before = either(spec["rollout"]["before"], spec["rolloutBefore"]);
  return shapes::small_number(before["certificatesExpiryDays"]).value_or(0);
}

bool is_paused(const World& world, const Object& control_plane, const Dialect& dialect) {
  if (has_paused_annotation(control_plane)) return true;
  const Found cluster = cluster_of(world, control_plane);
  if (cluster.object == nullptr) return false;
  return pauses_by_spec(*cluster.object) || pauses_by_annotation(*cluster.object, dialect);
}

}  // namespace telltale::controlplane
