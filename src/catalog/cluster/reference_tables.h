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

inline constexpr Lines<Seen, 2> pauses{
    all_words,
    {{paused_by_spec, "Cluster spec.paused is set to true"},
     {paused_by_annotation, "Cluster has the cluster.x-k8s.io/paused annotation"}}};

// clang-format off
inline constexpr auto paused_table = table_of<Seen>("Cluster", "Paused", all_words, {
  // guard                                     act     status   reason
  //     message
  {paused_by_spec,                             Set,    True,    "Paused",
      "{pauses}"},
  {paused_by_annotation,                       Set,    True,    "Paused",
      "{pauses}"},
  {otherwise,                                  Set,    False,   "NotPaused",
      ""},
});

inline constexpr auto probe_table = table_of<Seen>("Cluster", "RemoteConnectionProbe", all_words, {
  // guard                                     act     status   reason
  //     message
  {!has_prober,                                Keep,   Unknown, "",
      "what is stored stands; nothing stored is taken as connected, and nobody says so"},
  {not_established && !probe_reported,         Set,    False,   "ProbeFailed",
      "Remote connection not established yet"},
  {not_established,                            Keep,   Unknown, "",
      "somebody has only just begun to probe; that is no news"},
  {grace_over && !ever_probed,                 Set,    False,   "ProbeFailed",
      "Remote connection probe failed"},
  {grace_over,                                 Set,    False,   "ProbeFailed",
      "Remote connection probe failed, probe last succeeded at {probe.last_success}"},
  {otherwise,                                  Set,    True,    "ProbeSucceeded",
      ""},
});

inline constexpr auto unset_infrastructure_rows = std::to_array<Row<Seen>>({
  // guard                                     act     status   reason
  //     message
  {!has_infra_ref && has_topology && deleting, Set,    False,   "ObjectDoesNotExist",
      ""},
  {!has_infra_ref && has_topology,             Set,    False,   "ObjectDoesNotExist",
      "Waiting for cluster topology to be reconciled"},
  {!has_infra_ref,                             Set,    True,    "NotConfigured",
      ""},
});

inline constexpr Table infrastructure_table{
    concat(unset_infrastructure_rows,
           reference::infrastructure_rows<Seen>(
               deleting, "{infra.kind} has been deleted while the cluster still exists")),
    "Cluster", "InfrastructureReady", all_words};

inline constexpr auto plane_available_table = table_of<Seen>(
    "Cluster", "ControlPlaneAvailable", all_words, {
  // guard                                     act     status   reason
  //     message
  {!has_plane_ref && has_topology && deleting, Set,    False,   "ObjectDoesNotExist",
      ""},
  {!has_plane_ref && has_topology,             Set,    False,   "ObjectDoesNotExist",
      "Waiting for cluster topology to be reconciled"},
  {!has_plane_ref && plane_machine_available,  Set,    True,    "Available",
      ""},
  {!has_plane_ref,                             Set,    False,   "NotAvailable",
      "There are no available control plane Machines, at least 1 required"},
  {plane_unreadable,                           Set,    Unknown, "InternalError",
      "Please check controller logs for errors"},
  {plane_malformed,                            Set,    Unknown, "InvalidConditionReported",
      "{plane.trouble}"},
  {plane_reports_available,                    Mirror, Unknown, "",
      "the control plane object's own Available condition", may_write::provider_available},
  {plane_exists && plane_initialized,          Set,    True,    "Available",
      ""},
  {plane_exists,                               Set,    False,   "NotAvailable",
      "{plane.kind} status.initialization.controlPlaneInitialized is false"},
  {deleting && plane_initialized,              Set,    False,   "ObjectDeleted",
      "{plane.kind} has been deleted"},
  {plane_initialized,                          Set,    False,   "ObjectDeleted",
      "{plane.kind} has been deleted while the cluster still exists"},
  {otherwise,                                  Set,    False,   "ObjectDoesNotExist",
      "{plane.kind} does not exist"},
});

inline constexpr auto initialized_table = table_of<Seen>(
    "Cluster", "ControlPlaneInitialized", all_words, {
  // guard                                     act     status   reason
  //     message
  {initialized_before,                         Keep,   Unknown, "",
      "a control plane that once worked stays initialized"},
  {initialized_by_legacy,                      Mirror, True,    "Initialized",
      "the legacy condition of the same name, which is True"},
  {!has_plane_ref && has_topology && deleting, Set,    Unknown, "ObjectDoesNotExist",
      ""},
  {!has_plane_ref && has_topology,             Set,    Unknown, "ObjectDoesNotExist",
      "Waiting for cluster topology to be reconciled"},
  {has_plane_ref && plane_unreadable,          Set,    Unknown, "InternalError",
      "Please check controller logs for errors"},
  {has_plane_ref && !plane_exists,             Set,    Unknown, "ObjectDoesNotExist",
      "{plane.kind} does not exist"},
  {has_plane_ref && start_unreadable,          Set,    Unknown, "InternalError",
      "Please check controller logs for errors"},
  {has_plane_ref && plane_started,             Set,    True,    "Initialized",
      ""},
  {has_plane_ref,                              Set,    False,   "NotInitialized",
      "Control plane not yet initialized"},
  {plane_has_node,                             Set,    True,    "Initialized",
      ""},
  {otherwise,                                  Set,    False,   "NotInitialized",
      "Waiting for the first control plane machine to have status.nodeRef set"},
});

inline constexpr auto deleted_table = table_of<Seen>("Cluster", "Deleted", all_words, {
  // guard                                     act     status   reason
  //     message
  {!deleting,                                  Set,    False,   "NotDeleting",
      ""},
  {hook_pending,                               Set,    True,    "WaitingForBeforeDeleteHook",
      "Waiting for BeforeClusterDelete hook"},
  {has_descendants,                            Set,    True,    "WaitingForWorkersDeletion",
      "{descendants}"},
  {has_plane_ref && plane_unreadable,          Set,    True,    "InternalError",
      "Please check controller logs for errors"},
  {has_plane_ref && plane_exists,              Set,    True,    "WaitingForControlPlaneDeletion",
      "Waiting for {plane.kind} to be deleted"},
  {has_infra_ref && infra_unreadable,          Set,    True,    "InternalError",
      "Please check controller logs for errors"},
  {has_infra_ref && infra_exists,              Set,    True,    "WaitingForInfrastructureDeletion",
      "Waiting for {infra.kind} to be deleted"},
  {otherwise,                                  Set,    True,    "DeletionCompleted",
      "Deletion completed"},
});
// clang-format on

}  // namespace telltale::cluster::rows
