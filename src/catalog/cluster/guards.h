// SPDX-License-Identifier: Apache-2.0
#pragma once

// The questions that the tables of a Cluster ask.

#include <string>

#include "catalog/cluster/seen.h"
#include "catalog/cluster_api/connection.h"
#include "table/guard.h"

namespace telltale::cluster {

using Question = Guard<Seen>;

inline constexpr When<Seen> otherwise{};

constexpr bool plane_collected(const Seen& seen) { return seen.control_plane_collected(); }
constexpr bool plane_machines_collected(const Seen& seen) { return seen.plane_machines_collected; }
constexpr bool worker_machines_collected(const Seen& seen) {
  return seen.worker_machines_collected;
}
constexpr bool machines_collected(const Seen& seen) { return seen.machines_collected(); }
constexpr bool workers_collected(const Seen& seen) { return seen.workers_collected; }
// A Cluster scales as a whole, or nothing is known about it.
constexpr bool scale_collected(const Seen& seen) {
  return seen.control_plane_collected() && seen.workers_collected &&
         (seen.plane_machines_collected || !seen.stands_alone());
}
std::string plane_evidence(const Seen& seen);
std::string machines_evidence(const Seen& seen);
std::string workers_evidence(const Seen& seen);
std::string children_evidence(const Seen& seen);
std::string descendants_evidence(const Seen& seen);
std::string probe_evidence(const Seen& seen);
std::string grace_evidence(const Seen& seen);
std::string scale_evidence(const Seen& seen);

// The Cluster itself.

// clang-format off
inline constexpr Question deleting{"deleting",
    "the Cluster is being deleted", "the Cluster is not being deleted",
    [](const Seen& seen) { return seen.deleting; }};

inline constexpr Question paused_by_spec{"paused_by_spec",
    "spec.paused is set", "spec.paused is not set",
    [](const Seen& seen) { return seen.paused_by_spec; }};

inline constexpr Question paused_by_annotation{"paused_by_annotation",
    "the Cluster carries the paused annotation", "the Cluster does not carry the paused annotation",
    [](const Seen& seen) { return seen.paused_by_annotation; }};

inline constexpr Question has_topology{"has_topology",
    "the Cluster is made by a topology", "the Cluster is not made by a topology",
    [](const Seen& seen) { return seen.has_topology; }};

inline constexpr Question hook_pending{"hook_pending",
    "the BeforeClusterDelete hook has not agreed yet",
    "no BeforeClusterDelete hook is known to hold the deletion",
    [](const Seen& seen) { return seen.deletion_hook_pending; }};

// The connection.

inline constexpr Question has_prober{"has_prober",
    "a prober watches the connection", "no prober watches the connection",
    [](const Seen& seen) { return seen.connection.teller == ConnectionSource::Prober; },
    {.evidence = probe_evidence}};

inline constexpr Question not_established{"not_established",
    "no probe has succeeded and fewer than 5 have failed",
    "a probe has succeeded, or 5 have failed",
    [](const Seen& seen) { return seen.connection.not_established(); },
    {.evidence = probe_evidence}};

inline constexpr Question probe_reported{"probe_reported",
    "RemoteConnectionProbe is set already", "RemoteConnectionProbe is not set yet",
    [](const Seen& seen) { return seen.probe_reported; }};

inline constexpr Question ever_probed{"ever_probed",
    "a probe has succeeded", "no probe has ever succeeded",
    [](const Seen& seen) { return is_set(seen.connection.last_success); },
    {.evidence = probe_evidence}};

inline constexpr Question grace_over{"grace_over",
    "the last successful probe is longer ago than the grace period",
    "the last successful probe is within the grace period",
    [](const Seen& seen) {
      if (seen.connection.probing_now) return false;
      return !is_set(seen.connection.last_success) ||
             seen.now - seen.connection.last_success > seen.grace;
    },
    {.at = [](const Seen& seen) {
       if (seen.connection.probing_now || !is_set(seen.connection.last_success)) return no_time;
       return seen.connection.last_success + seen.grace + Seconds(1);
     },
     .evidence = grace_evidence}};

// The objects it refers to.

inline constexpr Question has_infra_ref{"has_infra_ref",
    "spec.infrastructureRef is set", "spec.infrastructureRef is not set",
    [](const Seen& seen) { return seen.infrastructure.ref_set; }};

inline constexpr Question infra_unreadable = reference::infra_unreadable<Seen>;
inline constexpr Question infra_exists = reference::infra_exists<Seen>;

inline constexpr Question has_plane_ref{"has_plane_ref",
    "spec.controlPlaneRef is set", "spec.controlPlaneRef is not set",
    [](const Seen& seen) { return seen.control_plane.ref_set; }, {.evidence = plane_evidence}};

inline constexpr Question plane_unreadable{"plane_unreadable",
    "the control plane object could not be read", "the control plane object could be read",
    [](const Seen& seen) {
      return seen.control_plane.sight == Sight::Present && !seen.control_plane.readable;
    },
    {.collected = plane_collected, .evidence = plane_evidence}};

inline constexpr Question plane_malformed{"plane_malformed",
    "the control plane object reports malformed conditions",
    "the control plane object's conditions are well formed",
    [](const Seen& seen) { return !seen.control_plane.malformed.empty(); },
    {.collected = plane_collected, .evidence = plane_evidence}};

inline constexpr Question plane_reports_available{"plane_reports_available",
    "the control plane object has an Available condition",
    "the control plane object has no Available condition",
    [](const Seen& seen) { return seen.control_plane.ready != nullptr; },
    {.collected = plane_collected, .evidence = plane_evidence}};

inline constexpr Question plane_exists{"plane_exists",
    "the control plane object exists", "the control plane object does not exist",
    [](const Seen& seen) { return seen.control_plane.sight == Sight::Present; },
    {.collected = plane_collected, .evidence = plane_evidence}};

// Once initialized, always so: the Cluster remembers, or the control plane object says it.
inline constexpr Question plane_initialized{"plane_initialized",
    "the control plane was initialized", "the control plane was not initialized",
    [](const Seen& seen) { return seen.control_plane.done; }};

// How the control plane began.

inline constexpr Question initialized_before{"initialized_before",
    "ControlPlaneInitialized is True already", "ControlPlaneInitialized is not True yet",
    [](const Seen& seen) { return seen.initialized_before; }};

inline constexpr Question initialized_by_legacy{"initialized_by_legacy",
    "the legacy condition of the same name is True", "no legacy condition of the same name is True",
    [](const Seen& seen) { return seen.legacy_initialized != nullptr; }};

inline constexpr Question start_unreadable{"start_unreadable",
    "the field that says whether the control plane is initialized is not a boolean",
    "the field that says whether the control plane is initialized can be read",
    [](const Seen& seen) { return seen.start_unreadable; },
    {.collected = plane_collected, .evidence = plane_evidence}};

inline constexpr Question plane_started{"plane_started",
    "the control plane object is initialized", "the control plane object is not initialized",
    [](const Seen& seen) { return seen.control_plane_started; },
    {.collected = plane_collected, .evidence = plane_evidence}};

inline constexpr Question plane_has_node{"plane_has_node",
    "some control plane Machine has a nodeRef", "no control plane Machine has a nodeRef",
    [](const Seen& seen) { return seen.control_plane_has_node; },
    {.collected = plane_machines_collected, .evidence = machines_evidence}};

// Its Machines.

inline constexpr Question plane_machine_available{"plane_machine_available",
    "some control plane Machine is available", "no control plane Machine is available",
    [](const Seen& seen) { return seen.control_plane_machines.tally.available > 0; },
    {.collected = plane_machines_collected, .evidence = machines_evidence}};

inline constexpr Question has_plane_machines{"has_plane_machines",
    "there are control plane Machines", "there are no control plane Machines",
    [](const Seen& seen) { return seen.control_plane_machines.tally.current > 0; },
    {.collected = plane_machines_collected, .evidence = machines_evidence}};

inline constexpr Question has_worker_machines{"has_worker_machines",
    "there are worker Machines", "there are no worker Machines",
    [](const Seen& seen) { return seen.worker_machines.tally.current > 0; },
    {.collected = worker_machines_collected, .evidence = machines_evidence}};

inline constexpr Question any_plane_machine_judged{"any_plane_machine_judged",
    "some control plane Machine reports UpToDate or is older than 10s",
    "no control plane Machine reports UpToDate or is older than 10s",
    [](const Seen& seen) { return seen.control_plane_machines.tally.judged_up_to_date > 0; },
    {.at = [](const Seen& seen) { return seen.control_plane_machines.next_grown_up; },
     .collected = plane_machines_collected, .evidence = machines_evidence}};

inline constexpr Question any_worker_machine_judged{"any_worker_machine_judged",
    "some worker Machine reports UpToDate or is older than 10s",
    "no worker Machine reports UpToDate or is older than 10s",
    [](const Seen& seen) { return seen.worker_machines.tally.judged_up_to_date > 0; },
    {.at = [](const Seen& seen) { return seen.worker_machines.next_grown_up; },
     .collected = worker_machines_collected, .evidence = machines_evidence}};

inline constexpr Question any_machine_judged{"any_machine_judged",
    "some Machine reports UpToDate or is older than 10s",
    "no Machine reports UpToDate or is older than 10s",
    [](const Seen& seen) { return seen.all_machines.tally.judged_up_to_date > 0; },
    {.at = [](const Seen& seen) { return seen.all_machines.next_grown_up; },
     .collected = machines_collected, .evidence = machines_evidence}};

inline constexpr Question any_to_be_remediated{"any_to_be_remediated",
    "some Machine waits to be remediated", "no Machine waits to be remediated",
    [](const Seen& seen) { return seen.all_machines.tally.to_be_remediated > 0; },
    {.collected = machines_collected, .evidence = machines_evidence}};

inline constexpr Question unhealthy_counts{"unhealthy_counts",
    "some Machine fails its health check, which alone counts here",
    "no Machine fails its health check, or that alone does not count here",
    [](const Seen& seen) {
      return seen.all_machines.tally.unhealthy > 0 &&
             seen.remediating == RemediatingRule::AnyUnhealthy;
    },
    {.collected = machines_collected, .evidence = machines_evidence}};

// What stands above the Machines.

inline constexpr Question has_workers{"has_workers",
    "there are MachineDeployments, or MachinePools that report Available",
    "there are no MachineDeployments, nor MachinePools that report Available",
    [](const Seen& seen) { return seen.available_told > 0; },
    {.collected = workers_collected, .evidence = workers_evidence}};

inline constexpr Question up_counted{"up_counted",
    "the counters show whether enough replicas are available",
    "the counters do not show it, or do not count here",
    [](const Seen& seen) { return seen.scale_rule == ScaleRule::Counters && seen.up.counted; },
    {.collected = scale_collected, .evidence = scale_evidence}};

inline constexpr Question too_few{"too_few",
    "fewer replicas are available than desired", "as many replicas are available as desired",
    [](const Seen& seen) { return seen.up.current < seen.up.desired; },
    {.collected = scale_collected, .evidence = scale_evidence}};

inline constexpr Question down_counted{"down_counted",
    "the counters show whether there are too many replicas",
    "the counters do not show it, or do not count here",
    [](const Seen& seen) {
      return seen.scale_rule == ScaleRule::Counters && seen.down.counted;
    },
    {.collected = scale_collected, .evidence = scale_evidence}};

inline constexpr Question too_many{"too_many",
    "more replicas exist than desired", "no more replicas exist than desired",
    [](const Seen& seen) { return seen.down.current > seen.down.desired; },
    {.collected = scale_collected, .evidence = scale_evidence}};

inline constexpr Question anyone_tells_scaling_up{"anyone_tells_scaling_up",
    "some object below reports ScalingUp", "no object below reports ScalingUp",
    [](const Seen& seen) { return seen.scaling_up_told > 0; },
    {.collected = scale_collected, .evidence = children_evidence}};

inline constexpr Question anyone_tells_scaling_down{"anyone_tells_scaling_down",
    "some object below reports ScalingDown", "no object below reports ScalingDown",
    [](const Seen& seen) { return seen.scaling_down_told > 0; },
    {.collected = scale_collected, .evidence = children_evidence}};

inline constexpr Question anyone_tells_rolling_out{"anyone_tells_rolling_out",
    "some object below reports RollingOut", "no object below reports RollingOut",
    [](const Seen& seen) { return seen.rolling_out_told > 0; },
    {.collected = [](const Seen& seen) {
       return seen.control_plane_collected() && seen.workers_collected;
     },
     .evidence = children_evidence}};

inline constexpr Question has_descendants{"has_descendants",
    "something that belongs to the Cluster is still there",
    "nothing that belongs to the Cluster is left",
    [](const Seen& seen) { return !seen.descendants.empty(); },
    {.collected = [](const Seen& seen) {
       const bool plane_known = seen.control_plane.ref_set || seen.plane_machines_collected;
       return !seen.descendants.empty() ||
              (seen.workers_collected && seen.worker_machines_collected && plane_known);
     },
     .evidence = descendants_evidence}};
// clang-format on

}  // namespace telltale::cluster
