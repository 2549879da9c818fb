// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every table of a MachinePool, and the questions that only it is asked.

#include <string>

#include "base/text.h"
#include "catalog/machinepool/words.h"

namespace telltale::machinepool {

using Question = Guard<Seen>;

inline constexpr When<Seen> otherwise{};
inline constexpr Question deleting = workers::deleting<Seen>;

std::string support_evidence(const Seen& seen);

// clang-format off
inline constexpr Question has_no_machines_ever{"has_no_machines_ever",
    "the infrastructure makes no Machines of its instances",
    "the infrastructure is not known to make no Machines of its instances",
    [](const Seen& seen) { return seen.support == MachineSupport::NotSupported; },
    {.collected = [](const Seen& seen) { return seen.support != MachineSupport::NotCollected; },
     .evidence = support_evidence}};

inline constexpr Question support_unknown{"support_unknown",
    "it is not known whether the infrastructure makes Machines of its instances",
    "it is known whether the infrastructure makes Machines of its instances",
    [](const Seen& seen) { return seen.support == MachineSupport::Unknown; },
    {.collected = [](const Seen& seen) { return seen.support != MachineSupport::NotCollected; },
     .evidence = support_evidence}};

inline constexpr Question infra_ready{"infra_ready",
    "InfrastructureReady is True", "InfrastructureReady is not True",
    [](const Seen& seen) { return seen.infrastructure_ready == Status::True; },
    {.collected = reference::infra_collected<Seen>, .evidence = reference::infra_evidence<Seen>}};

inline constexpr Question enough_available{"enough_available",
    "as many replicas are available as spec.replicas wants",
    "fewer replicas are available than spec.replicas wants",
    [](const Seen& seen) { return seen.available.value_or(0) >= seen.replicas.value_or(0); },
    {.collected = workers::are_available_counted<Seen>,
     .evidence = workers::of<Seen, workers::count_evidence>}};

inline constexpr Question instances_remain{"instances_remain",
    "the infrastructure exists and still reports replicas",
    "the infrastructure is gone or reports no replicas",
    [](const Seen& seen) {
      return seen.infrastructure.sight == Sight::Present && seen.current_count() > 0;
    },
    {.collected = reference::infra_collected<Seen>,
     .evidence = workers::of<Seen, workers::count_evidence>}};
// clang-format on

namespace rows {

using enum Act;
using enum Status;

inline constexpr Question replicas_set = workers::replicas_set<Seen>;
inline constexpr Question available_set = workers::available_set<Seen>;
inline constexpr Question has_machines = workers::has_machines<Seen>;

// What stands on Machines stands on nothing in a pool without any.
// clang-format off
inline constexpr auto support_rows = std::to_array<Row<Seen>>({
  // guard                                   status   reason
  //     message
  {has_no_machines_ever,                     Remove,
      "the infrastructure makes no Machines of its instances"},
  {support_unknown,                          Unknown, "InternalError",
      internal_error_message},
});

inline constexpr auto available_table = table_of<Seen>("MachinePool", "Available", all_words, {
  // guard                                   status   reason
  //     message
  {!replicas_set,                            Unknown, "WaitingForReplicasSet",
      "Waiting for spec.replicas set"},
  {!available_set,                           Unknown, "WaitingForAvailableReplicasSet",
      "Waiting for status.availableReplicas set"},
  {infra_ready && enough_available,          True,    "Available"},
  {deleting,                                 False,   "NotAvailable",
      "Deletion in progress"},
  {!infra_ready,                             False,   "NotAvailable",
      "{infra.line}"},
  {otherwise,                                False,   "NotAvailable",
      "{available} available replicas, at least {replicas} required"},
});

inline constexpr auto deleted_table = table_of<Seen>("MachinePool", "Deleted", all_words, {
  // guard                                   status   reason
  //     message
  {!deleting,                                False,   "NotDeleting"},
  {has_machines,                             True,    "Deleting",
      "Deleting {machines}{slow?}"},
  {instances_remain,                         True,    "Deleting",
      "Deleting {instances}"},
  {otherwise,                                True,    "Deleting",
      "Deletion completed"},
});
// clang-format on

inline constexpr Table bootstrap_config_ready_table{
    reference::bootstrap_rows<Seen>(deleting), "MachinePool", "BootstrapConfigReady", all_words};
inline constexpr Table infrastructure_ready_table{
    reference::infrastructure_rows<Seen>(
        deleting, "{infra.kind} has been deleted while the MachinePool still exists"),
    "MachinePool", "InfrastructureReady", all_words};
inline constexpr Table machines_ready_table{
    concat(support_rows, workers::machines_ready_rows<Seen>), "MachinePool", "MachinesReady",
    all_words};
inline constexpr Table up_to_date_table{concat(support_rows, workers::up_to_date_rows<Seen>),
                                        "MachinePool", "UpToDate", all_words};
inline constexpr Table remediating_table{concat(support_rows, workers::remediating_rows<Seen>),
                                         "MachinePool", "Remediating", all_words};
inline constexpr Table paused_table{workers::paused_rows<Seen>, "MachinePool", "Paused", all_words};
inline constexpr Table scaling_up_table{workers::scaling_up_rows<Seen>(workers::growing),
                                        "MachinePool", "ScalingUp", all_words};
inline constexpr Table scaling_down_table{workers::scaling_down_rows<Seen>, "MachinePool",
                                          "ScalingDown", all_words};
inline constexpr Table rolling_out_table{workers::rolling_out_rows<Seen>, "MachinePool",
                                         "RollingOut", all_words};

}  // namespace rows

template <class Visit>
void for_each_table(Visit visit) {
  visit(rows::paused_table);
  visit(rows::bootstrap_config_ready_table);
  visit(rows::infrastructure_ready_table);
  visit(rows::available_table);
  visit(rows::machines_ready_table);
  visit(rows::scaling_up_table);
  visit(rows::scaling_down_table);
  visit(rows::up_to_date_table);
  visit(rows::rolling_out_table);
  visit(rows::remediating_table);
  visit(rows::deleted_table);
}

}  // namespace telltale::machinepool
