// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a control plane says about its Machines: whether the Pods of the control plane and the etcd
// member on each of them are well, and whether the Node is marked as one of its own. All conditions
// share the rows about the way to the workload cluster; the four about Pods share every row.

#include <array>

#include "catalog/controlplane/machine_words.h"
#include "table/table.h"

namespace telltale::controlplane {

using MachineQuestion = Guard<MachineSeen>;

namespace on_machine {

using enum Act;
using enum Status;

inline constexpr When<MachineSeen> otherwise{};

inline constexpr MachineQuestion lookup_failed = remote_link::lookup_failed<MachineSeen>;

// clang-format off
inline constexpr MachineQuestion components_reported{"components_reported",
    "the control plane has reported on its components before",
    "the control plane has not reported on its components yet",
    [](const MachineSeen& seen) { return seen.components_reported; }};

inline constexpr MachineQuestion etcd_reported{"etcd_reported",
    "the control plane has reported on etcd before",
    "the control plane has not reported on etcd yet",
    [](const MachineSeen& seen) { return seen.etcd_reported; }};

inline constexpr MachineQuestion deleting{"deleting",
    "the Machine is being deleted", "the Machine is not being deleted",
    [](const MachineSeen& seen) { return seen.deleting; }};

inline constexpr MachineQuestion has_node_ref{"has_node_ref",
    "nodeRef is set", "nodeRef is not set",
    [](const MachineSeen& seen) { return !seen.node_name.empty(); }};

inline constexpr MachineQuestion has_provider_id{"has_provider_id",
    "providerID is set", "providerID is not set",
    [](const MachineSeen& seen) { return !seen.provider_id.empty(); }};

constexpr bool node_collected(const MachineSeen& seen) { return seen.node != Sight::NotCollected; }

inline constexpr MachineQuestion node_exists{"node_exists",
    "the Node exists", "the Node does not exist",
    [](const MachineSeen& seen) { return seen.node == Sight::Present; },
    {.collected = node_collected, .evidence = node_evidence}};

inline constexpr MachineQuestion node_unreachable{"node_unreachable",
    "the Node has the NoExecute taint of unreachable Nodes",
    "the Node does not have the NoExecute taint of unreachable Nodes",
    [](const MachineSeen& seen) { return seen.node_unreachable; },
    {.collected = node_collected, .evidence = node_evidence}};

inline constexpr MachineQuestion node_ready_unknown{"node_ready_unknown",
    "Ready of the Node is Unknown", "Ready of the Node is not Unknown",
    [](const MachineSeen& seen) { return seen.node_ready_unknown; },
    {.collected = node_collected, .evidence = node_evidence}};

constexpr bool pod_collected(const MachineSeen& seen) {
  return seen.pod().sight != Sight::NotCollected;
}

inline constexpr MachineQuestion pod_exists{"pod_exists",
    "the Pod exists", "the Pod does not exist",
    [](const MachineSeen& seen) { return seen.pod().sight == Sight::Present; },
    {.collected = pod_collected, .evidence = pod_evidence}};

inline constexpr MachineQuestion pod_readable{"pod_readable",
    "the Pod could be read", "the Pod could not be read",
    [](const MachineSeen& seen) { return seen.pod().readable; }, {.evidence = pod_evidence}};

inline constexpr MachineQuestion pod_pending{"pod_pending",
    "the Pod is Pending", "the Pod is not Pending",
    [](const MachineSeen& seen) { return seen.pod().phase == PodPhase::Pending; },
    {.evidence = pod_evidence}};

inline constexpr MachineQuestion pod_scheduled{"pod_scheduled",
    "the Pod is scheduled", "the Pod is not scheduled",
    [](const MachineSeen& seen) { return seen.pod().scheduled; }};

inline constexpr MachineQuestion pod_initialized{"pod_initialized",
    "the init containers have run", "the init containers have not run yet",
    [](const MachineSeen& seen) { return seen.pod().initialized; }};

inline constexpr MachineQuestion pod_running{"pod_running",
    "the Pod is Running", "the Pod is not Running",
    [](const MachineSeen& seen) { return seen.pod().phase == PodPhase::Running; },
    {.evidence = pod_evidence}};

inline constexpr MachineQuestion pod_ready{"pod_ready",
    "the Pod is Ready", "the Pod is not Ready",
    [](const MachineSeen& seen) { return seen.pod().ready; }, {.evidence = pod_evidence}};

inline constexpr MachineQuestion containers_wait{"containers_wait",
    "some container waits", "no container waits",
    [](const MachineSeen& seen) { return seen.pod().waiting; }};

inline constexpr MachineQuestion failed_before{"failed_before",
    "some container ended with an error before", "no container ended with an error before",
    [](const MachineSeen& seen) { return seen.pod().failed_before; }};

inline constexpr MachineQuestion containers_ended{"containers_ended",
    "some container has ended", "no container has ended",
    [](const MachineSeen& seen) { return seen.pod().terminated; }};

inline constexpr MachineQuestion pod_ended{"pod_ended",
    "the Pod has Succeeded or Failed", "the Pod has neither Succeeded nor Failed",
    [](const MachineSeen& seen) { return seen.pod().phase == PodPhase::Ended; },
    {.evidence = pod_evidence}};

inline constexpr MachineQuestion node_as_wanted{"node_as_wanted",
    "the Node has the label and the taint of a control plane",
    "the Node lacks the label or the taint of a control plane",
    [](const MachineSeen& seen) { return seen.node_labelled && !seen.taint_missing(); },
    {.collected = [](const MachineSeen& seen) {
       const bool told = seen.node_tainted || seen.taint_told != Sight::NotCollected;
       return node_collected(seen) && (told || !seen.node_labelled);
     },
     .evidence = node_evidence}};

inline constexpr MachineQuestion members_known{"members_known",
    "etcd has listed its members", "the members of etcd are not known",
    [](const MachineSeen& seen) { return seen.members_known; }, {.evidence = member_evidence}};

inline constexpr MachineQuestion members_failed{"members_failed",
    "listing the members of etcd was tried and failed", "listing the members of etcd did not fail",
    [](const MachineSeen& seen) { return !seen.members_error.empty(); },
    {.evidence = member_evidence}};

inline constexpr MachineQuestion member_listed{"member_listed",
    "etcd lists a member for the Node", "etcd lists no member for the Node",
    [](const MachineSeen& seen) { return seen.member_listed; }, {.evidence = member_evidence}};

inline constexpr MachineQuestion member_learns{"member_learns",
    "the member is still a learner", "the member is not a learner",
    [](const MachineSeen& seen) { return seen.member_learns; }, {.evidence = member_evidence}};

inline constexpr MachineQuestion member_alarmed{"member_alarmed",
    "etcd reports alarms for the member", "etcd reports no alarm for the member",
    [](const MachineSeen& seen) { return seen.member_alarmed; },
    {.evidence = [](const MachineSeen& seen) { return alarms_of(seen.alarms, seen.member_id); }}};

inline constexpr MachineQuestion member_stored{"member_stored",
    "a controller that can ask etcd has written it down",
    "no controller that can ask etcd has written it down",
    [](const MachineSeen& seen) { return seen.stored_member != nullptr; }};

inline constexpr auto pod_lookup_rows = std::to_array<Row<MachineSeen>>({
  {lookup_failed,                   Unknown, "InspectionFailed",
      "Failed to get the Node hosting the Pod: {lookup.error}"},
});

inline constexpr auto member_lookup_rows = std::to_array<Row<MachineSeen>>({
  {lookup_failed,                   Unknown, "InspectionFailed",
      "Failed to get the Node hosting the etcd member"},
  {members_known && has_node_ref && !member_listed, False, "NotHealthy",
      "Etcd doesn't have an etcd member for Node {node.name}"},
});

inline constexpr auto node_lookup_rows = std::to_array<Row<MachineSeen>>({
  {lookup_failed,                   Unknown, "InspectionFailed",
      "Failed to get the Node"},
  {deleting && !node_exists,        False,   "Deleting",
      "Machine is deleting"},
});

inline constexpr auto machine_rows = std::to_array<Row<MachineSeen>>({
  {deleting,                        False,   "Deleting",
      "Machine is deleting"},
  {!has_node_ref && has_provider_id, Unknown, "InspectionFailed",
      "Waiting for a Node with spec.providerID {provider_id} to exist"},
  {!has_node_ref,                   Unknown, "InspectionFailed",
      "Waiting for {infra.kind} to report spec.providerID"},
});

inline constexpr auto pod_rows = std::to_array<Row<MachineSeen>>({
  {!node_exists,                    Unknown, "InspectionFailed",
      "Node {node.name} does not exist"},
  {node_unreachable,                Unknown, "InspectionFailed",
      "Node {node.name} is unreachable"},
  {node_ready_unknown,              Unknown, "InspectionFailed",
      "Node Ready condition is Unknown, Pod data might be stale"},
  {!pod_exists,                     False,   "DoesNotExist",
      "Pod does not exist"},
  {!pod_readable,                   Unknown, "InspectionFailed",
      "Please check controller logs for errors"},
  {pod_pending && !pod_scheduled,   False,   "Provisioning",
      "Waiting to be scheduled"},
  {pod_pending && !pod_initialized, False,   "Provisioning",
      "Running init containers"},
  {pod_pending,                     False,   "Provisioning"},
  {pod_running && pod_ready,        True,    "Running"},
  {pod_running && containers_wait && failed_before, False, "Failed",
      "{pod.waiting}"},
  {pod_running && containers_wait,  False,   "Provisioning",
      "{pod.waiting}"},
  {pod_running && containers_ended, False,   "Failed",
      "{pod.terminated}"},
  {pod_running,                     False,   "Provisioning",
      "Waiting for startup or readiness probes"},
  {pod_ended,                       False,   "Failed",
      "All the containers have been terminated"},
  {otherwise,                       Unknown, "InspectionFailed",
      "Pod is reporting Unknown status"},
});

inline constexpr auto node_rows = std::to_array<Row<MachineSeen>>({
  {!has_node_ref && has_provider_id, Unknown, "InspectionFailed",
      "Waiting for a Node with spec.providerID {provider_id} to exist"},
  {!has_node_ref,                   Unknown, "InspectionFailed",
      "Waiting for {infra.kind} to report spec.providerID"},
  {!node_exists,                    Unknown, "InspectionFailed",
      "Node {node.name} does not exist"},
  {!deleting && node_unreachable,   Unknown, "InspectionFailed",
      "Node {node.name} is unreachable"},
  {!node_as_wanted,                 False,   "NotSet",
      "Node {node.name} does not have {node.lacks}"},
  {otherwise,                       True,    "Set"},
});

inline constexpr auto etcd_answers = std::to_array<MayWrite>(
    {{"NotHealthy", False, "the controller that asks etcd says so"},
     {"Healthy", True, "the controller that asks etcd says so"}});

inline constexpr auto member_rows = std::to_array<Row<MachineSeen>>({
  {members_failed,                  Unknown, "InspectionFailed",
      "{members.error}"},
  {members_known && member_learns,  False,   "NotHealthy",
      "Waiting for learner etcd member to be promoted"},
  {members_known && member_alarmed, False,   "NotHealthy",
      "Etcd reports alarms: {member.alarms}"},
  {members_known,                   True,    "Healthy"},
  {member_stored,                   Keep,
      "What is stored stands, since no object shows etcd members", etcd_answers},
  {otherwise,                       Unknown, "NotCollected",
      "no object shows etcd members, and nothing is stored"},
});
// clang-format on

inline constexpr auto all_pod_rows =
    concat(remote_link::rows(components_reported), pod_lookup_rows, machine_rows, pod_rows);
inline constexpr auto all_member_rows =
    concat(remote_link::rows(etcd_reported), member_lookup_rows, machine_rows, member_rows);
inline constexpr auto all_node_rows =
    concat(remote_link::rows(components_reported), node_lookup_rows, node_rows);

}  // namespace on_machine

inline constexpr std::string_view node_set_type = "NodeKubeadmLabelsAndTaintsSet";

template <std::size_t At>
inline constexpr Table<MachineSeen, on_machine::all_pod_rows.size()> pod_table{
    on_machine::all_pod_rows, "Machine", components[At].condition, machine_words};

inline constexpr Table<MachineSeen, on_machine::all_member_rows.size()> etcd_member_table{
    on_machine::all_member_rows, "Machine", "EtcdMemberHealthy", machine_words};

inline constexpr Table<MachineSeen, on_machine::all_node_rows.size()> node_set_table{
    on_machine::all_node_rows, "Machine", node_set_type, machine_words};

template <class Visit>
void for_each_machine_table(Visit visit) {
  visit(node_set_table);
  visit(pod_table<0>);
  visit(pod_table<1>);
  visit(pod_table<2>);
  visit(pod_table<3>);
  visit(etcd_member_table);
}

}  // namespace telltale::controlplane
