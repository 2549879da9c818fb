// SPDX-License-Identifier: Apache-2.0
#pragma once

// Deleted on Machine: which stage of its removal it is in. The stages follow the objects; only what
// no object tells, how far a drain has come, is taken from what is stored.

#include "catalog/machine/guards.h"
#include "catalog/machine/reference_tables.h"
#include "catalog/machine/words.h"
#include "table/table.h"

namespace telltale::machine {

// Deletion stages that no object but the Machine itself tells of.
inline constexpr std::string_view draining_node = "DrainingNode";
inline constexpr std::string_view waiting_for_volume_detach = "WaitingForVolumeDetach";

// clang-format off
inline constexpr Question has_pre_drain_hook{"has_pre_drain_hook",
    "a pre-drain hook annotation is there", "no pre-drain hook annotation is there",
    [](const Seen& seen) { return has_hook(seen, pre_drain_hook); }};

inline constexpr Question has_pre_terminate_hook{"has_pre_terminate_hook",
    "a pre-terminate hook annotation is there", "no pre-terminate hook annotation is there",
    [](const Seen& seen) { return has_hook(seen, pre_terminate_hook); }};
// clang-format on

namespace removal {

// A Node is emptied while its infrastructure is there and is to stay for that long.
constexpr bool may_be_emptied(const Seen& seen) {
  const Referred& infra = seen.infrastructure;
  return infra.sight != Sight::Absent && infra.readable && !is_set(infra.deleted) &&
         !seen.removal.hooks_waited_for;
}

constexpr bool stage_stored(const Seen& seen, std::string_view stage) {
  const Condition* stored = seen.stored_deleted;
  return stored != nullptr && stored->status == Status::True && stored->reason == stage;
}

// Nobody can drain or delete a Node that cannot even be asked for.
constexpr bool out_of_reach(const Seen& seen) {
  return seen.lookup == Lookup::NotConnected || !seen.connection.lookup_error.empty();
}

// What time alone may end: nothing but a stage that stands, or one that cannot even be tried.
constexpr Instant end_of(const Seen& seen, const Allowance& allowance, std::string_view stage) {
  const bool stands = stage_stored(seen, stage) && seen.removal.node == Sight::Present;
  return may_be_emptied(seen) && (stands || out_of_reach(seen)) ? allowance.ends() : no_time;
}

inline std::string stage_evidence(const Seen& seen) {
  if (seen.stored_deleted == nullptr) return "no deletion stage is stored";
  return format("the stored stage is {}", seen.stored_deleted->reason);
}

}  // namespace removal

// clang-format off
inline constexpr Question removal_undecided{"removal_undecided",
    "whether the Node may be deleted is not known: the control plane could not be read",
    "whether the Node may be deleted is known",
    [](const Seen& seen) { return seen.removal.undecided; }};

inline constexpr Question takes_node{"takes_node",
    "its Node is deleted with it",
    "it has no Node, or the Cluster or its control plane goes as a whole",
    [](const Seen& seen) { return seen.removal.takes_node; }};

inline constexpr Question node_out_of_reach{"node_out_of_reach",
    "cluster is not connected, or asking it for Nodes failed", "cluster is connected and answers",
    removal::out_of_reach, {.evidence = probe_evidence}};

inline constexpr Question drain_allowed{"drain_allowed",
    "the Node may still be drained",
    "the infrastructure goes already, draining is excluded, or its time is over",
    [](const Seen& seen) {
      return removal::may_be_emptied(seen) && !seen.removal.drain_excluded &&
             !seen.removal.drain.over(seen.now);
    },
    {.at = [](const Seen& seen) {
       if (seen.removal.drain_excluded) return no_time;
       return removal::end_of(seen, seen.removal.drain, draining_node);
     },
     .evidence = infra_evidence}};

inline constexpr Question detach_allowed{"detach_allowed",
    "volumes may still be waited for",
    "the infrastructure goes already, waiting is excluded, or its time is over",
    [](const Seen& seen) {
      return removal::may_be_emptied(seen) && !seen.removal.detach_excluded &&
             !seen.removal.detach.over(seen.now);
    },
    {.at = [](const Seen& seen) {
       if (seen.removal.detach_excluded) return no_time;
       return removal::end_of(seen, seen.removal.detach, waiting_for_volume_detach);
     },
     .evidence = infra_evidence}};

inline constexpr Question drain_stored{"drain_stored",
    "the stored status reports a drain", "the stored status reports no drain",
    [](const Seen& seen) { return removal::stage_stored(seen, draining_node); },
    {.evidence = removal::stage_evidence}};

// Volumes of a Node whose kubelet is silent will never be detached.
inline constexpr Question detach_stored{"detach_stored",
    "the stored status reports volumes to detach, and the kubelet is there for it",
    "the stored status reports no volumes to detach, or Ready of the Node is Unknown",
    [](const Seen& seen) {
      const Condition* ready = find_condition(seen.node_conditions, "Ready");
      const bool silent = ready != nullptr && ready->status == Status::Unknown;
      return !silent && removal::stage_stored(seen, waiting_for_volume_detach);
    },
    {.evidence = removal::stage_evidence}};

// A Node that cannot be asked for may well be there: only its absence ends the drain.
inline constexpr Question node_gone{"node_gone",
    "the Node is gone", "the Node is not known to be gone",
    [](const Seen& seen) { return seen.removal.node == Sight::Absent; },
    {.collected = [](const Seen& seen) { return seen.removal.node != Sight::NotCollected; },
     .evidence = node_evidence}};

// Here a missing object ends a stage, so what was not collected is simply not said to exist.
inline constexpr Question infra_remains{"infra_remains",
    "the infrastructure object still exists", "the infrastructure object is gone",
    [](const Seen& seen) { return seen.infrastructure.sight == Sight::Present; },
    {.evidence = infra_evidence}};

inline constexpr Question config_remains{"config_remains",
    "the bootstrap config still exists", "the bootstrap config is gone",
    [](const Seen& seen) {
      return seen.bootstrap.ref_set &&
             seen.bootstrap.sight == Sight::Present;
    },
    {.evidence = bootstrap_evidence}};

inline constexpr Question all_gone{"all_gone",
    "infrastructure and bootstrap config are gone",
    "something of it is still there, or was not collected",
    [](const Seen& seen) {
      return seen.infrastructure.sight == Sight::Absent &&
             (!seen.bootstrap.ref_set || seen.bootstrap.sight == Sight::Absent);
    }};

inline constexpr Question node_given_up{"node_given_up",
    "the time for deleting the Node is over", "the Node is still to be deleted",
    [](const Seen& seen) { return seen.removal.node_deletion.over(seen.now); },
    {.at = [](const Seen& seen) { return seen.removal.node_deletion.ends(); }}};
// clang-format on

namespace removal {

using enum Act;
using enum Status;

// Stages that only whoever drains the Node can know.
inline constexpr auto drain_kept =
    std::to_array<MayWrite>({{draining_node, True, "Pods are evicted from the Node"}});
inline constexpr auto detach_kept = std::to_array<MayWrite>(
    {{waiting_for_volume_detach, True, "volumes are still attached to the Node"}});

// clang-format off
inline constexpr auto deleted_table = table_of<Seen>("Machine", "Deleted", all_words, {
  // guard                               status   reason
  //     message
  {!deleting,                            False,   "NotDeleting"},
  {removal_undecided,                    True,    "InternalError",
      "Please check controller logs for errors"},
  {takes_node && has_pre_drain_hook,     True,    "WaitingForPreDrainHook",
      "Waiting for pre-drain hooks to succeed (hooks: {hooks.pre_drain})"},
  {takes_node && drain_allowed && node_out_of_reach, True, draining_node,
      "Error draining Node, please check controller logs for errors"},
  {takes_node && drain_allowed && drain_stored && !node_gone, Keep, True, "",
      "The stored stage stands while the Node exists, since no object says more", drain_kept},
  {takes_node && detach_allowed && node_out_of_reach, True, waiting_for_volume_detach,
      "Error waiting for volumes to be detached from Node, "
      "please check controller logs for errors"},
  {takes_node && detach_allowed && detach_stored && !node_gone, Keep, True, "",
      "The stored stage stands while the Node exists, since no object says more", detach_kept},
  {has_pre_terminate_hook,               True,    "WaitingForPreTerminateHook",
      "Waiting for pre-terminate hooks to succeed (hooks: {hooks.pre_terminate})"},
  {infra_remains,                        True,    "WaitingForInfrastructureDeletion",
      "Waiting for {infra.kind} to be deleted"},
  {config_remains,                       True,    "WaitingForBootstrapDeletion",
      "Waiting for {bootstrap.kind} to be deleted"},
  {all_gone && takes_node && node_out_of_reach && !node_given_up, True, "DeletingNode",
      "Error deleting Node, please check controller logs for errors"},
  {all_gone,                             True,    "DeletionCompleted",
      "Deletion completed"},
  {otherwise,                            True,    "Deleting",
      "Deletion started"},
});
// clang-format on

}  // namespace removal

inline constexpr const auto& deleted_table = removal::deleted_table;

}  // namespace telltale::machine
