// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a Cluster says about what it is made of: Machines, deployments, pools, sets, and their sum.

#include "catalog/cluster/guards.h"
#include "catalog/cluster/words.h"
#include "catalog/cluster_api/may_write.h"
#include "table/table.h"

namespace telltale::cluster::rows {

using enum Act;
using enum Status;

// clang-format off
inline constexpr auto workers_available_table = table_of<Seen>(
    "Cluster", "WorkersAvailable", all_words, {
  // guard                                     status   reason
  //     message
  {!has_workers,                               True,    "NoWorkers"},
  {otherwise,                                  Merge,
      "Available of all MachineDeployments and of the MachinePools that report it",
      may_write::available},
});

inline constexpr auto plane_machines_ready_table = table_of<Seen>(
    "Cluster", "ControlPlaneMachinesReady", all_words, {
  // guard                                     status   reason
  //     message
  {!has_plane_machines,                        True,    "NoReplicas"},
  {otherwise,                                  Merge,
      "Ready of all control plane Machines", may_write::ready},
});

inline constexpr auto worker_machines_ready_table = table_of<Seen>(
    "Cluster", "WorkerMachinesReady", all_words, {
  // guard                                     status   reason
  //     message
  {!has_worker_machines,                       True,    "NoReplicas"},
  {otherwise,                                  Merge,
      "Ready of all worker Machines", may_write::ready},
});

inline constexpr auto plane_machines_up_to_date_table = table_of<Seen>(
    "Cluster", "ControlPlaneMachinesUpToDate", all_words, {
  // guard                                     status   reason
  //     message
  {!any_plane_machine_judged,                  True,    "NoReplicas"},
  {otherwise,                                  Merge,
      "UpToDate of the control plane Machines that report it or are older than 10s",
      may_write::up_to_date},
});

inline constexpr auto worker_machines_up_to_date_table = table_of<Seen>(
    "Cluster", "WorkerMachinesUpToDate", all_words, {
  // guard                                     status   reason
  //     message
  {!any_worker_machine_judged,                 True,    "NoReplicas"},
  {otherwise,                                  Merge,
      "UpToDate of the worker Machines that report it or are older than 10s",
      may_write::up_to_date},
});

inline constexpr auto up_to_date_table = table_of<Seen>("Cluster", "UpToDate", all_words, {
  // guard                                     status   reason
  //     message
  {!any_machine_judged,                        True,    "NoReplicas"},
  {otherwise,                                  Merge,
      "UpToDate of all Machines that report it or are older than 10s", may_write::up_to_date},
});

inline constexpr auto scaling_up_table = table_of<Seen>("Cluster", "ScalingUp", all_words, {
  // guard                                     status   reason
  //     message
  {plane_unreadable,                           Unknown, "InternalError",
      "Please check controller logs for errors"},
  {up_counted && too_few,                      Merge,  True,    "ScalingUp",
      "what the control plane, deployments, pools and stand-alone sets say about ScalingUp"},
  {up_counted,                                 Merge,  False,   "NotScalingUp",
      "what the control plane, deployments, pools and stand-alone sets say about ScalingUp"},
  {!anyone_tells_scaling_up,                   False,   "NotScalingUp"},
  {otherwise,                                  Merge,
      "ScalingUp of the control plane, deployments, pools and stand-alone sets",
      may_write::scaling_up},
});

inline constexpr auto scaling_down_table = table_of<Seen>("Cluster", "ScalingDown", all_words, {
  // guard                                     status   reason
  //     message
  {plane_unreadable,                           Unknown, "InternalError",
      "Please check controller logs for errors"},
  {down_counted && too_many,                   Merge,  True,    "ScalingDown",
      "what the control plane, deployments, pools and stand-alone sets say about ScalingDown"},
  {down_counted,                               Merge,  False,   "NotScalingDown",
      "what the control plane, deployments, pools and stand-alone sets say about ScalingDown"},
  {!anyone_tells_scaling_down,                 False,   "NotScalingDown"},
  {otherwise,                                  Merge,
      "ScalingDown of the control plane, deployments, pools and stand-alone sets",
      may_write::scaling_down},
});

inline constexpr auto rolling_out_table = table_of<Seen>("Cluster", "RollingOut", all_words, {
  // guard                                     status   reason
  //     message
  {plane_unreadable,                           Unknown, "InternalError",
      "Please check controller logs for errors"},
  {!anyone_tells_rolling_out,                  False,   "NotRollingOut"},
  {otherwise,                                  Merge,
      "RollingOut of the control plane, deployments and pools", may_write::rolling_out},
});

inline constexpr auto remediating_table = table_of<Seen>("Cluster", "Remediating", all_words, {
  // guard                                     status   reason
  //     message
  {any_to_be_remediated,                       Merge,  True,    "Remediating",
      "OwnerRemediated of the Machines that wait to be remediated"},
  {unhealthy_counts,                           True,    "Remediating",
      "{unhealthy}"},
  {otherwise,                                  False,   "NotRemediating",
      "{unhealthy}"},
});

inline constexpr auto available_table = table_of<Seen>("Cluster", "Available", all_words, {
  // guard                                     status   reason
  //     message
  {otherwise,                                  Merge,
      "Deleted, RemoteConnectionProbe, infrastructure, control plane, workers, topology, gates",
      may_write::available},
});
// clang-format on

}  // namespace telltale::cluster::rows
