// SPDX-License-Identifier: Apache-2.0
#pragma once

// Paused, Updating, UpToDate, Ready and Available on Machine.

#include "catalog/cluster_api/may_write.h"
#include "catalog/machine/guards.h"
#include "catalog/machine/reference_tables.h"
#include "catalog/machine/words.h"
#include "table/lines.h"
#include "table/table.h"

namespace telltale::machine {

// clang-format off
inline constexpr Question updating{"updating",
    "an in-place update is in progress", "no in-place update is in progress",
    [](const Seen& seen) { return seen.updating_in_place; }};

inline constexpr Question managed{"managed",
    "a MachineDeployment or control plane says what the Machine should be",
    "no object says what the Machine should be",
    [](const Seen& seen) { return seen.rollout.managed; },
    {.collected = [](const Seen& seen) { return seen.rollout.owner != Sight::NotCollected; },
     .evidence = [](const Seen& seen) {
       if (seen.rollout.owner == Sight::NotCollected) {
         return format("{} was not collected", seen.rollout.owner_text);
       }
       return std::string(seen.rollout.owner_text);
     }}};

inline constexpr Question version_differs{"version_differs",
    "the version differs", "the version is as wanted",
    [](const Seen& seen) { return seen.rollout.version != seen.rollout.wanted_version; }};

inline constexpr Question bootstrap_differs{"bootstrap_differs",
    "the bootstrap template differs", "the bootstrap template is as wanted",
    [](const Seen& seen) {
      return seen.rollout.bootstrap_differs &&
             !seen.rollout.bootstrap_kind.empty();
    }};

inline constexpr Question data_secret_differs{"data_secret_differs",
    "the bootstrap data secret differs", "the bootstrap data secret is as wanted",
    [](const Seen& seen) {
      return seen.rollout.bootstrap_differs &&
             seen.rollout.bootstrap_kind.empty();
    }};

inline constexpr Question infra_differs{"infra_differs",
    "the infrastructure template differs", "the infrastructure template is as wanted",
    [](const Seen& seen) { return seen.rollout.infrastructure_differs; }};

inline constexpr Question failure_domain_differs{"failure_domain_differs",
    "the failure domain differs", "the failure domain is as wanted",
    [](const Seen& seen) {
      return seen.rollout.failure_domain !=
             seen.rollout.wanted_failure_domain;
    }};

inline constexpr Question rollout_after_expired{"rollout_after_expired",
    "rolloutAfter has passed and the MachineSet is older than it",
    "no rolloutAfter has passed since the MachineSet was made",
    [](const Seen& seen) {
      const Instant after = seen.rollout.rollout_after;
      return is_set(after) && after < seen.now && seen.rollout.set_created < after;
    },
    {.at = [](const Seen& seen) {
       const Instant after = seen.rollout.rollout_after;
       // A set that is younger than it will never be older.
       const bool turns = is_set(after) && seen.rollout.set_created < after;
       return turns ? after + Seconds(1) : no_time;
     }}};

inline constexpr Question certificates_expire_soon{"certificates_expire_soon",
    "the certificates expire within the days of rolloutBefore",
    "the certificates do not expire within the days of rolloutBefore",
    [](const Seen& seen) {
      const Instant due = seen.rollout.certificates_due;
      return is_set(due) && due < seen.now;
    },
    {.at = [](const Seen& seen) {
       const Instant due = seen.rollout.certificates_due;
       return is_set(due) ? due + Seconds(1) : no_time;
     }}};

// What must be compared may be missing from a dump; then nobody can say that all is as wanted.
inline constexpr Question comparable{"comparable",
    "what the Machine was made from could be read",
    "what the Machine was made from could not be read",
    [](const Seen& seen) { return seen.rollout.comparable; },
    {.collected = [](const Seen& seen) { return seen.rollout.compared != Sight::NotCollected; },
     .evidence = [](const Seen& seen) {
       return std::string(seen.rollout.compared == Sight::NotCollected
                              ? "the bootstrap config or the infrastructure of the Machine was "
                                "not collected"
                              : "");
     }}};

inline constexpr Question kubelet_differs{"kubelet_differs",
    "the kubelet runs another version than spec.version",
    "the kubelet runs spec.version, or has not said",
    [](const Seen& seen) {
      return !seen.kubelet_version.empty() && seen.kubelet_version != seen.version;
    }};

inline constexpr Question ready_judged{"ready_judged",
    "Ready has been judged", "Ready has not been judged",
    [](const Seen& seen) { return seen.ready != nullptr; }};

inline constexpr Question ready{"ready",
    "Ready is True", "Ready is not True",
    [](const Seen& seen) {
      return seen.ready != nullptr &&
             seen.ready->status == Status::True;
    },
    {.evidence = ready_evidence}};

inline constexpr Question ready_long_enough{"ready_long_enough",
    "Ready has stood for minReadySeconds", "Ready has not stood for minReadySeconds yet",
    [](const Seen& seen) {
      // A status without a time has stood since before anybody looked.
      return !is_set(seen.ready->last_transition) ||
             seen.now - seen.ready->last_transition >= seen.min_ready;
    },
    {.at = [](const Seen& seen) {
       const Instant since = seen.ready->last_transition;
       return is_set(since) ? since + seen.min_ready : no_time;
     },
     .evidence = [](const Seen& seen) {
       return format("{}, minReadySeconds = {}", ready_evidence(seen), seen.min_ready.count());
     }}};
// clang-format on

namespace lifecycle {

using enum Act;
using enum Status;

// What is not as its owner wants it, in the order people read it.
inline constexpr auto differences = lines_of<Seen>(
    all_words,
    {
        {version_differs, "Version {rollout.version?}, {rollout.wanted_version?} required"},
        {bootstrap_differs, "{rollout.bootstrap_kind} is not up-to-date"},
        {data_secret_differs,
         "spec.bootstrap.dataSecretName {rollout.data_secret}, "
         "{rollout.wanted_data_secret} required"},
        {infra_differs, "{rollout.infra_kind} is not up-to-date"},
        {failure_domain_differs,
         "Failure domain {rollout.failure_domain?}, {rollout.wanted_failure_domain?} required"},
        {rollout_after_expired, "MachineDeployment spec.rolloutAfter expired"},
    });

// The same under a control plane, in the order in which it looks.
inline constexpr auto plane_differences = lines_of<Seen>(
    all_words,
    {
        {certificates_expire_soon, "Certificates will expire soon"},
        {rollout_after_expired, "KubeadmControlPlane spec.rolloutAfter expired"},
        {version_differs, "Version {rollout.version?}, {rollout.wanted_version?} required"},
        {bootstrap_differs, "{rollout.bootstrap_kind} is not up-to-date"},
        {infra_differs, "{rollout.infra_kind} is not up-to-date"},
    });

constexpr bool any_difference(const Seen& seen) {
  return seen.rollout.by_control_plane ? plane_differences.any(seen) : differences.any(seen);
}

inline void collect_differences(const Seen& seen, std::string& out, std::string_view bullet,
                                std::string_view separator) {
  if (seen.rollout.by_control_plane) return plane_differences.collect(seen, out, bullet, separator);
  differences.collect(seen, out, bullet, separator);
}

// The next of the two instants at which time alone makes a Machine out of date.
constexpr Instant next_difference(const Seen& seen) {
  const Instant after = rollout_after_expired.at(seen);
  if (!seen.rollout.by_control_plane) return after;
  const Instant due = certificates_expire_soon.at(seen);
  const bool after_is_next = is_set(after) && after > seen.now;
  const bool due_is_next = is_set(due) && due > seen.now;
  if (!after_is_next || !due_is_next) return due_is_next ? due : after;
  return after < due ? after : due;
}

inline constexpr auto pauses = lines_of<Seen>(
    all_words,
    {
        {paused_by_cluster, "Cluster spec.paused is set to true"},
        {paused_by_cluster_annotation, "Cluster has the cluster.x-k8s.io/paused annotation"},
        {paused_by_annotation, "Machine has the cluster.x-k8s.io/paused annotation"},
    });

// clang-format off
inline constexpr Question out_of_date{"out_of_date",
    "something differs from what the owner wants", "nothing differs from what the owner wants",
    any_difference,
    {.at = next_difference, .evidence = [](const Seen& seen) {
       std::string found;
       collect_differences(seen, found, "", "; ");
       return found;
     }}};

inline constexpr auto paused_table = table_of<Seen>("Machine", "Paused", all_words, {
  // guard                               status   reason
  //     message
  {paused_by_annotation,                 True,    "Paused",
      "{pauses}"},
  {paused_by_cluster,                    True,    "Paused",
      "{pauses}"},
  {paused_by_cluster_annotation,         True,    "Paused",
      "{pauses}"},
  {otherwise,                            False,   "NotPaused"},
});

inline constexpr auto updating_table = table_of<Seen>("Machine", "Updating", all_words, {
  // guard                               status   reason
  //     message
  {updating,                             True,    "InPlaceUpdating",
      "In-place update in progress"},
  {otherwise,                            False,   "NotUpdating"},
});

inline constexpr auto up_to_date_table = table_of<Seen>("Machine", "UpToDate", all_words, {
  // guard                               status   reason
  //     message
  {!managed,                             Keep,
      "No object says what the Machine should be; what stands was put there by others"},
  {out_of_date,                          False,   "NotUpToDate",
      "{differences}"},
  {updating,                             False,   "Updating",
      "* In-place update in progress"},
  {kubelet_differs,                      False,   "Updating",
      "* Node.status.nodeInfo.kubeletVersion {kubelet.version}, {version?} required"},
  {!comparable,                          Unknown, "InternalError",
      "Please check controller logs for errors"},
  {otherwise,                            True,    "UpToDate"},
});

inline constexpr auto ready_table = table_of<Seen>("Machine", "Ready", all_words, {
  // guard                               status   reason
  //     message
  {otherwise,                            Merge,
      "Deleted, BootstrapConfigReady, InfrastructureReady, NodeHealthy, health check, gates",
      may_write::ready},
});

inline constexpr auto available_table = table_of<Seen>("Machine", "Available", all_words, {
  // guard                               status   reason
  //     message
  {!ready_judged,                        Unknown, "InternalError",
      "Please check controller logs for errors"},
  {!ready,                               False,   "NotReady"},
  {!ready_long_enough,                   False,   "WaitingForMinReadySeconds"},
  {otherwise,                            True,    "Available"},
});
// clang-format on

}  // namespace lifecycle

inline constexpr const auto& paused_table = lifecycle::paused_table;
inline constexpr const auto& updating_table = lifecycle::updating_table;
inline constexpr const auto& up_to_date_table = lifecycle::up_to_date_table;
inline constexpr const auto& ready_table = lifecycle::ready_table;
inline constexpr const auto& available_table = lifecycle::available_table;

}  // namespace telltale::machine
