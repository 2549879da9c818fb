// SPDX-License-Identifier: Apache-2.0
#pragma once

// HealthCheckSucceeded on Machine: does the Machine pass the MachineHealthCheck that selects it?
// Everything that upstream leaves as it is, is a row that keeps.

#include <algorithm>
#include <string>

#include "base/text.h"
#include "catalog/healthcheck/remediation_tables.h"
#include "catalog/healthcheck/seen.h"
#include "catalog/healthcheck/words.h"
#include "table/table.h"

namespace telltale::healthcheck {

using Question = Guard<Seen>;

// The next second at which some watched condition, or the wait for the Node, has lasted too long.
constexpr Instant next_turn(const Seen& seen) {
  Instant next = no_time;
  const auto consider = [&](Instant turns) {
    if (is_set(turns) && turns > seen.now && (!is_set(next) || turns < next)) next = turns;
  };
  for (const Symptom& symptom : seen.machine_symptoms) consider(symptom.turns());
  for (const Symptom& symptom : seen.node_symptoms) consider(symptom.turns());
  consider(seen.startup_turns());
  return next;
}

constexpr bool any_over(std::span<const Symptom> symptoms, Instant now) {
  for (const Symptom& symptom : symptoms) {
    if (symptom.over(now)) return true;
  }
  return false;
}

namespace rows {

using enum Act;
using enum Status;

inline constexpr When<Seen> otherwise{};

inline constexpr Question checked{
    .name = "checked",
    .text = "a MachineHealthCheck selects the Machine",
    .denial = "no MachineHealthCheck selects the Machine",
    .ask = [](const Seen& seen) { return seen.checked; },
    .evidence =
        [](const Seen& seen) {
          if (!seen.checked) return std::string("no MachineHealthCheck of the Cluster selects it");
          return format("MachineHealthCheck {}", seen.check_name);
        }};

inline constexpr Question check_paused{
    .name = "check_paused",
    .text = "the MachineHealthCheck is paused",
    .denial = "the MachineHealthCheck is not paused",
    .ask = [](const Seen& seen) { return seen.check_paused; },
    .evidence = [](const Seen& seen) { return format("MachineHealthCheck {}", seen.check_name); }};

inline constexpr Question excepted{
    .name = "excepted",
    .text = "an annotation keeps health checks away",
    .denial = "no annotation keeps health checks away",
    .ask = [](const Seen& seen) { return !seen.excepted_by.empty(); },
    .evidence =
        [](const Seen& seen) {
          if (seen.excepted_by.empty()) return std::string("no such annotation");
          return format("annotation {}", seen.excepted_by);
        }};

inline constexpr Question marked{
    .name = "marked",
    .text = "the Machine is marked for remediation by annotation",
    .denial = "the Machine is not marked for remediation by annotation",
    .ask = [](const Seen& seen) { return seen.marked; },
    .evidence =
        [](const Seen& seen) {
          return format("annotation {} is {}", remediate_annotation,
                        seen.marked ? "there" : "not there");
        }};

inline constexpr Question before_control_plane{
    .name = "before_control_plane",
    .text = "a worker whose control plane is not initialized",
    .denial = "a control plane Machine, or the control plane is initialized",
    .ask = [](const Seen& seen) { return !seen.control_plane && !seen.plane_initialized; },
    .evidence =
        [](const Seen& seen) {
          return format("ControlPlaneInitialized is {}True", seen.plane_initialized ? "" : "not ");
        }};

inline constexpr Question cluster_infra_ready{
    .name = "cluster_infra_ready",
    .text = "the Cluster's infrastructure is ready",
    .denial = "the Cluster's infrastructure is not ready",
    .ask = [](const Seen& seen) { return seen.infra_ready; },
    .evidence =
        [](const Seen& seen) {
          return format("InfrastructureReady of the Cluster is {}True",
                        seen.infra_ready ? "" : "not ");
        }};

inline constexpr Question out_of_reach{
    .name = "out_of_reach",
    .text = "the workload cluster cannot be asked for the Node",
    .denial = "the workload cluster can be asked for the Node",
    .ask = [](const Seen& seen) { return seen.node == NodeSight::OutOfReach; },
    .evidence = node_evidence};

inline constexpr Question machine_failing{
    .name = "machine_failing",
    .text = "a watched condition of the Machine is bad for too long",
    .denial = "no watched condition of the Machine is bad for too long",
    .ask = [](const Seen& seen) { return any_over(seen.machine_symptoms, seen.now); },
    .at = next_turn,
    .evidence = [](const Seen& seen) { return symptom_evidence(seen.machine_symptoms); }};

inline constexpr Question node_uncollected{
    .name = "node_uncollected",
    .text = "no Node of this cluster was collected",
    .denial = "Nodes of this cluster were collected",
    .ask = [](const Seen& seen) { return seen.node == NodeSight::NotCollected; },
    .evidence = node_evidence};

inline constexpr Question node_lost{
    .name = "node_lost",
    .text = "nodeRef is set and the Node does not exist",
    .denial = "nodeRef is not set, or the Node exists",
    .ask = [](const Seen& seen) { return seen.node == NodeSight::Gone; },
    .evidence = node_evidence};

inline constexpr Question startup_over{.name = "startup_over",
                                       .text = "there is no Node and the time to start one is over",
                                       .denial = "there is a Node, or time to start one",
                                       .ask = [](const Seen& seen) { return seen.startup_over(); },
                                       .at = next_turn,
                                       .evidence = startup_evidence};

inline constexpr Question node_failing{
    .name = "node_failing",
    .text = "a watched condition of the Node is bad for too long",
    .denial = "no watched condition of the Node is bad for too long",
    .ask = [](const Seen& seen) { return any_over(seen.node_symptoms, seen.now); },
    .at = next_turn,
    .evidence = [](const Seen& seen) { return symptom_evidence(seen.node_symptoms); }};

inline constexpr Question going_bad{.name = "going_bad",
                                    .text = "the health check will fail if nothing changes",
                                    .denial = "nothing that is watched goes bad",
                                    .ask = [](const Seen& seen) { return is_set(next_turn(seen)); },
                                    .at = next_turn,
                                    .evidence =
                                        [](const Seen& seen) {
                                          if (!is_set(next_turn(seen)))
                                            return std::string("no timeout is running");
                                          return format("the next timeout ends at {}",
                                                        format_rfc3339(next_turn(seen)));
                                        }};

inline constexpr Question deleting{.name = "deleting",
                                   .text = "the Machine is being deleted",
                                   .denial = "the Machine is not being deleted",
                                   .ask = [](const Seen& seen) { return seen.deleting; },
                                   .evidence =
                                       [](const Seen& seen) {
                                         return format("metadata.deletionTimestamp is {}",
                                                       seen.deleting ? "set" : "not set");
                                       }};

inline constexpr Question node_found{
    .name = "node_found",
    .text = "the Node exists",
    .denial = "the Node does not exist",
    .ask = [](const Seen& seen) { return seen.node == NodeSight::Found; },
    .evidence = node_evidence};

// clang-format off
inline constexpr auto health_check_table = table_of<Seen>(
    "Machine", "HealthCheckSucceeded", all_words, {
  // guard                  status   reason
  //     message
  {!checked,                Keep,
      "Nobody checks the Machine; what stands was put there by others"},
  {check_paused,            Keep,
      "Nothing is checked while the MachineHealthCheck is paused"},
  {excepted,                Keep,
      "The Machine is excepted from health checks"},
  {marked,                  False,   "HasRemediateAnnotation",
      "Health check failed: marked for remediation via "
      "cluster.x-k8s.io/remediate-machine annotation"},
  {before_control_plane,    Keep,
      "Workers are not checked before the control plane works"},
  {!cluster_infra_ready,    Keep,
      "Machines are not checked before the Cluster's infrastructure is ready"},
  {out_of_reach,            Keep,
      "A cluster that cannot be reached says nothing about its Machines"},
  {machine_failing,         False,   "UnhealthyMachine",
      "Health check failed:{failures}"},
  {node_uncollected,        Keep,
      "Nothing is concluded from what was not collected"},
  {node_lost,               False,   "NodeDeleted",
      "Health check failed:{failures}"},
  {startup_over,            False,   "NodeStartupTimeout",
      "Health check failed:{failures}"},
  {node_failing,            False,   "UnhealthyNode",
      "Health check failed:{failures}"},
  {going_bad,               Keep,
      "The last answer stands until the timeout is over"},
  {deleting,                Keep,
      "A Machine that is leaving is not called healthy again"},
  {!node_found,             Keep,
      "Without a Node there is nothing to call healthy"},
  {otherwise,               True,    "HealthCheckSucceeded"},
});
// clang-format on

}  // namespace rows

inline constexpr const auto& health_check_table = rows::health_check_table;

// Of two snapshots: HealthCheckSucceeded asks about a Seen, the others about a Request.
template <class Visit>
void for_each_table(Visit visit) {
  visit(health_check_table);
  visit(owner_remediated_table);
  visit(externally_remediated_table);
}

}  // namespace telltale::healthcheck
