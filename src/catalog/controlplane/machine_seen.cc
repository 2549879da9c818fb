// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/machine_seen.h"

#include <algorithm>

#include "catalog/cluster_api/tie.h"
#include "catalog/controlplane/plane.h"
#include "catalog/controlplane/reported_members.h"
#include "convert/shapes.h"

namespace telltale::controlplane {
namespace {

void see_control_plane(const JudgeContext& context, const Object& plane, MachineSeen& seen) {
  see_remote_link(context, plane, seen);
  const Conditions stored = shapes::conditions(plane);
  seen.manages_etcd = manages_etcd(plane);
  seen.components_reported = find_condition(stored, "ControlPlaneComponentsHealthy") != nullptr;
  seen.etcd_reported = find_condition(stored, "EtcdClusterHealthy") != nullptr;
}

bool has_taint(json::Tree taints, std::string_view key, std::string_view effect) {
  return std::ranges::any_of(taints.items(), [&](const json::Tree& taint) {
    return taint["key"].as_string("") == key && taint["effect"].as_string("") == effect;
  });
}

// kubeadm sets its taint unless it is told which ones to set instead.
void see_wanted_taint(const World& world, const Object& machine, MachineSeen& seen) {
  const json::Tree spec = machine.body["spec"];
  seen.taint_wanted = has_taint(spec["taints"], control_plane_role, "NoSchedule");
  const shapes::Ref ref = shapes::ref(spec["bootstrap"]["configRef"]);
  if (seen.taint_wanted || !ref) return;
  const Found config = world.find(
      {"bootstrap.cluster.x-k8s.io", "KubeadmConfig", machine.key.namespace_name, ref.name, {}});
  seen.taint_told = config.sight;
  if (config.object == nullptr) return;
  const json::Tree kubeadm = config.object->body["spec"];
  const json::Tree join = kubeadm["joinConfiguration"];
  const bool joins = join["controlPlane"].is(json::Tree::Type::Map) ||
                     !join["nodeRegistration"]["kubeletExtraArgs"].items().empty() ||
                     !join["nodeRegistration"]["kubeletExtraArgs"].members().empty();
  const json::Tree registration = (joins ? join : kubeadm["initConfiguration"])["nodeRegistration"];
  const json::Tree taints = registration["taints"];
  seen.taint_wanted =
      !taints.is(json::Tree::Type::List) || has_taint(taints, control_plane_role, "NoSchedule");
}

void see_member(const World& world, const Home& home, MachineSeen& seen) {
  const ReportedMembers told = see_told_members(world, home);
  seen.members_asked = told.asked;
  seen.members_known = told.known();
  seen.members_error = told.error;
  seen.alarms = told.alarms;
  const auto member = std::ranges::find(told.members, seen.node_name, &EtcdMember::name);
  seen.member_listed = !seen.node_name.empty() && member != told.members.end();
  if (!seen.member_listed) return;
  seen.member_learns = member->learner;
  seen.member_id = member->id;
  seen.member_alarmed = !alarms_of(told.alarms, member->id).empty();
}

void see_node(const World& world, const Home& home, MachineSeen& seen) {
  seen.node = Sight::Absent;
  if (seen.node_name.empty()) return;
  const Found found = world.find({"", "Node", {}, seen.node_name, home});
  seen.node = found.sight;
  if (found.object != nullptr) {
    const ConditionList* list = found.object->conditions_at("status.conditions");
    const Condition* ready = list != nullptr ? find_condition(list->conditions, "Ready") : nullptr;
    seen.node_ready_unknown = ready != nullptr && ready->status == Status::Unknown;
    const json::Tree taints = found.object->body["spec"]["taints"];
    seen.node_unreachable = has_taint(taints, "node.kubernetes.io/unreachable", "NoExecute");
    seen.node_labelled = found.object->label(control_plane_role) != nullptr;
    seen.node_tainted = has_taint(taints, control_plane_role, "NoSchedule");
  }
  for (std::size_t i = 0; i < components.size(); ++i) {
    seen.pods[i] = see_pod(world, home, components[i].name, seen.node_name);
  }
}

}  // namespace

MachineSeen see_machine(const JudgeContext& context, const Object& machine) {
  MachineSeen seen;
  const Found plane = owner_of(context.world, machine);
  if (plane.object == nullptr || is_paused(context.world, *plane.object, context.settings.dialect))
    return seen;
  seen.now = context.now;
  seen.judged = true;
  see_control_plane(context, *plane.object, seen);

  const json::Tree spec = machine.body["spec"];
  seen.deleting = machine.deleting();
  const Tie tie = tie_of(context.world, machine);
  seen.node_name = tie.node_name;
  seen.provider_id = tie.provider_id;
  seen.infrastructure_kind = spec["infrastructureRef"]["kind"].as_string("Infrastructure");
  seen.stored_member = find_condition(shapes::conditions(machine), "EtcdMemberHealthy");

  const Home home{machine.key.namespace_name, cluster_name_of(machine)};
  see_node(context.world, home, seen);
  see_wanted_taint(context.world, machine, seen);
  if (seen.manages_etcd) see_member(context.world, home, seen);
  return seen;
}

}  // namespace telltale::controlplane
