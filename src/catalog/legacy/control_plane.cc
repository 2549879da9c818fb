// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/control_plane.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalog/cluster_api/tie.h"
#include "catalog/controlplane/plane.h"
#include "catalog/legacy/component_health.h"
#include "catalog/legacy/nodes.h"
#include "catalog/legacy/stored.h"
#include "convert/shapes.h"

namespace telltale::legacy {
namespace {

using enum LegacySeverity;

constexpr std::string_view plane_types[] = {"APIServerPodHealthy", "ControllerManagerPodHealthy",
                                            "SchedulerPodHealthy", "EtcdPodHealthy"};
constexpr std::string_view member_types[] = {"EtcdMemberHealthy"};

void set_certificates(const Judged& plane, LegacyList& list) {
  constexpr std::string_view type = "CertificatesAvailable";
  const Condition* told = find_condition(plane.conditions, type);
  if (told == nullptr) return;
  if (told->status == Status::True) list.set(good(type));
  if (told->status == Status::False) {
    list.set(bad(type, "CertificatesGenerationFailed", Error, told->message));
  }
}

// Nodes of a control plane that goes are not asked any more.
void count_plane_replicas(const JudgeContext& context, const Judged& plane,
                          const OwnedMachines& owned, LegacyCounters& counters) {
  const Object& object = *plane.object;
  if (plane.counters.up_to_date) counters.updated = plane.counters.up_to_date.number();
  NodeCount nodes(context, controlplane::home_of(object), Seconds(0));
  if (!object.deleting()) {
    for (const OwnedMachine& machine : owned.machines) {
      nodes.add_named(tie_of(context.world, *machine.judged->object).node_name);
    }
    if (!nodes.known() && owned.count() > 0) return;
  }
  counters.ready = nodes.ready();
  counters.unavailable = owned.count() - nodes.ready();
}

void set_spec_up_to_date(const OwnedMachines& owned, LegacyList& list) {
  constexpr std::string_view type = "MachinesSpecUpToDate";
  const auto outdated = std::ranges::count_if(owned.machines, [](const OwnedMachine& machine) {
    const Condition* condition = find_condition(machine.judged->conditions, "UpToDate");
    return condition != nullptr && condition->status == Status::False;
  });
  if (outdated > 0) {
    return list.set(bad(
        type, "RollingUpdateInProgress", Warning,
        list.arena().keep(format("Rolling {} replicas with outdated spec ({} replicas up to date)",
                                 outdated, owned.count() - outdated))));
  }
  // Before the first rollout there is nothing to be told about.
  if (list.find(type) != nullptr) list.set(good(type));
}

void set_size(std::int32_t desired, const OwnedMachines& owned, LegacyList& list) {
  const std::int32_t current = owned.count();
  const auto describe = [&](std::string_view direction) {
    return list.arena().keep(
        format("Scaling {} control plane to {} replicas (actual {})", direction, desired, current));
  };
  if (current < desired) return list.set(bad("Resized", "ScalingUp", Warning, describe("up")));
  if (current > desired) {
    list.set(bad("Resized", "ScalingDown", Warning, describe("down")));
  } else if (count_ready(owned) == current) {
    list.set(good("Resized"));
  }
  list.set(good("MachinesCreated"));
}

// Once kubeadm has done its work, the control plane stays Available whatever becomes of it.
void set_plane_available(const Judged& plane, const OwnedMachines& owned, LegacyList& list) {
  if (list.status("Available") == Status::True) return;
  const Condition* initialized = find_condition(plane.conditions, "Initialized");
  if (initialized != nullptr && initialized->status == Status::True) {
    list.set(good("Available"));
  } else if (owned.machines.empty()) {
    list.set(bad("Available", "WaitingForKubeadmInit", Info));
  }
}

void set_deleting(const Judged& plane, const Dialect& dialect, LegacyList& list) {
  const Condition* deleted =
      find_in_either(plane.conditions, "KubeadmControlPlane", "Deleted", dialect);
  const bool waits = deleted != nullptr && deleted->reason == "WaitingForWorkersDeletion";
  list.set(bad("Resized", "Deleting", Info,
               waits ? "Waiting for worker nodes to be deleted first" : ""));
}

void set_health(const Object& object, const OwnedMachines& owned, LegacyList& list) {
  list.set(add_up(owned,
                  {.into = "ControlPlaneComponentsHealthy",
                   .types = plane_types,
                   .unhealthy = "ControlPlaneComponentsUnhealthy",
                   .unknown = "ControlPlaneComponentsUnknown",
                   .note = "control plane"},
                  list.arena()));
  if (!controlplane::manages_etcd(object)) return list.set(good("EtcdClusterHealthy"));
  list.set(add_up(owned,
                  {.into = "EtcdClusterHealthy",
                   .types = member_types,
                   .unhealthy = "EtcdClusterUnhealthy",
                   .unknown = "EtcdClusterUnknown",
                   .note = "etcd member"},
                  list.arena()));
}

void summarize_plane(LegacyList& list) {
  static constexpr std::array<SummaryType, 6> types{{{"MachinesCreated"},
                                                     {"MachinesSpecUpToDate"},
                                                     {"Resized"},
                                                     {"MachinesReady"},
                                                     {"Available"},
                                                     {"CertificatesAvailable"}}};
  list.set(summarize_legacy(list.view(), {.types = types}, list.arena()));
}

std::optional<bool> initialized(const Judged& plane, std::optional<bool> stored) {
  const Condition* told = find_condition(plane.conditions, "Initialized");
  return told != nullptr && told->status == Status::True ? std::optional(true) : stored;
}

}  // namespace

LegacyStatus control_plane_status(const Kind&, const JudgeContext& context,
                                  const Judged& control_plane, Arena& arena) {
  const Object& object = *control_plane.object;
  LegacyStatus status = stored_status(object, arena);
  status.latches.control_plane = initialized(control_plane, status.latches.control_plane);
  LegacyList list(stored_conditions(object), context.now, arena);
  set_certificates(control_plane, list);
  const OwnedMachines owned = owned_machines(context, object, arena);
  if (owned.collected) {
    count_plane_replicas(context, control_plane, owned, status.counters);
    list.set(machines_ready(owned, arena));
    set_health(object, owned, list);
    const auto desired = shapes::small_number(object.body["spec"]["replicas"]);
    if (object.deleting()) {
      set_deleting(control_plane, context.settings.dialect, list);
    } else {
      set_spec_up_to_date(owned, list);
      set_plane_available(control_plane, owned, list);
      if (desired) set_size(*desired, owned, list);
    }
  }
  summarize_plane(list);
  status.conditions = list.finish();
  return status;
}

}  // namespace telltale::legacy
