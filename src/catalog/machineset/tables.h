// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every table of a MachineSet. All but one are made of the rows that all workers share.

#include "catalog/machineset/words.h"

namespace telltale::machineset::rows {

using enum Status;

inline constexpr std::string_view kind = "MachineSet";

// clang-format off
inline constexpr auto deleted_table = table_of<Seen>(kind, "Deleted", all_words, {
  // guard                                   status   reason
  //     message
  {!workers::deleting<Seen>,                 False,   "NotDeleting"},
  {workers::has_machines<Seen>,              True,    "Deleting",
      "Deleting {machines}{slow?}"},
  {When<Seen>{},                             True,    "Deleting",
      "Deletion completed"},
});
// clang-format on

inline constexpr Table paused_table{workers::paused_rows<Seen>, kind, "Paused", all_words};
inline constexpr Table replica_failure_table{workers::replica_failure_rows<Seen>, kind,
                                             "ReplicaFailure", all_words};
inline constexpr Table machines_ready_table{workers::machines_ready_rows<Seen>, kind,
                                            "MachinesReady", all_words};
inline constexpr Table scaling_up_table{
    workers::scaling_up_rows<Seen>("Scaling up from {current} to {desired} replicas{obstacles?}"),
    kind, "ScalingUp", all_words};
inline constexpr Table scaling_down_table{workers::scaling_down_rows<Seen>, kind, "ScalingDown",
                                          all_words};
inline constexpr Table up_to_date_table{workers::up_to_date_rows<Seen>, kind, "UpToDate",
                                        all_words};
inline constexpr Table remediating_table{workers::remediating_rows<Seen>, kind, "Remediating",
                                         all_words};

}  // namespace telltale::machineset::rows

namespace telltale::machineset {

template <class Visit>
void for_each_table(Visit visit) {
  visit(rows::paused_table);
  visit(rows::replica_failure_table);
  visit(rows::machines_ready_table);
  visit(rows::scaling_up_table);
  visit(rows::scaling_down_table);
  visit(rows::up_to_date_table);
  visit(rows::remediating_table);
  visit(rows::deleted_table);
}

}  // namespace telltale::machineset
