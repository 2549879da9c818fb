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

// clang-format off
inline constexpr Question checked{"checked",
    "a MachineHealthCheck selects the Machine", "no MachineHealthCheck selects the Machine",
    [](const Seen& seen) { return seen.checked; },
    {.evidence = [](const Seen& seen) {
       if (!seen.checked) return std::string("no MachineHealthCheck of the Cluster selects it");
       return format("MachineHealthCheck {}", seen.check_name);
     }}};

inline constexpr Question check_paused{"check_paused",
    "the MachineHealthCheck is paused", "the MachineHealthCheck is not paused",
    [](const Seen& seen) { return seen.check_paused; },
    {.evidence = [](const Seen& seen) {
       return format("MachineHealthCheck {}", seen.check_name);
     }}};

inline constexpr Question excepted{"excepted",
    "an annotation keeps health checks away", "no annotation keeps health checks away",
    [](const Seen& seen) { return !seen.excepted_by.empty(); },
    {.evidence = [](const Seen& seen) {
       if (seen.excepted_by.empty()) return std::string("no such annotation");
       return format("annotation {}", seen.excepted_by);
     }}};

inline constexpr Question marked{"marked",
    "the Machine is marked for remediation by annotation",
    "the Machine is not marked for remediation by annotation",
    [](const Seen& seen) { return seen.marked; },
    {.evidence = [](const Seen& seen) {
       return format("annotation {} is {}", remediate_annotation,
                     seen.marked ? "there" : "not there");
     }}};

inline constexpr Question before_control_plane{"before_control_plane",
    "a worker whose control plane is not initialized",
    "a control plane Machine, or the control plane is initialized",
    [](const Seen& seen) { return !seen.control_plane && !seen.plane_initialized; },
    {.evidence = [](const Seen& seen) {
       return format("ControlPlaneInitialized is {}True", seen.plane_initialized ? "" : "not ");
     }}};

inline constexpr Question cluster_infra_ready{"cluster_infra_ready",
    "the Cluster's infrastructure is ready", "the Cluster's infrastructure is not ready",
    [](const Seen& seen) { return seen.infra_ready; },
    {.evidence = [](const Seen& seen) {
       return format("InfrastructureReady of the Cluster is {}True",
                     seen.infra_ready ? "" : "not ");
     }}};

inline constexpr Question out_of_reach{"out_of_reach",
    "the workload cluster cannot be asked for the Node",
    "the workload cluster can be asked for the Node",
    [](const Seen& seen) { return seen.node == NodeSight::OutOfReach; },
    {.evidence = node_evidence}};

inline constexpr Question machine_failing{"machine_failing",
    "a watched condition of the Machine is bad for too long",
    "no watched condition of the Machine is bad for too long",
    [](const Seen& seen) { return any_over(seen.machine_symptoms, seen.now); },
    {.at = next_turn,
     .evidence = [](const Seen& seen) { return symptom_evidence(seen.machine_symptoms); }}};

inline constexpr Question node_uncollected{"node_uncollected",
    "no Node of this cluster was collected", "Nodes of this cluster were collected",
    [](const Seen& seen) { return seen.node == NodeSight::NotCollected; },
    {.evidence = node_evidence}};

inline constexpr Question node_lost{"node_lost",
    "nodeRef is set and the Node does not exist", "nodeRef is not set, or the Node exists",
    [](const Seen& seen) { return seen.node == NodeSight::Gone; }, {.evidence = node_evidence}};

inline constexpr Question startup_over{"startup_over",
    "there is no Node and the time to start one is over", "there is a Node, or time to start one",
    [](const Seen& seen) { return seen.startup_over(); },
    {.at = next_turn, .evidence = startup_evidence}};

inline constexpr Question node_failing{"node_failing",
    "a watched condition of the Node is bad for too long",
    "no watched condition of the Node is bad for too long",
    [](const Seen& seen) { return any_over(seen.node_symptoms, seen.now); },
    {.at = next_turn,
     .evidence = [](const Seen& seen) { return symptom_evidence(seen.node_symptoms); }}};

inline constexpr Question going_bad{"going_bad",
    "the health check will fail if nothing changes", "nothing that is watched goes bad",
    [](const Seen& seen) { return is_set(next_turn(seen)); },
    {.at = next_turn, .evidence = [](const Seen& seen) {
       if (!is_set(next_turn(seen)))
         return std::string("no timeout is running");
       return format("the next timeout ends at {}",
                     format_rfc3339(next_turn(seen)));
     }}};

inline constexpr Question deleting{"deleting",
    "the Machine is being deleted", "the Machine is not being deleted",
    [](const Seen& seen) { return seen.deleting; },
    {.evidence = [](const Seen& seen) {
       return format("metadata.deletionTimestamp is {}",
                     seen.deleting ? "set" : "not set");
     }}};

inline constexpr Question node_found{"node_found",
    "the Node exists", "the Node does not exist",
    [](const Seen& seen) { return seen.node == NodeSight::Found; }, {.evidence = node_evidence}};

inline constexpr auto health_check_table = table_of<Seen>(
    "Machine", "HealthCheckSucceeded", all_words, {
  // guard                  status   reason
  //     message
  {!checked,                Keep,
      "No check covers the Machine; what stands was put there by others"},
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
