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

inline constexpr MachineQuestion components_reported{
    .name = "components_reported",
    .text = "the control plane has reported on its components before",
    .denial = "the control plane has not reported on its components yet",
    .ask = [](const MachineSeen& seen) { return seen.components_reported; }};

inline constexpr MachineQuestion etcd_reported{
    .name = "etcd_reported",
    .text = "the control plane has reported on etcd before",
    .denial = "the control plane has not reported on etcd yet",
    .ask = [](const MachineSeen& seen) { return seen.etcd_reported; }};

inline constexpr MachineQuestion deleting{
    .name = "deleting",
    .text = "the Machine is being deleted",
    .denial = "the Machine is not being deleted",
    .ask = [](const MachineSeen& seen) { return seen.deleting; }};

inline constexpr MachineQuestion has_node_ref{
    .name = "has_node_ref",
    .text = "nodeRef is set",
    .denial = "nodeRef is not set",
    .ask = [](const MachineSeen& seen) { return !seen.node_name.empty(); }};

inline constexpr MachineQuestion has_provider_id{
    .name = "has_provider_id",
    .text = "providerID is set",
    .denial = "providerID is not set",
    .ask = [](const MachineSeen& seen) { return !seen.provider_id.empty(); }};

constexpr bool node_collected(const MachineSeen& seen) { return seen.node != Sight::NotCollected; }

inline constexpr MachineQuestion node_exists{
    .name = "node_exists",
    .text = "the Node exists",
    .denial = "the Node does not exist",
    .ask = [](const MachineSeen& seen) { return seen.node == Sight::Present; },
    .collected = node_collected,
    .evidence = node_evidence};

inline constexpr MachineQuestion node_unreachable{
    .name = "node_unreachable",
    .text = "the Node has the NoExecute taint of unreachable Nodes",
    .denial = "the Node does not have the NoExecute taint of unreachable Nodes",
    .ask = [](const MachineSeen& seen) { return seen.node_unreachable; },
    .collected = node_collected,
    .evidence = node_evidence};

inline constexpr MachineQuestion node_ready_unknown{
    .name = "node_ready_unknown",
    .text = "Ready of the Node is Unknown",
    .denial = "Ready of the Node is not Unknown",
    .ask = [](const MachineSeen& seen) { return seen.node_ready_unknown; },
    .collected = node_collected,
    .evidence = node_evidence};

constexpr bool pod_collected(const MachineSeen& seen) {
  return seen.pod().sight != Sight::NotCollected;
}

inline constexpr MachineQuestion pod_exists{
    .name = "pod_exists",
    .text = "the Pod exists",
    .denial = "the Pod does not exist",
    .ask = [](const MachineSeen& seen) { return seen.pod().sight == Sight::Present; },
    .collected = pod_collected,
    .evidence = pod_evidence};

inline constexpr MachineQuestion pod_readable{
    .name = "pod_readable",
    .text = "the Pod could be read",
    .denial = "the Pod could not be read",
    .ask = [](const MachineSeen& seen) { return seen.pod().readable; },
    .evidence = pod_evidence};

inline constexpr MachineQuestion pod_pending{
    .name = "pod_pending",
    .text = "the Pod is Pending",
    .denial = "the Pod is not Pending",
    .ask = [](const MachineSeen& seen) { return seen.pod().phase == PodPhase::Pending; },
    .evidence = pod_evidence};

inline constexpr MachineQuestion pod_scheduled{
    .name = "pod_scheduled",
    .text = "the Pod is scheduled",
    .denial = "the Pod is not scheduled",
    .ask = [](const MachineSeen& seen) { return seen.pod().scheduled; }};

inline constexpr MachineQuestion pod_initialized{
    .name = "pod_initialized",
    .text = "the init containers have run",
    .denial = "the init containers have not run yet",
    .ask = [](const MachineSeen& seen) { return seen.pod().initialized; }};

inline constexpr MachineQuestion pod_running{
    .name = "pod_running",
    .text = "the Pod is Running",
    .denial = "the Pod is not Running",
    .ask = [](const MachineSeen& seen) { return seen.pod().phase == PodPhase::Running; },
    .evidence = pod_evidence};

inline constexpr MachineQuestion pod_ready{
    .name = "pod_ready",
    .text = "the Pod is Ready",
    .denial = "the Pod is not Ready",
    .ask = [](const MachineSeen& seen) { return seen.pod().ready; },
    .evidence = pod_evidence};

inline constexpr MachineQuestion containers_wait{
    .name = "containers_wait",
    .text = "some container waits",
    .denial = "no container waits",
    .ask = [](const MachineSeen& seen) { return seen.pod().waiting; }};

inline constexpr MachineQuestion failed_before{
    .name = "failed_before",
    .text = "some container ended with an error before",
    .denial = "no container ended with an error before",
    .ask = [](const MachineSeen& seen) { return seen.pod().failed_before; }};

inline constexpr MachineQuestion containers_ended{
    .name = "containers_ended",
    .text = "some container has ended",
    .denial = "no container has ended",
    .ask = [](const MachineSeen& seen) { return seen.pod().terminated; }};

inline constexpr MachineQuestion pod_ended{
    .name = "pod_ended",
    .text = "the Pod has Succeeded or Failed",
    .denial = "the Pod has neither Succeeded nor Failed",
    .ask = [](const MachineSeen& seen) { return seen.pod().phase == PodPhase::Ended; },
    .evidence = pod_evidence};

inline constexpr MachineQuestion node_as_wanted{
    .name = "node_as_wanted",
    .text = "the Node has the label and the taint of a control plane",
    .denial = "the Node lacks the label or the taint of a control plane",
    .ask = [](const MachineSeen& seen) { return seen.node_labelled && !seen.taint_missing(); },
    .collected =
        [](const MachineSeen& seen) {
          const bool told = seen.node_tainted || seen.taint_told != Sight::NotCollected;
          return node_collected(seen) && (told || !seen.node_labelled);
        },
    .evidence = node_evidence};

inline constexpr MachineQuestion members_known{
    .name = "members_known",
    .text = "etcd has listed its members",
    .denial = "nobody knows the members of etcd",
    .ask = [](const MachineSeen& seen) { return seen.members_known; },
    .evidence = member_evidence};

inline constexpr MachineQuestion members_failed{
    .name = "members_failed",
    .text = "listing the members of etcd was tried and failed",
    .denial = "listing the members of etcd did not fail",
    .ask = [](const MachineSeen& seen) { return !seen.members_error.empty(); },
    .evidence = member_evidence};

inline constexpr MachineQuestion member_listed{
    .name = "member_listed",
    .text = "etcd lists a member for the Node",
    .denial = "etcd lists no member for the Node",
    .ask = [](const MachineSeen& seen) { return seen.member_listed; },
    .evidence = member_evidence};

inline constexpr MachineQuestion member_learns{
    .name = "member_learns",
    .text = "the member is still a learner",
    .denial = "the member is no learner",
    .ask = [](const MachineSeen& seen) { return seen.member_learns; },
    .evidence = member_evidence};

inline constexpr MachineQuestion member_alarmed{
    .name = "member_alarmed",
    .text = "etcd reports alarms for the member",
    .denial = "etcd reports no alarm for the member",
    .ask = [](const MachineSeen& seen) { return seen.member_alarmed; },
    .evidence = [](const MachineSeen& seen) { return alarms_of(seen.alarms, seen.member_id); }};

inline constexpr MachineQuestion member_stored{
    .name = "member_stored",
    .text = "somebody who could ask etcd has written it down",
    .denial = "nobody who could ask etcd has written it down",
    .ask = [](const MachineSeen& seen) { return seen.stored_member != nullptr; }};

// clang-format off
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
    {{"NotHealthy", False, "whoever asks etcd says so"},
     {"Healthy", True, "whoever asks etcd says so"}});

inline constexpr auto member_rows = std::to_array<Row<MachineSeen>>({
  {members_failed,                  Unknown, "InspectionFailed",
      "{members.error}"},
  {members_known && member_learns,  False,   "NotHealthy",
      "Waiting for learner etcd member to be promoted"},
  {members_known && member_alarmed, False,   "NotHealthy",
      "Etcd reports alarms: {member.alarms}"},
  {members_known,                   True,    "Healthy"},
  {member_stored,                   Keep,
      "What is stored stands, since no object tells of etcd members", etcd_answers},
  {otherwise,                       Unknown, "NotCollected",
      "no object tells of etcd members, and nothing is stored"},
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
