// SPDX-License-Identifier: Apache-2.0
#pragma once

// The questions, words and rows that MachineSets, MachineDeployments, MachinePools and control
// planes share. A Seen that uses them derives from Workers.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "catalog/cluster_api/may_write.h"
#include "catalog/owners/workers.h"
#include "table/table.h"

namespace telltale {

// The words of all workers and those of one kind of them.
template <class Seen, std::size_t... Ns>
consteval auto join_words(const std::array<Word<Seen>, Ns>&... parts) {
  std::array<Word<Seen>, (Ns + ...)> joined{};
  auto end = joined.begin();
  ((end = std::ranges::copy(parts, end).out), ...);
  return joined;
}

namespace workers {

// A function about workers as one about this kind of them.
template <class Seen, auto function>
constexpr auto of(const Seen& seen) {
  return function(seen);
}
template <class Seen, auto put>
void word_of(const Seen& seen, std::string& out) {
  put(seen, out);
}

template <class Seen>
constexpr bool cluster_collected(const Seen& seen) {
  return seen.cluster != Sight::NotCollected;
}
template <class Seen>
constexpr bool are_counted(const Seen& seen) {
  return seen.counted();
}
template <class Seen>
constexpr bool were_machines_collected(const Seen& seen) {
  return seen.machines_collected;
}
// A count that nobody reports was not collected, if those who would report it were not.
template <class Seen>
constexpr bool are_available_counted(const Seen& seen) {
  return seen.counted() && (seen.available.has_value() || seen.machines_collected);
}

// clang-format off
template <class Seen>
inline constexpr Guard<Seen> paused_by_annotation{"paused_by_annotation",
    "it carries the paused annotation", "it does not carry the paused annotation",
    [](const Seen& seen) { return seen.paused_by_annotation; }};

template <class Seen>
inline constexpr Guard<Seen> paused_by_cluster{"paused_by_cluster",
    "the Cluster is paused", "the Cluster is not paused",
    [](const Seen& seen) { return seen.paused_by_cluster; },
    {.collected = cluster_collected<Seen>, .evidence = of<Seen, cluster_evidence>}};

template <class Seen>
inline constexpr Guard<Seen> paused_by_cluster_annotation{"paused_by_cluster_annotation",
    "the Cluster carries the paused annotation", "the Cluster does not carry the paused annotation",
    [](const Seen& seen) { return seen.paused_by_cluster_annotation; },
    {.collected = cluster_collected<Seen>, .evidence = of<Seen, cluster_evidence>}};

template <class Seen>
inline constexpr Guard<Seen> deleting{"deleting",
    "it is being deleted", "it is not being deleted",
    [](const Seen& seen) { return seen.deleting(); }, {.evidence = of<Seen, deletion_evidence>}};

template <class Seen>
inline constexpr Guard<Seen> replicas_set{"replicas_set",
    "spec.replicas is set", "spec.replicas is not set",
    [](const Seen& seen) { return seen.replicas.has_value(); },
    {.evidence = [](const Seen& seen) {
       if (!seen.replicas) return std::string("spec.replicas is nil");
       return format("spec.replicas = {}", *seen.replicas);
     }}};

template <class Seen>
inline constexpr Guard<Seen> available_set{"available_set",
    "available replicas are reported", "available replicas are not reported",
    [](const Seen& seen) { return seen.available.has_value(); },
    {.collected = are_available_counted<Seen>, .evidence = of<Seen, count_evidence>}};

template <class Seen>
inline constexpr Guard<Seen> has_machines{"has_machines",
    "there are Machines", "there are no Machines",
    [](const Seen& seen) { return seen.tally.current > 0; },
    {.collected = were_machines_collected<Seen>, .evidence = of<Seen, machines_evidence>}};

template <class Seen>
inline constexpr Guard<Seen> enough{"enough",
    "there are enough replicas", "there are too few replicas",
    [](const Seen& seen) { return seen.basis_count() >= seen.desired(); },
    {.collected = [](const Seen& seen) { return seen.knows_enough(); },
     .evidence = of<Seen, count_evidence>}};

template <class Seen>
inline constexpr Guard<Seen> replicas_missing{"replicas_missing",
    "fewer replicas exist than desired", "as many replicas exist as desired",
    [](const Seen& seen) { return seen.current_count() < seen.desired(); },
    {.collected = are_counted<Seen>, .evidence = of<Seen, count_evidence>}};

template <class Seen>
inline constexpr Guard<Seen> too_many{"too_many",
    "more replicas exist than desired", "no more replicas exist than desired",
    [](const Seen& seen) { return seen.acknowledged_count() > seen.desired(); },
    {.collected = are_counted<Seen>, .evidence = of<Seen, count_evidence>}};

template <class Seen>
inline constexpr Guard<Seen> sources_missing{"sources_missing",
    "something that replicas are made from does not exist",
    "all that replicas are made from exists",
    [](const Seen& seen) { return seen.lacks_source(); },
    {.collected = [](const Seen& seen) { return seen.knows_sources(); },
     .evidence = of<Seen, sources_evidence>}};

// For a remark beside a status that does not rest on it.
template <class Seen>
inline constexpr Guard<Seen> sources_known_missing{"sources_known_missing",
    "something that replicas are made from is known not to exist",
    "nothing that replicas are made from is known to be missing",
    [](const Seen& seen) { return seen.lacks_source(); }, {.evidence = of<Seen, sources_evidence>}};

template <class Seen>
inline constexpr Guard<Seen> creation_failed{"creation_failed",
    "the last attempt to create a Machine failed", "no failed attempt to create a Machine is known",
    [](const Seen& seen) { return seen.creation_failed; },
    {.evidence = [](const Seen& seen) { return std::string(seen.creation_errors); }}};

template <class Seen>
inline constexpr Guard<Seen> anyone_judged_up_to_date{"anyone_judged_up_to_date",
    "some Machine reports UpToDate or is older than 10s",
    "no Machine reports UpToDate or is older than 10s",
    [](const Seen& seen) { return seen.tally.judged_up_to_date > 0; },
    {.at = [](const Seen& seen) { return seen.next_grown_up; },
     .collected = were_machines_collected<Seen>, .evidence = of<Seen, machines_evidence>}};

template <class Seen>
inline constexpr Guard<Seen> any_not_up_to_date{"any_not_up_to_date",
    "some Machine is not up to date", "no Machine is known not to be up to date",
    [](const Seen& seen) { return seen.tally.not_up_to_date > 0; },
    {.collected = were_machines_collected<Seen>, .evidence = of<Seen, machines_evidence>}};

template <class Seen>
inline constexpr Guard<Seen> any_to_be_remediated{"any_to_be_remediated",
    "some Machine waits to be remediated", "no Machine waits to be remediated",
    [](const Seen& seen) { return seen.tally.to_be_remediated > 0; },
    {.collected = were_machines_collected<Seen>, .evidence = of<Seen, machines_evidence>}};

template <class Seen>
inline constexpr Guard<Seen> unhealthy_counts{"unhealthy_counts",
    "some Machine fails its health check, which alone counts here",
    "no Machine fails its health check, or that alone does not count here",
    [](const Seen& seen) {
      return seen.tally.unhealthy > 0 && seen.remediating == RemediatingRule::AnyUnhealthy;
    },
    {.collected = were_machines_collected<Seen>, .evidence = of<Seen, machines_evidence>}};
// clang-format on

template <class Seen>
inline constexpr std::array<Word<Seen>, 14> words{{
    {"current",
     [](const Seen& seen, std::string& out) { out += format("{}", seen.current_count()); }},
    {"acknowledged",
     [](const Seen& seen, std::string& out) { out += format("{}", seen.acknowledged_count()); }},
    {"missing",
     [](const Seen& seen, std::string& out) {
       out += format("{}", seen.desired() - seen.current_count());
     }},
    {"available",
     [](const Seen& seen, std::string& out) { out += format("{}", seen.available.value_or(0)); }},
    {"desired", [](const Seen& seen, std::string& out) { out += format("{}", seen.desired()); }},
    {"replicas",
     [](const Seen& seen, std::string& out) { out += format("{}", seen.replicas.value_or(0)); }},
    {"machines",
     [](const Seen& seen, std::string& out) {
       out += counted(static_cast<std::size_t>(seen.tally.current), "Machine");
     }},
    {"sources.missing", word_of<Seen, put_missing_sources>},
    {"blocked", word_of<Seen, put_blocked>},
    {"unhealthy", word_of<Seen, put_unhealthy>},
    {"slow", word_of<Seen, put_slow>},
    {"pauses", word_of<Seen, put_pauses>},
    {"creation.errors", [](const Seen& seen, std::string& out) { out += seen.creation_errors; }},
    {"rollout", [](const Seen& seen, std::string& out) { out += seen.rollout; }},
}};

using enum Act;
using enum Status;

// clang-format off

template <class Seen>
inline constexpr auto paused_rows = std::to_array<Row<Seen>>({
  // guard                                      status   reason
  //     message
  {paused_by_annotation<Seen>,                  True,    "Paused",
      "{pauses}"},
  {paused_by_cluster<Seen>,                     True,    "Paused",
      "{pauses}"},
  {paused_by_cluster_annotation<Seen>,          True,    "Paused",
      "{pauses}"},
  {When<Seen>{},                                False,   "NotPaused"},
});

template <class Seen>
inline constexpr auto machines_ready_rows = std::to_array<Row<Seen>>({
  // guard                                      status   reason
  //     message
  {!has_machines<Seen>,                         True,    "NoReplicas"},
  {When<Seen>{},                                Merge,
      "Ready of all Machines", may_write::ready},
});

// Who creates Machines itself; what fails to create MachineSets says so in rows of its own.
template <class Seen>
inline constexpr auto replica_failure_rows = std::to_array<Row<Seen>>({
  // guard                                             status   reason
  //     message
  {replicas_missing<Seen> && creation_failed<Seen>,    True,    "ReplicaFailure",
      "Failed to create {missing} of {desired} Machines: {creation.errors}"},
  {replicas_missing<Seen> && sources_missing<Seen>,    True,    "TemplateNotFound",
      "{sources.missing}"},
  {When<Seen>{},                                       False,   "NoReplicaFailure"},
});

// `grows` says from how many to how many, and what is in the way of that.
template <class Seen>
consteval auto scaling_up_rows(std::string_view grows) {
  return std::to_array<Row<Seen>>({
    // guard                                      status   reason
    //     message
    {!replicas_set<Seen>,                         Unknown, "WaitingForReplicasSet",
        "Waiting for spec.replicas set"},
    {enough<Seen> && deleting<Seen>,              False,   "NotScalingUp"},
    {enough<Seen> && sources_known_missing<Seen>, False,   "NotScalingUp",
        "Scaling up would be blocked because {sources.missing}"},
    {enough<Seen>,                                False,   "NotScalingUp"},
    {replicas_missing<Seen>,                      True,    "ScalingUp",
        grows},
    {When<Seen>{},                                True,    "ScalingUp",
        "{available} of {desired} replicas available"},
  });
}
inline constexpr std::string_view growing =
    "Scaling up from {current} to {desired} replicas{blocked?}";

template <class Seen>
inline constexpr auto scaling_down_rows = std::to_array<Row<Seen>>({
  // guard                                      status   reason
  //     message
  {!replicas_set<Seen>,                         Unknown, "WaitingForReplicasSet",
      "Waiting for spec.replicas set"},
  {too_many<Seen>,                              True,    "ScalingDown",
      "Scaling down from {acknowledged} to {desired} replicas{slow?}"},
  {When<Seen>{},                                False,   "NotScalingDown"},
});

template <class Seen>
inline constexpr auto up_to_date_rows = std::to_array<Row<Seen>>({
  // guard                                      status   reason
  //     message
  {!anyone_judged_up_to_date<Seen>,             True,    "NoReplicas"},
  {When<Seen>{},                                Merge,
      "UpToDate of all Machines that report it or are older than 10s", may_write::up_to_date},
});

template <class Seen>
inline constexpr auto rolling_out_rows = std::to_array<Row<Seen>>({
  // guard                                      status   reason
  //     message
  {!any_not_up_to_date<Seen>,                   False,   "NotRollingOut"},
  {When<Seen>{},                                True,    "RollingOut",
      "{rollout}"},
});

template <class Seen>
inline constexpr auto remediating_rows = std::to_array<Row<Seen>>({
  // guard                                      status   reason
  //     message
  {any_to_be_remediated<Seen>,                  Merge, True,    "Remediating",
      "OwnerRemediated of the Machines that wait to be remediated"},
  {unhealthy_counts<Seen>,                      True,    "Remediating",
      "{unhealthy}"},
  {When<Seen>{},                                False,   "NotRemediating",
      "{unhealthy}"},
});
// clang-format on

}  // namespace workers
}  // namespace telltale
