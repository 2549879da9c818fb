// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a Cluster says about itself, the connection to it and the two objects it refers to.

#include <array>

#include "catalog/cluster/guards.h"
#include "catalog/cluster/words.h"
#include "catalog/cluster_api/may_write.h"
#include "table/lines.h"
#include "table/table.h"

namespace telltale::cluster::rows {

using enum Act;
using enum Status;

inline constexpr auto pauses = lines_of<Seen>(
    all_words, {{paused_by_spec, "Cluster spec.paused is set to true"},
                {paused_by_annotation, "Cluster has the cluster.x-k8s.io/paused annotation"}});

// clang-format off
inline constexpr auto paused_table = table_of<Seen>("Cluster", "Paused", all_words, {
  // guard                                     status   reason
  //     message
  {paused_by_spec,                             True,    "Paused",
      "{pauses}"},
  {paused_by_annotation,                       True,    "Paused",
      "{pauses}"},
  {otherwise,                                  False,   "NotPaused"},
});

inline constexpr auto probe_table = table_of<Seen>("Cluster", "RemoteConnectionProbe", all_words, {
  // guard                                     status   reason
  //     message
  {!has_prober,                                Keep,
      "what is stored stands; nothing stored is taken as connected, and nothing is written"},
  {not_established && !probe_reported,         False,   "ProbeFailed",
      "Remote connection not established yet"},
  {not_established,                            Keep,
      "a prober has only just begun; that is not news"},
  {grace_over && !ever_probed,                 False,   "ProbeFailed",
      "Remote connection probe failed"},
  {grace_over,                                 False,   "ProbeFailed",
      "Remote connection probe failed, probe last succeeded at {probe.last_success}"},
  {otherwise,                                  True,    "ProbeSucceeded"},
});

inline constexpr auto unset_infrastructure_rows = std::to_array<Row<Seen>>({
  // guard                                     status   reason
  //     message
  {!has_infra_ref && has_topology && deleting, False,   "ObjectDoesNotExist"},
  {!has_infra_ref && has_topology,             False,   "ObjectDoesNotExist",
      "Waiting for cluster topology to be reconciled"},
  {!has_infra_ref,                             True,    "NotConfigured"},
});

inline constexpr Table infrastructure_table{
    concat(unset_infrastructure_rows,
           reference::infrastructure_rows<Seen>(
               deleting, "{infra.kind} has been deleted while the cluster still exists")),
    "Cluster", "InfrastructureReady", all_words};

inline constexpr auto plane_available_table = table_of<Seen>(
    "Cluster", "ControlPlaneAvailable", all_words, {
  // guard                                     status   reason
  //     message
  {!has_plane_ref && has_topology && deleting, False,   "ObjectDoesNotExist"},
  {!has_plane_ref && has_topology,             False,   "ObjectDoesNotExist",
      "Waiting for cluster topology to be reconciled"},
  {!has_plane_ref && plane_machine_available,  True,    "Available"},
  {!has_plane_ref,                             False,   "NotAvailable",
      "There are no available control plane Machines, at least 1 required"},
  {plane_unreadable,                           Unknown, "InternalError",
      "Please check controller logs for errors"},
  {plane_malformed,                            Unknown, "InvalidConditionReported",
      "{plane.trouble}"},
  {plane_reports_available,                    Mirror,
      "the control plane object's own Available condition", may_write::provider_available},
  {plane_exists && plane_initialized,          True,    "Available"},
  {plane_exists,                               False,   "NotAvailable",
      "{plane.kind} status.initialization.controlPlaneInitialized is false"},
  {deleting && plane_initialized,              False,   "ObjectDeleted",
      "{plane.kind} has been deleted"},
  {plane_initialized,                          False,   "ObjectDeleted",
      "{plane.kind} has been deleted while the cluster still exists"},
  {otherwise,                                  False,   "ObjectDoesNotExist",
      "{plane.kind} does not exist"},
});

inline constexpr auto initialized_table = table_of<Seen>(
    "Cluster", "ControlPlaneInitialized", all_words, {
  // guard                                     status   reason
  //     message
  {initialized_before,                         Keep,
      "a control plane that once worked stays initialized"},
  {initialized_by_legacy,                      Mirror, True,    "Initialized",
      "the legacy condition of the same name, which is True"},
  {!has_plane_ref && has_topology && deleting, Unknown, "ObjectDoesNotExist"},
  {!has_plane_ref && has_topology,             Unknown, "ObjectDoesNotExist",
      "Waiting for cluster topology to be reconciled"},
  {has_plane_ref && plane_unreadable,          Unknown, "InternalError",
      "Please check controller logs for errors"},
  {has_plane_ref && !plane_exists,             Unknown, "ObjectDoesNotExist",
      "{plane.kind} does not exist"},
  {has_plane_ref && start_unreadable,          Unknown, "InternalError",
      "Please check controller logs for errors"},
  {has_plane_ref && plane_started,             True,    "Initialized"},
  {has_plane_ref,                              False,   "NotInitialized",
      "Control plane not yet initialized"},
  {plane_has_node,                             True,    "Initialized"},
  {otherwise,                                  False,   "NotInitialized",
      "Waiting for the first control plane machine to have status.nodeRef set"},
});

inline constexpr auto deleted_table = table_of<Seen>("Cluster", "Deleted", all_words, {
  // guard                                     status   reason
  //     message
  {!deleting,                                  False,   "NotDeleting"},
  {hook_pending,                               True,    "WaitingForBeforeDeleteHook",
      "Waiting for BeforeClusterDelete hook"},
  {has_descendants,                            True,    "WaitingForWorkersDeletion",
      "{descendants}"},
  {has_plane_ref && plane_unreadable,          True,    "InternalError",
      "Please check controller logs for errors"},
  {has_plane_ref && plane_exists,              True,    "WaitingForControlPlaneDeletion",
      "Waiting for {plane.kind} to be deleted"},
  {has_infra_ref && infra_unreadable,          True,    "InternalError",
      "Please check controller logs for errors"},
  {has_infra_ref && infra_exists,              True,    "WaitingForInfrastructureDeletion",
      "Waiting for {infra.kind} to be deleted"},
  {otherwise,                                  True,    "DeletionCompleted",
      "Deletion completed"},
});
// clang-format on

}  // namespace telltale::cluster::rows
