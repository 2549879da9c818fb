// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every table of a MachineSet, and the questions they ask.

#include <string>

#include "base/text.h"
#include "catalog/cluster_api/may_write.h"
#include "catalog/machineset/seen.h"
#include "catalog/machineset/words.h"
#include "table/lines.h"
#include "table/table.h"

namespace telltale::machineset {

using Question = Guard<Seen>;

inline constexpr When<Seen> otherwise{};

constexpr bool cluster_collected(const Seen& seen) { return seen.cluster != Sight::NotCollected; }
constexpr bool machines_collected(const Seen& seen) { return seen.machines_collected; }
std::string cluster_evidence(const Seen& seen);
std::string machines_evidence(const Seen& seen);
std::string templates_evidence(const Seen& seen);

inline constexpr Question paused_by_annotation{
    .name = "paused_by_annotation",
    .text = "the MachineSet carries the paused annotation",
    .denial = "the MachineSet does not carry the paused annotation",
    .ask = [](const Seen& seen) { return seen.paused_by_annotation; }};

inline constexpr Question paused_by_cluster{
    .name = "paused_by_cluster",
    .text = "the Cluster is paused",
    .denial = "the Cluster is not paused",
    .ask = [](const Seen& seen) { return seen.paused_by_cluster; },
    .collected = cluster_collected,
    .evidence = cluster_evidence};

inline constexpr Question paused_by_cluster_annotation{
    .name = "paused_by_cluster_annotation",
    .text = "the Cluster carries the paused annotation",
    .denial = "the Cluster does not carry the paused annotation",
    .ask = [](const Seen& seen) { return seen.paused_by_cluster_annotation; },
    .collected = cluster_collected,
    .evidence = cluster_evidence};

inline constexpr Question deleting{.name = "deleting",
                                   .text = "the MachineSet is being deleted",
                                   .denial = "the MachineSet is not being deleted",
                                   .ask = [](const Seen& seen) { return seen.deleting; }};

inline constexpr Question replicas_set{
    .name = "replicas_set",
    .text = "spec.replicas is set",
    .denial = "spec.replicas is not set",
    .ask = [](const Seen& seen) { return seen.replicas.has_value(); },
    .evidence =
        [](const Seen& seen) {
          if (!seen.replicas) return std::string("spec.replicas is nil");
          return format("spec.replicas = {}", *seen.replicas);
        }};

inline constexpr Question has_machines{
    .name = "has_machines",
    .text = "there are Machines",
    .denial = "there are no Machines",
    .ask = [](const Seen& seen) { return seen.tally.current > 0; },
    .collected = machines_collected,
    .evidence = machines_evidence};

inline constexpr Question enough{
    .name = "enough",
    .text = "there are enough replicas",
    .denial = "there are too few replicas",
    .ask = [](const Seen& seen) { return seen.basis_count() >= seen.desired(); },
    .collected = machines_collected,
    .evidence = machines_evidence};

inline constexpr Question machines_missing{
    .name = "machines_missing",
    .text = "fewer Machines exist than desired",
    .denial = "as many Machines exist as desired",
    .ask = [](const Seen& seen) { return seen.tally.current < seen.desired(); },
    .collected = machines_collected,
    .evidence = machines_evidence};

inline constexpr Question too_many{
    .name = "too_many",
    .text = "more Machines exist than desired",
    .denial = "no more Machines exist than desired",
    .ask = [](const Seen& seen) { return seen.tally.acknowledged > seen.desired(); },
    .collected = machines_collected,
    .evidence = machines_evidence};

inline constexpr Question templates_missing{
    .name = "templates_missing",
    .text = "a template that Machines are made from does not exist",
    .denial = "the templates exist",
    .ask =
        [](const Seen& seen) {
          return seen.bootstrap_template == Sight::Absent ||
                 seen.infrastructure_template == Sight::Absent;
        },
    .collected =
        [](const Seen& seen) {
          // One that is surely gone settles it, whatever the other one is.
          return seen.bootstrap_template == Sight::Absent ||
                 seen.infrastructure_template == Sight::Absent ||
                 (seen.bootstrap_template == Sight::Present &&
                  seen.infrastructure_template == Sight::Present);
        },
    .evidence = templates_evidence};

// For a remark beside a status that does not rest on it.
inline constexpr Question templates_known_missing{
    .name = "templates_known_missing",
    .text = "a template that Machines are made from is known not to exist",
    .denial = "no template is known to be missing",
    .ask = templates_missing.ask,
    .evidence = templates_evidence};

inline constexpr Question creation_failed{
    .name = "creation_failed",
    .text = "the last attempt to create a Machine failed",
    .denial = "no failed attempt to create a Machine is known",
    .ask = [](const Seen& seen) { return seen.creation_failed; },
    .evidence = [](const Seen& seen) { return std::string(seen.creation_errors); }};

inline constexpr Question anyone_judged_up_to_date{
    .name = "anyone_judged_up_to_date",
    .text = "some Machine reports UpToDate or is older than 10s",
    .denial = "no Machine reports UpToDate or is older than 10s",
    .ask = [](const Seen& seen) { return seen.tally.judged_up_to_date > 0; },
    .at = [](const Seen& seen) { return seen.next_grown_up; },
    .collected = machines_collected,
    .evidence = machines_evidence};

inline constexpr Question any_to_be_remediated{
    .name = "any_to_be_remediated",
    .text = "some Machine waits to be remediated",
    .denial = "no Machine waits to be remediated",
    .ask = [](const Seen& seen) { return seen.tally.to_be_remediated > 0; },
    .collected = machines_collected,
    .evidence = machines_evidence};

inline constexpr Question unhealthy_counts{
    .name = "unhealthy_counts",
    .text = "some Machine fails its health check, which alone counts here",
    .denial = "no Machine fails its health check, or that alone does not count here",
    .ask =
        [](const Seen& seen) {
          return seen.tally.unhealthy > 0 && seen.remediating == RemediatingRule::AnyUnhealthy;
        },
    .collected = machines_collected,
    .evidence = machines_evidence};

namespace rows {

using enum Act;
using enum Status;

inline constexpr Lines<Seen, 3> pauses{
    all_words,
    {{paused_by_cluster, "Cluster spec.paused is set to true"},
     {paused_by_cluster_annotation, "Cluster has the cluster.x-k8s.io/paused annotation"},
     {paused_by_annotation, "MachineSet has the cluster.x-k8s.io/paused annotation"}}};

// clang-format off
inline constexpr auto paused_table = table_of<Seen>("MachineSet", "Paused", all_words, {
  // guard                                   status   reason
  //     message
  {paused_by_annotation,                     True,    "Paused",
      "{pauses}"},
  {paused_by_cluster,                        True,    "Paused",
      "{pauses}"},
  {paused_by_cluster_annotation,             True,    "Paused",
      "{pauses}"},
  {otherwise,                                False,   "NotPaused"},
});

inline constexpr auto replica_failure_table = table_of<Seen>(
    "MachineSet", "ReplicaFailure", all_words, {
  // guard                                   status   reason
  //     message
  {machines_missing && creation_failed,      True,    "ReplicaFailure",
      "Failed to create {missing} of {desired} Machines: {creation.errors}"},
  {machines_missing && templates_missing,    True,    "TemplateNotFound",
      "{templates.missing}"},
  {otherwise,                                False,   "NoReplicaFailure"},
});

inline constexpr auto machines_ready_table = table_of<Seen>(
    "MachineSet", "MachinesReady", all_words, {
  // guard                                   status   reason
  //     message
  {!has_machines,                            True,    "NoReplicas"},
  {otherwise,                                Merge,
      "Ready of all Machines", may_write::ready},
});

inline constexpr auto scaling_up_table = table_of<Seen>("MachineSet", "ScalingUp", all_words, {
  // guard                                   status   reason
  //     message
  {!replicas_set,                            Unknown, "WaitingForReplicasSet",
      "Waiting for spec.replicas set"},
  {enough && deleting,                       False,   "NotScalingUp"},
  {enough && templates_known_missing,        False,   "NotScalingUp",
      "Scaling up would be blocked because {templates.missing}"},
  {enough,                                   False,   "NotScalingUp"},
  {machines_missing,                         True,    "ScalingUp",
      "Scaling up from {current} to {desired} replicas{blocked?}"},
  {otherwise,                                True,    "ScalingUp",
      "{available} of {desired} replicas available"},
});

inline constexpr auto scaling_down_table = table_of<Seen>("MachineSet", "ScalingDown", all_words, {
  // guard                                   status   reason
  //     message
  {!replicas_set,                            Unknown, "WaitingForReplicasSet",
      "Waiting for spec.replicas set"},
  {too_many,                                 True,    "ScalingDown",
      "Scaling down from {acknowledged} to {desired} replicas{slow?}"},
  {otherwise,                                False,   "NotScalingDown"},
});

inline constexpr auto up_to_date_table = table_of<Seen>("MachineSet", "UpToDate", all_words, {
  // guard                                   status   reason
  //     message
  {!anyone_judged_up_to_date,                True,    "NoReplicas"},
  {otherwise,                                Merge,
      "UpToDate of all Machines that report it or are older than 10s", may_write::up_to_date},
});

inline constexpr auto remediating_table = table_of<Seen>("MachineSet", "Remediating", all_words, {
  // guard                                   status   reason
  //     message
  {any_to_be_remediated,                     Merge, True,    "Remediating",
      "OwnerRemediated of the Machines that wait to be remediated"},
  {unhealthy_counts,                         True,    "Remediating",
      "{unhealthy}"},
  {otherwise,                                False,   "NotRemediating",
      "{unhealthy}"},
});

inline constexpr auto deleted_table = table_of<Seen>("MachineSet", "Deleted", all_words, {
  // guard                                   status   reason
  //     message
  {!deleting,                                False,   "NotDeleting"},
  {has_machines,                             True,    "Deleting",
      "Deleting {current} {machines}{slow?}"},
  {otherwise,                                True,    "Deleting",
      "Deletion completed"},
});
// clang-format on

}  // namespace rows

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
