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

inline constexpr Question deleting{.name = "deleting",
                                   .text = "the Cluster is being deleted",
                                   .denial = "the Cluster is not being deleted",
                                   .ask = [](const Seen& seen) { return seen.deleting; }};

inline constexpr Question paused_by_spec{
    .name = "paused_by_spec",
    .text = "spec.paused is set",
    .denial = "spec.paused is not set",
    .ask = [](const Seen& seen) { return seen.paused_by_spec; }};

inline constexpr Question paused_by_annotation{
    .name = "paused_by_annotation",
    .text = "the Cluster carries the paused annotation",
    .denial = "the Cluster does not carry the paused annotation",
    .ask = [](const Seen& seen) { return seen.paused_by_annotation; }};

inline constexpr Question has_topology{.name = "has_topology",
                                       .text = "the Cluster is made by a topology",
                                       .denial = "the Cluster is not made by a topology",
                                       .ask = [](const Seen& seen) { return seen.has_topology; }};

inline constexpr Question hook_pending{
    .name = "hook_pending",
    .text = "the BeforeClusterDelete hook has not agreed yet",
    .denial = "no BeforeClusterDelete hook is known to hold the deletion",
    .ask = [](const Seen& seen) { return seen.deletion_hook_pending; }};

// The connection.

inline constexpr Question has_prober{
    .name = "has_prober",
    .text = "somebody probes the connection",
    .denial = "nobody probes the connection",
    .ask = [](const Seen& seen) { return seen.connection.teller == Teller::Prober; },
    .evidence = probe_evidence};

inline constexpr Question not_established{
    .name = "not_established",
    .text = "no probe has succeeded and fewer than 5 have failed",
    .denial = "a probe has succeeded, or 5 have failed",
    .ask = [](const Seen& seen) { return seen.connection.not_established(); },
    .evidence = probe_evidence};

inline constexpr Question probe_reported{
    .name = "probe_reported",
    .text = "RemoteConnectionProbe is set already",
    .denial = "RemoteConnectionProbe is not set yet",
    .ask = [](const Seen& seen) { return seen.probe_reported; }};

inline constexpr Question ever_probed{
    .name = "ever_probed",
    .text = "a probe has succeeded",
    .denial = "no probe has ever succeeded",
    .ask = [](const Seen& seen) { return is_set(seen.connection.last_success); },
    .evidence = probe_evidence};

inline constexpr Question grace_over{
    .name = "grace_over",
    .text = "the last successful probe is longer ago than the grace period",
    .denial = "the last successful probe is within the grace period",
    .ask =
        [](const Seen& seen) {
          if (seen.connection.probing_now) return false;
          return !is_set(seen.connection.last_success) ||
                 seen.now - seen.connection.last_success > seen.grace;
        },
    .at =
        [](const Seen& seen) {
          if (seen.connection.probing_now || !is_set(seen.connection.last_success)) return no_time;
          return seen.connection.last_success + seen.grace + Seconds(1);
        },
    .evidence = grace_evidence};

// The objects it refers to.

inline constexpr Question has_infra_ref{
    .name = "has_infra_ref",
    .text = "spec.infrastructureRef is set",
    .denial = "spec.infrastructureRef is not set",
    .ask = [](const Seen& seen) { return seen.infrastructure.ref_set; }};

inline constexpr Question infra_unreadable = reference::infra_unreadable<Seen>;
inline constexpr Question infra_exists = reference::infra_exists<Seen>;

inline constexpr Question has_plane_ref{
    .name = "has_plane_ref",
    .text = "spec.controlPlaneRef is set",
    .denial = "spec.controlPlaneRef is not set",
    .ask = [](const Seen& seen) { return seen.control_plane.ref_set; },
    .evidence = plane_evidence};

inline constexpr Question plane_unreadable{
    .name = "plane_unreadable",
    .text = "the control plane object could not be read",
    .denial = "the control plane object could be read",
    .ask =
        [](const Seen& seen) {
          return seen.control_plane.sight == Sight::Present && !seen.control_plane.readable;
        },
    .collected = plane_collected,
    .evidence = plane_evidence};

inline constexpr Question plane_malformed{
    .name = "plane_malformed",
    .text = "the control plane object reports malformed conditions",
    .denial = "the control plane object's conditions are well formed",
    .ask = [](const Seen& seen) { return !seen.control_plane.malformed.empty(); },
    .collected = plane_collected,
    .evidence = plane_evidence};

inline constexpr Question plane_reports_available{
    .name = "plane_reports_available",
    .text = "the control plane object has an Available condition",
    .denial = "the control plane object has no Available condition",
    .ask = [](const Seen& seen) { return seen.control_plane.ready != nullptr; },
    .collected = plane_collected,
    .evidence = plane_evidence};

inline constexpr Question plane_exists{
    .name = "plane_exists",
    .text = "the control plane object exists",
    .denial = "the control plane object does not exist",
    .ask = [](const Seen& seen) { return seen.control_plane.sight == Sight::Present; },
    .collected = plane_collected,
    .evidence = plane_evidence};

// Once initialized, always so: the Cluster remembers, or the control plane object says it.
inline constexpr Question plane_initialized{
    .name = "plane_initialized",
    .text = "the control plane was initialized",
    .denial = "the control plane was not initialized",
    .ask = [](const Seen& seen) { return seen.control_plane.done; }};

// How the control plane began.

inline constexpr Question initialized_before{
    .name = "initialized_before",
    .text = "ControlPlaneInitialized is True already",
    .denial = "ControlPlaneInitialized is not True yet",
    .ask = [](const Seen& seen) { return seen.initialized_before; }};

inline constexpr Question initialized_by_legacy{
    .name = "initialized_by_legacy",
    .text = "the legacy condition of the same name is True",
    .denial = "no legacy condition of the same name is True",
    .ask = [](const Seen& seen) { return seen.legacy_initialized != nullptr; }};

inline constexpr Question start_unreadable{
    .name = "start_unreadable",
    .text = "the field that tells whether the control plane is initialized is no boolean",
    .denial = "the field that tells whether the control plane is initialized can be read",
    .ask = [](const Seen& seen) { return seen.start_unreadable; },
    .collected = plane_collected,
    .evidence = plane_evidence};

inline constexpr Question plane_started{
    .name = "plane_started",
    .text = "the control plane object is initialized",
    .denial = "the control plane object is not initialized",
    .ask = [](const Seen& seen) { return seen.control_plane_started; },
    .collected = plane_collected,
    .evidence = plane_evidence};

inline constexpr Question plane_has_node{
    .name = "plane_has_node",
    .text = "some control plane Machine has a nodeRef",
    .denial = "no control plane Machine has a nodeRef",
    .ask = [](const Seen& seen) { return seen.control_plane_has_node; },
    .collected = plane_machines_collected,
    .evidence = machines_evidence};

// Its Machines.

inline constexpr Question plane_machine_available{
    .name = "plane_machine_available",
    .text = "some control plane Machine is available",
    .denial = "no control plane Machine is available",
    .ask = [](const Seen& seen) { return seen.control_plane_machines.tally.available > 0; },
    .collected = plane_machines_collected,
    .evidence = machines_evidence};

inline constexpr Question has_plane_machines{
    .name = "has_plane_machines",
    .text = "there are control plane Machines",
    .denial = "there are no control plane Machines",
    .ask = [](const Seen& seen) { return seen.control_plane_machines.tally.current > 0; },
    .collected = plane_machines_collected,
    .evidence = machines_evidence};

inline constexpr Question has_worker_machines{
    .name = "has_worker_machines",
    .text = "there are worker Machines",
    .denial = "there are no worker Machines",
    .ask = [](const Seen& seen) { return seen.worker_machines.tally.current > 0; },
    .collected = worker_machines_collected,
    .evidence = machines_evidence};

inline constexpr Question any_plane_machine_judged{
    .name = "any_plane_machine_judged",
    .text = "some control plane Machine reports UpToDate or is older than 10s",
    .denial = "no control plane Machine reports UpToDate or is older than 10s",
    .ask = [](const Seen& seen) { return seen.control_plane_machines.tally.judged_up_to_date > 0; },
    .at = [](const Seen& seen) { return seen.control_plane_machines.next_grown_up; },
    .collected = plane_machines_collected,
    .evidence = machines_evidence};

inline constexpr Question any_worker_machine_judged{
    .name = "any_worker_machine_judged",
    .text = "some worker Machine reports UpToDate or is older than 10s",
    .denial = "no worker Machine reports UpToDate or is older than 10s",
    .ask = [](const Seen& seen) { return seen.worker_machines.tally.judged_up_to_date > 0; },
    .at = [](const Seen& seen) { return seen.worker_machines.next_grown_up; },
    .collected = worker_machines_collected,
    .evidence = machines_evidence};

inline constexpr Question any_machine_judged{
    .name = "any_machine_judged",
    .text = "some Machine reports UpToDate or is older than 10s",
    .denial = "no Machine reports UpToDate or is older than 10s",
    .ask = [](const Seen& seen) { return seen.all_machines.tally.judged_up_to_date > 0; },
    .at = [](const Seen& seen) { return seen.all_machines.next_grown_up; },
    .collected = machines_collected,
    .evidence = machines_evidence};

inline constexpr Question any_to_be_remediated{
    .name = "any_to_be_remediated",
    .text = "some Machine waits to be remediated",
    .denial = "no Machine waits to be remediated",
    .ask = [](const Seen& seen) { return seen.all_machines.tally.to_be_remediated > 0; },
    .collected = machines_collected,
    .evidence = machines_evidence};

inline constexpr Question unhealthy_counts{
    .name = "unhealthy_counts",
    .text = "some Machine fails its health check, which alone counts here",
    .denial = "no Machine fails its health check, or that alone does not count here",
    .ask =
        [](const Seen& seen) {
          return seen.all_machines.tally.unhealthy > 0 &&
                 seen.remediating == RemediatingRule::AnyUnhealthy;
        },
    .collected = machines_collected,
    .evidence = machines_evidence};

// What stands above the Machines.

inline constexpr Question has_workers{
    .name = "has_workers",
    .text = "there are MachineDeployments, or MachinePools that report Available",
    .denial = "there are no MachineDeployments, nor MachinePools that report Available",
    .ask = [](const Seen& seen) { return seen.available_told > 0; },
    .collected = workers_collected,
    .evidence = workers_evidence};

inline constexpr Question up_counted{
    .name = "up_counted",
    .text = "the counters tell whether enough replicas are available",
    .denial = "the counters do not tell, or do not count here",
    .ask =
        [](const Seen& seen) { return seen.scale_rule == ScaleRule::Counters && seen.up.counted; },
    .collected = scale_collected,
    .evidence = scale_evidence};

inline constexpr Question too_few{
    .name = "too_few",
    .text = "fewer replicas are available than desired",
    .denial = "as many replicas are available as desired",
    .ask = [](const Seen& seen) { return seen.up.current < seen.up.desired; },
    .collected = scale_collected,
    .evidence = scale_evidence};

inline constexpr Question down_counted{
    .name = "down_counted",
    .text = "the counters tell whether there are too many replicas",
    .denial = "the counters do not tell, or do not count here",
    .ask =
        [](const Seen& seen) {
          return seen.scale_rule == ScaleRule::Counters && seen.down.counted;
        },
    .collected = scale_collected,
    .evidence = scale_evidence};

inline constexpr Question too_many{
    .name = "too_many",
    .text = "more replicas exist than desired",
    .denial = "no more replicas exist than desired",
    .ask = [](const Seen& seen) { return seen.down.current > seen.down.desired; },
    .collected = scale_collected,
    .evidence = scale_evidence};

inline constexpr Question anyone_tells_scaling_up{
    .name = "anyone_tells_scaling_up",
    .text = "some object below tells ScalingUp",
    .denial = "no object below tells ScalingUp",
    .ask = [](const Seen& seen) { return seen.scaling_up_told > 0; },
    .collected = scale_collected,
    .evidence = children_evidence};

inline constexpr Question anyone_tells_scaling_down{
    .name = "anyone_tells_scaling_down",
    .text = "some object below tells ScalingDown",
    .denial = "no object below tells ScalingDown",
    .ask = [](const Seen& seen) { return seen.scaling_down_told > 0; },
    .collected = scale_collected,
    .evidence = children_evidence};

inline constexpr Question anyone_tells_rolling_out{
    .name = "anyone_tells_rolling_out",
    .text = "some object below tells RollingOut",
    .denial = "no object below tells RollingOut",
    .ask = [](const Seen& seen) { return seen.rolling_out_told > 0; },
    .collected =
        [](const Seen& seen) { return seen.control_plane_collected() && seen.workers_collected; },
    .evidence = children_evidence};

inline constexpr Question has_descendants{
    .name = "has_descendants",
    .text = "something that belongs to the Cluster is still there",
    .denial = "nothing that belongs to the Cluster is left",
    .ask = [](const Seen& seen) { return !seen.descendants.empty(); },
    .collected =
        [](const Seen& seen) {
          const bool plane_known = seen.control_plane.ref_set || seen.plane_machines_collected;
          return !seen.descendants.empty() ||
                 (seen.workers_collected && seen.worker_machines_collected && plane_known);
        },
    .evidence = descendants_evidence};

}  // namespace telltale::cluster
