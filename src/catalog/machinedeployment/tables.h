// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every table of a MachineDeployment, and the questions that only it is asked.

#include <string>

#include "base/text.h"
#include "catalog/machinedeployment/words.h"

namespace telltale::machinedeployment {

using Question = Guard<Seen>;

inline constexpr When<Seen> otherwise{};
inline constexpr Question deleting = workers::deleting<Seen>;

// clang-format off
inline constexpr Question enough_available{"enough_available",
    "enough replicas are available", "too few replicas are available",
    [](const Seen& seen) { return seen.available.value_or(0) >= seen.minimum(); },
    {.collected = workers::are_available_counted<Seen>, .evidence = [](const Seen& seen) {
       return format("{}, at least {} required", workers::count_evidence(seen), seen.minimum());
     }}};

inline constexpr Question rolling_update{"rolling_update",
    "the strategy is RollingUpdate", "the strategy is not RollingUpdate",
    [](const Seen& seen) { return seen.rolling_update; },
    {.evidence = [](const Seen& seen) {
       if (!seen.rolling_update) return std::string("OnDelete");
       return format("RollingUpdate, maxUnavailable = {}", seen.max_unavailable_given);
     }}};

inline constexpr Question creation_failed{"creation_failed",
    "the last attempt to create a MachineSet failed",
    "no failed attempt to create a MachineSet is known",
    [](const Seen& seen) { return seen.creation_failed; },
    {.evidence = [](const Seen& seen) { return std::string(seen.creation_errors); }}};

inline constexpr Question lacks_set{"lacks_set",
    "a MachineSet for the current template is still to be created",
    "a MachineSet for the current template exists or is not needed",
    [](const Seen& seen) { return !seen.deleting() && !seen.has_current_set; },
    {.at = [](const Seen& seen) { return seen.deleting() ? no_time : seen.current_set_until; },
     .collected = workers::are_counted<Seen>,
     .evidence = [](const Seen& seen) {
       if (!seen.counted()) return std::string(seen.counts_missing);
       return format("{}, {} of the current template",
                     counted(static_cast<std::size_t>(seen.sets), "MachineSet"),
                     seen.has_current_set ? "one" : "none");
     }}};

inline constexpr Question has_sets{"has_sets",
    "there are MachineSets", "there are no MachineSets",
    [](const Seen& seen) { return seen.sets > 0; },
    {.collected = workers::are_counted<Seen>, .evidence = [](const Seen& seen) {
       if (!seen.counted())
         return std::string(seen.counts_missing);
       return counted(static_cast<std::size_t>(seen.sets),
                      "MachineSet");
     }}};
// clang-format on

namespace rows {

using enum Status;

inline constexpr Question replicas_set = workers::replicas_set<Seen>;
inline constexpr Question available_set = workers::available_set<Seen>;
inline constexpr Question replicas_missing = workers::replicas_missing<Seen>;
inline constexpr Question sources_missing = workers::sources_missing<Seen>;
inline constexpr Question has_machines = workers::has_machines<Seen>;

// clang-format off
inline constexpr auto available_table = table_of<Seen>(
    "MachineDeployment", "Available", all_words, {
  // guard                                   status   reason
  //     message
  {!replicas_set,                            Unknown, "WaitingForReplicasSet",
      "Waiting for spec.replicas set"},
  {!available_set,                           Unknown, "WaitingForAvailableReplicasSet",
      "Waiting for status.availableReplicas set"},
  {enough_available,                         True,    "Available"},
  {deleting,                                 False,   "NotAvailable",
      "Deletion in progress"},
  {rolling_update,                           False,   "NotAvailable",
      "{available} available replicas, at least {minimum} required "
      "(spec.strategy.rollout.maxUnavailable is {max_unavailable}, spec.replicas is {replicas})"},
  {otherwise,                                False,   "NotAvailable",
      "{available} available replicas, at least {minimum} required"},
});

inline constexpr auto replica_failure_table = table_of<Seen>(
  "MachineDeployment", "ReplicaFailure", all_words, {
  // guard                                   status   reason
  //     message
  {creation_failed && lacks_set,             True,    "ReplicaFailure",
      "Failed to create 1 of 1 MachineSets: {creation.errors}"},
  {replicas_missing && sources_missing,      True,    "TemplateNotFound",
      "{sources.missing}"},
  {otherwise,                                False,   "NoReplicaFailure"},
});

inline constexpr auto deleted_table = table_of<Seen>("MachineDeployment", "Deleted", all_words, {
  // guard                                   status   reason
  //     message
  {!deleting,                                False,   "NotDeleting"},
  {has_machines,                             True,    "Deleting",
      "Deleting {machines}{slow?}"},
  {has_sets,                                 True,    "Deleting",
      "Deleting {sets} MachineSets"},
  {otherwise,                                True,    "Deleting",
      "Deletion completed"},
});
// clang-format on

inline constexpr Table paused_table{workers::paused_rows<Seen>, "MachineDeployment", "Paused",
                                    all_words};
inline constexpr Table machines_ready_table{workers::machines_ready_rows<Seen>, "MachineDeployment",
                                            "MachinesReady", all_words};
inline constexpr Table scaling_up_table{workers::scaling_up_rows<Seen>(workers::growing),
                                        "MachineDeployment", "ScalingUp", all_words};
inline constexpr Table scaling_down_table{workers::scaling_down_rows<Seen>, "MachineDeployment",
                                          "ScalingDown", all_words};
inline constexpr Table up_to_date_table{workers::up_to_date_rows<Seen>, "MachineDeployment",
                                        "UpToDate", all_words};
inline constexpr Table rolling_out_table{workers::rolling_out_rows<Seen>, "MachineDeployment",
                                         "RollingOut", all_words};
inline constexpr Table remediating_table{workers::remediating_rows<Seen>, "MachineDeployment",
                                         "Remediating", all_words};

}  // namespace rows

template <class Visit>
void for_each_table(Visit visit) {
  visit(rows::paused_table);
  visit(rows::available_table);
  visit(rows::replica_failure_table);
  visit(rows::machines_ready_table);
  visit(rows::scaling_up_table);
  visit(rows::scaling_down_table);
  visit(rows::up_to_date_table);
  visit(rows::rolling_out_table);
  visit(rows::remediating_table);
  visit(rows::deleted_table);
}

}  // namespace telltale::machinedeployment
