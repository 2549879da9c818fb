// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every table of a KubeadmControlPlane, and the questions that only it is asked.

#include <array>
#include <string>

#include "base/text.h"
#include "catalog/controlplane/words.h"
#include "table/lines.h"
#include "table/table.h"

namespace telltale::controlplane {

using Question = Guard<Seen>;

inline constexpr When<Seen> otherwise{};
inline constexpr Question deleting = workers::deleting<Seen>;
inline constexpr Question initialized_before = remote_link::initialized<Seen>;

// clang-format off
inline constexpr Question infra_provisioned{"infra_provisioned",
    "cluster infrastructure is provisioned", "cluster infrastructure is not provisioned",
    [](const Seen& seen) { return seen.infra_provisioned; },
    {.collected = workers::cluster_collected<Seen>,
     .evidence = workers::of<Seen, workers::cluster_evidence>}};

inline constexpr Question endpoint_set{"endpoint_set",
    "the Cluster has a control plane endpoint", "the Cluster has no control plane endpoint",
    [](const Seen& seen) { return seen.endpoint_set; },
    {.collected = workers::cluster_collected<Seen>,
     .evidence = workers::of<Seen, workers::cluster_evidence>}};

inline constexpr Question certificates_missing{"certificates_missing",
    "a certificate Secret does not exist", "all certificate Secrets exist",
    [](const Seen& seen) { return seen.certificates_missing > 0; },
    {.collected = [](const Seen& seen) { return seen.secrets_collected; },
     .evidence = certificates_evidence}};

inline constexpr Question certificates_good{"certificates_good",
    "the certificates are available", "the certificates are not available",
    [](const Seen& seen) { return seen.certificates == Status::True; },
    {.evidence = certificates_evidence}};

inline constexpr Question components_reported{"components_reported",
    "ControlPlaneComponentsHealthy was reported before",
    "ControlPlaneComponentsHealthy was not reported yet",
    [](const Seen& seen) { return seen.components.reported; }};

inline constexpr Question members_reported{"members_reported",
    "EtcdClusterHealthy was reported before", "EtcdClusterHealthy was not reported yet",
    [](const Seen& seen) { return seen.members.reported; }};

inline constexpr Question components_bad{"components_bad",
    "some Machine has a component that is not healthy", "no component is known not to be healthy",
    [](const Seen& seen) { return seen.components.bad; },
    {.collected = [](const Seen& seen) { return seen.components.bad || seen.machines_collected; },
     .evidence = [](const Seen& seen) { return health_evidence(seen.components); }}};

inline constexpr Question components_unknown{"components_unknown",
    "some component cannot be looked into", "every component was looked into",
    [](const Seen& seen) { return seen.components.unknown; },
    {.collected = [](const Seen& seen) { return !seen.components.not_collected; },
     .evidence = [](const Seen& seen) { return health_evidence(seen.components); }}};

inline constexpr Question components_good{"components_good",
    "some Machine reports healthy components", "no Machine reports on its components",
    [](const Seen& seen) { return seen.components.good; },
    {.evidence = [](const Seen& seen) { return health_evidence(seen.components); }}};

inline constexpr Question etcd_managed{"etcd_managed",
    "etcd runs on the control plane Machines", "etcd is external",
    [](const Seen& seen) { return seen.manages_etcd; }};

inline constexpr Question members_bad{"members_bad",
    "some etcd member is not healthy", "no etcd member is known not to be healthy",
    [](const Seen& seen) { return seen.members.bad; },
    {.collected = [](const Seen& seen) { return seen.members.bad || seen.machines_collected; },
     .evidence = [](const Seen& seen) { return health_evidence(seen.members); }}};

inline constexpr Question members_unknown{"members_unknown",
    "some etcd member cannot be looked into", "every etcd member was looked into",
    [](const Seen& seen) { return seen.members.unknown; },
    {.collected = [](const Seen& seen) { return !seen.members.not_collected; },
     .evidence = [](const Seen& seen) { return health_evidence(seen.members); }}};

inline constexpr Question members_good{"members_good",
    "some Machine reports a healthy etcd member", "no Machine reports on its etcd member",
    [](const Seen& seen) { return seen.members.good; },
    {.evidence = [](const Seen& seen) { return health_evidence(seen.members); }}};

inline constexpr Question members_known{"members_known",
    "etcd is external, or its members are known", "the members of etcd are not known",
    [](const Seen& seen) { return !seen.manages_etcd || seen.etcd.known; },
    {.collected = [](const Seen& seen) { return !seen.manages_etcd || seen.machines_collected; },
     .evidence = etcd_evidence}};

inline constexpr Question just_initialized{"just_initialized",
    "the control plane was initialized less than 2m ago",
    "the control plane was initialized 2m ago or more",
    [](const Seen& seen) {
      return is_set(seen.initialized_since) &&
             seen.now - seen.initialized_since < members_grace;
    },
    {.at = [](const Seen& seen) {
       return is_set(seen.initialized_since) ? seen.initialized_since + members_grace : no_time;
     }}};

inline constexpr Question cut_off{"cut_off",
    "the workload cluster cannot be reached, and the grace period is not over",
    "the workload cluster can be reached, or the grace period is over",
    [](const Seen& seen) { return seen.out_of_reach(); },
    {.at = [](const Seen& seen) {
       const bool waits = !seen.connection.connected && !seen.connection.not_established();
       return waits && is_set(seen.grace_base()) ? seen.grace_base() + seen.grace + Seconds(1)
                                                 : no_time;
     },
     .evidence = [](const Seen& seen) { return grace_evidence(seen, seen.now); }}};

inline constexpr Question available_reported{"available_reported",
    "Available was reported before", "Available was not reported yet",
    [](const Seen& seen) { return seen.available_reported; }};

inline constexpr Question members_match{"members_match",
    "etcd is external, or its members are those of the Machines",
    "the members of etcd are not those of the Machines",
    [](const Seen& seen) { return !seen.manages_etcd || seen.members_match; },
    {.at = [](const Seen& seen) {
       return seen.manages_etcd && seen.members_match ? seen.members_match_until : no_time;
     }}};

inline constexpr Question quorate{"quorate",
    "etcd is external, or has quorum", "etcd has no quorum",
    [](const Seen& seen) { return seen.quorate(); }, {.evidence = etcd_evidence}};

inline constexpr Question any_machine_well{"any_machine_well",
    "some Machine has healthy control plane components",
    "no Machine has healthy control plane components",
    [](const Seen& seen) { return seen.machines_well.healthy >= 1; }};

inline constexpr Question available_now{"available_now",
    "not deleting, quorum, a healthy Machine, and the certificates",
    "deleting, or quorum, a healthy Machine or certificates are missing",
    [](const Seen& seen) { return seen.available_now(); },
    {.collected = [](const Seen& seen) {
       // What is there may be enough, or what is known may rule it out.
       return seen.available_now() || seen.deleting() || seen.all_collected();
     },
     .evidence = available_evidence}};

inline constexpr Question trouble_lasts{"trouble_lasts",
    "part of it has been in trouble for more than 10s",
    "no part of it has been in trouble for more than 10s",
    [](const Seen& seen) { return seen.troubled(); },
    {.at = [](const Seen& seen) {
       // It is a remark of an available control plane; others say it at once.
       if (!seen.available_now()) return no_time;
       const Instant machines = seen.machines_well.next_troubled;
       const Instant members = seen.manages_etcd ? seen.etcd.members.next_troubled : no_time;
       if (!is_set(machines) || !is_set(members)) return is_set(machines) ? machines : members;
       return machines < members ? machines : members;
     }}};

inline constexpr Question workers_left{"workers_left",
    "worker Machines or MachinePools still exist", "no worker Machine and no MachinePool exists",
    [](const Seen& seen) { return !seen.workers_left.empty(); },
    {.evidence = [](const Seen& seen) { return std::string(seen.workers_left); }}};
// clang-format on

namespace rows {

using enum Act;
using enum Status;

inline constexpr std::string_view kind = "KubeadmControlPlane";

// Why a control plane is not available.
inline constexpr auto troubles = lines_of<Seen>(
    all_words,
    {
        {deleting, "Control plane metadata.deletionTimestamp is set"},
        {!certificates_good, "Control plane certificates are not available"},
        {!quorate, "{etcd.shortage}"},
        {!any_machine_well,
         "There are no Machines with healthy control plane components, at least 1 required"},
    });

// clang-format off
inline constexpr auto cluster_rows = std::to_array<Row<Seen>>({
  {!infra_provisioned,                          Unknown, "InspectionFailed",
      "Waiting for Cluster status.initialization.infrastructureProvisioned to be true"},
  {!endpoint_set,                               Unknown, "InspectionFailed",
      "Waiting for Cluster spec.controlPlaneEndpoint to be set"},
});

inline constexpr auto component_rows = std::to_array<Row<Seen>>({
  {remote_link::lookup_failed<Seen>,                    Unknown, "InspectionFailed",
      "Failed to get Nodes hosting control plane components: {lookup.error}"},
  {components_bad,                              False,   "NotHealthy",
      "{components.story}"},
  {components_unknown,                          Unknown, "HealthUnknown",
      "{components.story}"},
  {components_good,                             True,    "Healthy"},
  {otherwise,                                   Unknown, "HealthUnknown",
      "No Machines reporting control plane status"},
});

inline constexpr auto external_rows = std::to_array<Row<Seen>>({
  {!etcd_managed,                               Keep,
      "Those who run the external etcd report on it"},
});

inline constexpr auto member_rows = std::to_array<Row<Seen>>({
  {remote_link::lookup_failed<Seen>,                    Unknown, "InspectionFailed",
      "Failed to get Nodes hosting the etcd cluster"},
  {members_bad,                                 False,   "NotHealthy",
      "{members.story}"},
  {members_unknown,                             Unknown, "HealthUnknown",
      "{members.story}"},
  {members_good,                                True,    "Healthy"},
  {otherwise,                                   Unknown, "HealthUnknown",
      "No Machines reporting etcd member status"},
});

inline constexpr Table paused_table{
    workers::paused_rows<Seen>, kind, "Paused", all_words};

inline constexpr auto certificates_available_table = table_of<Seen>(
  kind, "CertificatesAvailable", all_words, {
  // guard                                      status   reason
  //     message
  {initialized_before && certificates_missing,  False,   "NotAvailable",
      "{certificates}"},
  {otherwise,                                   True,    "Available"},
});

inline constexpr auto initialized_table = table_of<Seen>(kind, "Initialized", all_words, {
  // guard                                      status   reason
  //     message
  {initialized_before,                          True,    "Initialized"},
  {otherwise,                                   False,   "NotInitialized"},
});

inline constexpr Table components_healthy_table{
    concat(cluster_rows, remote_link::rows(components_reported), component_rows),
    kind, "ControlPlaneComponentsHealthy", all_words};

inline constexpr Table etcd_healthy_table{
    concat(external_rows, cluster_rows, remote_link::rows(members_reported), member_rows),
    kind, "EtcdClusterHealthy", all_words};

inline constexpr Table machines_ready_table{
    workers::machines_ready_rows<Seen>, kind, "MachinesReady", all_words};

inline constexpr auto scaling_up_table = table_of<Seen>(kind, "ScalingUp", all_words, {
  // guard                                      status   reason
  //     message
  {!workers::replicas_set<Seen>,                Unknown, "WaitingForReplicasSet",
      "Waiting for spec.replicas set"},
  {workers::enough<Seen> && workers::sources_known_missing<Seen>, False, "NotScalingUp",
      "Scaling up would be blocked because {sources.missing}"},
  {workers::enough<Seen>,                       False,   "NotScalingUp"},
  {workers::replicas_missing<Seen>,             True,    "ScalingUp",
      "Scaling up from {current} to {desired} replicas{blocked_up?}"},
  {otherwise,                                   True,    "ScalingUp",
      "{available} of {desired} replicas available"},
});

inline constexpr auto scaling_down_table = table_of<Seen>(kind, "ScalingDown", all_words, {
  // guard                                      status   reason
  //     message
  {!workers::replicas_set<Seen>,                Unknown, "WaitingForReplicasSet",
      "Waiting for spec.replicas set"},
  {workers::too_many<Seen>,                     True,    "ScalingDown",
      "Scaling down from {current} to {desired} replicas{blocked_down?}"},
  {otherwise,                                   False,   "NotScalingDown"},
});

inline constexpr Table up_to_date_table{
    workers::up_to_date_rows<Seen>, kind, "UpToDate", all_words};

inline constexpr Table rolling_out_table{
    workers::rolling_out_rows<Seen>, kind, "RollingOut", all_words};

inline constexpr Table remediating_table{
    workers::remediating_rows<Seen>, kind, "Remediating", all_words};

inline constexpr Table replica_failure_table{
    workers::replica_failure_rows<Seen>, kind, "ReplicaFailure", all_words};

inline constexpr auto deleted_table = table_of<Seen>(kind, "Deleted", all_words, {
  // guard                                      status   reason
  //     message
  {!deleting,                                   False,   "NotDeleting"},
  {!workers::has_machines<Seen>,                True,    "DeletionCompleted",
      "Deletion completed"},
  {workers_left,                                True,    "WaitingForWorkersDeletion",
      "KubeadmControlPlane deletion blocked because following objects still exist:\n"
      "{workers.left}"},
  {otherwise,                                   True,    "WaitingForMachineDeletion",
      "Deleting {machines}{and_slow?}"},
});

inline constexpr auto available_table = table_of<Seen>(kind, "Available", all_words, {
  // guard                                      status   reason
  //     message
  {!initialized_before,                         False,   "NotAvailable",
      "Control plane not yet initialized"},
  {cut_off && available_reported,               Keep,
      "Last known status stands until the grace period is over"},
  {!members_known && just_initialized,          False,   "NotAvailable",
      "Waiting for etcd to report the list of members"},
  {!members_known,                              Unknown, "InspectionFailed",
      "Failed to get etcd members"},
  {!members_match,                              False,   "NotAvailable",
      "The list of etcd members does not match the list of Machines and Nodes"},
  {available_now && trouble_lasts,              True,    "Available",
      "{remarks}"},
  {available_now,                               True,    "Available"},
  {otherwise,                                   False,   "NotAvailable",
      "{troubles}"},
});
// clang-format on

}  // namespace rows

template <class Visit>
void for_each_table(Visit visit) {
  visit(rows::paused_table);
  visit(rows::certificates_available_table);
  visit(rows::initialized_table);
  visit(rows::components_healthy_table);
  visit(rows::etcd_healthy_table);
  visit(rows::rolling_out_table);
  visit(rows::scaling_up_table);
  visit(rows::scaling_down_table);
  visit(rows::machines_ready_table);
  visit(rows::up_to_date_table);
  visit(rows::remediating_table);
  visit(rows::replica_failure_table);
  visit(rows::deleted_table);
  visit(rows::available_table);
}

}  // namespace telltale::controlplane
