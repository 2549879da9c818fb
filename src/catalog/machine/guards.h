// SPDX-License-Identifier: Apache-2.0
#pragma once

// The questions that Machine tables ask. Positive statements; rows negate them with `!`.

#include <string>

#include "base/text.h"
#include "catalog/cluster_api/words.h"
#include "catalog/machine/seen.h"
#include "table/guard.h"

namespace telltale::machine {

using Question = Guard<Seen>;

inline constexpr When<Seen> otherwise{};

inline constexpr std::string_view pre_drain_hook = "pre-drain.delete.hook.machine.cluster.x-k8s.io";
inline constexpr std::string_view pre_terminate_hook =
    "pre-terminate.delete.hook.machine.cluster.x-k8s.io";

constexpr bool cluster_collected(const Seen& seen) { return seen.cluster != Sight::NotCollected; }

std::string cluster_evidence(const Seen& seen, std::string_view fact);
std::string probe_evidence(const Seen& seen);
std::string node_evidence(const Seen& seen);
std::string ready_evidence(const Seen& seen);
bool has_hook(const Seen& seen, std::string_view prefix);

// The Cluster.

// clang-format off
inline constexpr Question infra_ready{"infra_ready",
    "cluster infrastructure is provisioned", "cluster infrastructure is not provisioned",
    [](const Seen& seen) { return seen.infra_provisioned; },
    {.collected = cluster_collected, .evidence = [](const Seen& seen) {
       if (!seen.refers_to_infra) return cluster_evidence(seen, "has no infrastructureRef");
       return cluster_evidence(
           seen, format("{} = {}", seen.infra_provisioned_path, seen.infra_provisioned));
     }}};

inline constexpr Question plane_ready{"plane_ready",
    "control plane is initialized", "control plane is not initialized",
    [](const Seen& seen) { return seen.control_plane_initialized == Status::True; },
    {.collected = cluster_collected, .evidence = [](const Seen& seen) {
       return cluster_evidence(seen, format("ControlPlaneInitialized = {}",
                                            to_text(seen.control_plane_initialized)));
     }}};

std::string reported_evidence(std::string_view type, bool reported);

// The rows about a condition that is not set ask for their own.
inline constexpr Question health_reported{"health_reported",
    "already reported", "not reported yet",
    [](const Seen& seen) { return seen.health_reported; },
    {.evidence = [](const Seen& seen) {
       return reported_evidence("NodeHealthy", seen.health_reported);
     }}};

inline constexpr Question ready_reported{"ready_reported",
    "already reported", "not reported yet",
    [](const Seen& seen) { return seen.ready_reported; },
    {.evidence = [](const Seen& seen) {
       return reported_evidence("NodeReady", seen.ready_reported);
     }}};

// The Node.

constexpr bool node_collected(const Seen& seen) { return seen.lookup != Lookup::NotCollected; }

inline constexpr Question lookup_failed{"lookup_failed",
    "looking up the Node failed", "looking up the Node worked",
    [](const Seen& seen) { return seen.lookup == Lookup::Failed; },
    {.collected = node_collected, .evidence = node_evidence}};

inline constexpr Question node_healthy{"node_healthy",
    "the Node exists and all its conditions are good",
    "no Node, or not all its conditions are good",
    [](const Seen& seen) {
      return seen.lookup == Lookup::Found &&
             seen.node_health == NodeHealth::Healthy;
    },
    {.collected = node_collected, .evidence = node_evidence}};

inline constexpr Question node_unhealthy{"node_unhealthy",
    "the Node exists and at least one condition is bad",
    "no Node, or none of its conditions is bad",
    [](const Seen& seen) {
      return seen.lookup == Lookup::Found && seen.node_health == NodeHealth::Unhealthy;
    },
    {.collected = node_collected, .evidence = node_evidence}};

inline constexpr Question node_unknown{"node_unknown",
    "the Node exists and some conditions are unknown, none bad",
    "no Node, or none of its conditions is unknown",
    [](const Seen& seen) {
      return seen.lookup == Lookup::Found && seen.node_health == NodeHealth::Unknown;
    },
    {.collected = node_collected, .evidence = node_evidence}};

inline constexpr Question node_found{"node_found",
    "the Node exists", "the Node does not exist",
    [](const Seen& seen) { return seen.lookup == Lookup::Found; },
    {.collected = node_collected, .evidence = node_evidence}};

// The Machine.

inline constexpr Question deleting{"deleting",
    "the Machine is being deleted", "the Machine is not being deleted",
    [](const Seen& seen) { return seen.deleting(); },
    {.evidence = [](const Seen& seen) {
       if (!seen.deleting()) return std::string("metadata.deletionTimestamp is not set");
       return format("metadata.deletionTimestamp = {}", format_rfc3339(seen.deleted));
     }}};

inline constexpr Question has_node_ref{"has_node_ref",
    "nodeRef is set", "nodeRef is not set",
    [](const Seen& seen) { return seen.has_node_ref; },
    {.evidence = [](const Seen& seen) {
       if (!seen.has_node_ref) return std::string("status.nodeRef is not set");
       if (seen.node_ref_stored) return format("status.nodeRef.name = {}", seen.node_name);
       return format("Node {} has the providerID", seen.node_name);
     }}};

inline constexpr Question has_provider_id{"has_provider_id",
    "providerID is set", "providerID is not set",
    [](const Seen& seen) { return !seen.provider_id.empty(); },
    {.evidence = [](const Seen& seen) {
       if (seen.provider_id.empty()) return std::string("spec.providerID is not set");
       return format("spec.providerID = {}", seen.provider_id);
     }}};

inline constexpr Question paused_by_annotation{"paused_by_annotation",
    "the Machine carries the paused annotation", "the Machine does not carry the paused annotation",
    [](const Seen& seen) { return seen.paused_by_annotation; },
    {.evidence = [](const Seen& seen) {
       return format("annotation cluster.x-k8s.io/paused is {}",
                     seen.paused_by_annotation ? "there" : "not there");
     }}};

inline constexpr Question paused_by_cluster{"paused_by_cluster",
    "the Cluster is paused", "the Cluster is not paused",
    [](const Seen& seen) { return seen.paused_by_cluster; },
    {.collected = cluster_collected, .evidence = [](const Seen& seen) {
       return cluster_evidence(seen, format("spec.paused = {}", seen.paused_by_cluster));
     }}};

inline constexpr Question paused_by_cluster_annotation{"paused_by_cluster_annotation",
    "the Cluster carries the paused annotation", "the Cluster does not carry the paused annotation",
    [](const Seen& seen) { return seen.paused_by_cluster_annotation; },
    {.collected = cluster_collected, .evidence = [](const Seen& seen) {
       return cluster_evidence(
           seen, format("annotation cluster.x-k8s.io/paused is {}",
                        seen.paused_by_cluster_annotation ? "there" : "not there"));
     }}};
// clang-format on

}  // namespace telltale::machine
