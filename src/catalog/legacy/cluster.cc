// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/cluster.h"

#include <array>

#include "catalog/cluster_api/tie.h"
#include "catalog/engine/members.h"
#include "catalog/legacy/referral.h"
#include "catalog/legacy/stored.h"
#include "convert/contract.h"

namespace telltale::legacy {
namespace {

using enum LegacySeverity;

bool is_initialized(const Object& control_plane) {
  return shapes::control_plane_initialized(control_plane) == shapes::Latch::Yes;
}
// A Cluster that goes is not ready by way of its provider's old flags.
bool never(const Object&) { return false; }

shapes::Ref infrastructure_ref(const Object& cluster) {
  return shapes::ref(cluster.body["spec"]["infrastructureRef"]);
}
shapes::Ref control_plane_ref(const Object& cluster) {
  return shapes::ref(cluster.body["spec"]["controlPlaneRef"]);
}
bool has_topology(const Object& cluster) {
  return cluster.body["spec"]["topology"].is(json::Tree::Type::Map);
}

// Without a reference there is nothing to wait for, unless a topology is still to bring one.
void set_cluster_infrastructure(const JudgeContext& context, const Object& cluster,
                                LegacyList& list) {
  constexpr std::string_view type = "InfrastructureReady";
  const shapes::Ref ref = infrastructure_ref(cluster);
  if (!ref && !cluster.deleting() && !has_topology(cluster)) return list.set(good(type));
  set_referral(context, cluster,
               {.type = type,
                .ref = ref,
                .done = cluster.deleting() ? never : shapes::provider_provisioned,
                .waiting = cluster.deleting() ? "Deleting" : "WaitingForInfrastructure"},
               list);
}

// A control plane that was judged in the same pass is mirrored as it now stands.
std::optional<LegacyCondition> judged_ready(const JudgeContext& context, const Object& cluster,
                                            Arena& arena) {
  const Found found = follow(context, cluster, control_plane_ref(cluster));
  const Judged* judged = found.object == nullptr ? nullptr : context.judged(*found.object);
  if (judged == nullptr) return std::nullopt;
  const LegacyStatus status = legacy_status(context, *judged, arena);
  const LegacyCondition* ready = find_legacy(status.conditions, "Ready");
  return ready == nullptr ? std::nullopt : std::optional(*ready);
}

void set_control_plane(const JudgeContext& context, const Object& cluster, LegacyList& list) {
  constexpr std::string_view type = "ControlPlaneReady";
  if (auto ready = judged_ready(context, cluster, list.arena())) {
    ready->condition.type = type;
    return list.set(*ready);
  }
  set_referral(context, cluster,
               {.type = type,
                .ref = control_plane_ref(cluster),
                .done = cluster.deleting() ? never : is_initialized,
                .waiting = cluster.deleting() ? "Deleting" : "WaitingForControlPlane"},
               list);
}

bool some_control_plane_has_node(const World& world, const Object& cluster) {
  for (const std::uint32_t index : of_kind(world, world.members_of(cluster), machine_kind.kind)) {
    const Object& machine = world.objects()[index];
    if (!is_control_plane_machine(machine)) continue;
    if (!tie_of(world, machine).node_name.empty()) return true;
  }
  return false;
}

// Once it was initialized, it stays so.
void set_initialized(const JudgeContext& context, const Judged& cluster, LegacyList& list) {
  constexpr std::string_view type = "ControlPlaneInitialized";
  const Object& object = *cluster.object;
  if (list.status(type) == Status::True) return;
  const shapes::Ref ref = control_plane_ref(object);
  if (!ref) {
    if (has_topology(object)) return;
    if (some_control_plane_has_node(context.world, object)) return list.set(good(type));
    return list.set(
        bad(type, "MissingNodeRef", Info,
            "Waiting for the first control plane machine to have its status.nodeRef set"));
  }
  const Condition* told = find_condition(cluster.conditions, type);
  const Found found = follow(context, object, ref);
  const bool started = told != nullptr && told->status == Status::True;
  if (started) return list.set(good(type));
  if (found.object == nullptr) return;
  list.set(bad(type, "WaitingForControlPlaneProviderInitialized", Info,
               "Waiting for control plane provider to indicate the control plane has been "
               "initialized"));
}

Latches latches_of_cluster(const JudgeContext& context, const Judged& cluster,
                           const Latches& stored) {
  const Object& object = *cluster.object;
  const shapes::Ref ref = infrastructure_ref(object);
  Latches latches = stored;
  latches.infrastructure = latch(stored.infrastructure, follow(context, object, ref).object,
                                 shapes::provider_provisioned);
  if (!ref && !object.deleting() && !has_topology(object)) latches.infrastructure = true;
  const Condition* told = find_condition(cluster.conditions, "ControlPlaneInitialized");
  if (told != nullptr && told->status == Status::True) latches.control_plane = true;
  return latches;
}

bool has_endpoint(const Object& cluster) {
  const json::Tree endpoint = cluster.body["spec"]["controlPlaneEndpoint"];
  return !endpoint["host"].as_string("").empty() && endpoint["port"].as_int().value_or(0) != 0;
}

// Later answers overrule earlier ones.
std::string_view phase_of_cluster(const Object& cluster, const LegacyStatus& status) {
  std::string_view phase = status.phase.empty() ? "Pending" : status.phase;
  if (infrastructure_ref(cluster) || control_plane_ref(cluster)) phase = "Provisioning";
  if (status.latches.infrastructure.value_or(false) && has_endpoint(cluster)) {
    phase = "Provisioned";
  }
  return cluster.deleting() ? "Deleting" : phase;
}

}  // namespace

LegacyStatus cluster_status(const Kind&, const JudgeContext& context, const Judged& cluster,
                            Arena& arena) {
  const Object& object = *cluster.object;
  LegacyStatus status = stored_status(object, arena);
  LegacyList list(stored_conditions(object), context.now, arena);
  set_cluster_infrastructure(context, object, list);
  set_control_plane(context, object, list);
  set_initialized(context, cluster, list);
  static constexpr std::array<SummaryType, 2> types{
      {{"ControlPlaneReady"}, {"InfrastructureReady"}}};
  list.set(summarize_legacy(list.view(), {.types = types}, arena));
  status.conditions = list.finish();
  status.latches = latches_of_cluster(context, cluster, status.latches);
  status.phase = phase_of_cluster(object, status);
  return status;
}

}  // namespace telltale::legacy
