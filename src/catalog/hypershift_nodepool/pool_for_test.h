// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: the documents of one HyperShift pool "clusters/np" of cluster "hc" and of what
// stands behind it in namespace "clusters-hc". Each test bends one field.
//
//   const std::string machine = text_of(MachineDocument{.name = "m1", .status = with_node});

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace telltale::hypershift_nodepool {

inline constexpr std::string_view day = "2026-01-01";

struct ConditionDocument {
  std::string_view type = {};
  std::string_view status = "False";
  std::string_view reason = {};
  std::string_view message = {};
  std::string_view at = "10:00:00";
  std::optional<int> generation = {};
};

inline std::string text_of(const ConditionDocument& one) {
  std::string text = format(
      R"({{"type": "{}", "status": "{}", "reason": "{}", "message": "{}",
          "lastTransitionTime": "{}T{}Z")",
      one.type, one.status, one.reason, one.message, day, one.at);
  if (one.generation) text += format(R"(, "observedGeneration": {})", *one.generation);
  return text + "}";
}

using Documents = std::vector<ConditionDocument>;

inline std::string text_of(const Documents& list) {
  std::vector<std::string> texts;
  for (const ConditionDocument& one : list) texts.push_back(text_of(one));
  return format("[{}]", join(texts, ", "));
}

// `conditions` left out means that the document says nothing about them.
using ConditionDocuments = std::optional<Documents>;

inline std::string status_text(const std::string& fields, const ConditionDocuments& conditions,
                               std::string_view more) {
  std::string text = fields;
  const auto add = [&](const std::string& part) {
    if (part.empty()) return;
    text += text.empty() ? part : ", " + part;
  };
  if (conditions) add(format(R"("conditions": {})", text_of(*conditions)));
  add(std::string(more));
  return format("{{{}}}", text);
}

struct PoolDocument {
  int generation = 1;
  int desired = 2;
  int available = 2;
  std::string_view version = "4.18.0";
  std::string_view platform = "AWS";
  std::string_view upgrade = "Replace";
  std::string_view spec = "";      // more fields, each behind a comma
  std::string_view metadata = "";  // the same
  ConditionDocuments conditions = {};
};

inline std::string text_of(const PoolDocument& pool) {
  const std::string status =
      format(R"("replicas": {}, "version": "{}")", pool.available, pool.version);
  return format(
      R"({{"apiVersion": "hypershift.openshift.io/v1beta1", "kind": "NodePool", "metadata": {{
          "namespace": "clusters", "name": "np", "uid": "u-np", "generation": {}, 
          "creationTimestamp": "{}T06:00:00Z"{}}}, "spec": {{"clusterName": "hc", "replicas": {},
          "management": {{"upgradeType": "{}"}}, "platform": {{"type": "{}"}}{}}}, "status": {}}})",
      pool.generation, day, pool.metadata, pool.desired, pool.upgrade, pool.platform, pool.spec,
      status_text(status, pool.conditions, ""));
}

struct WorkloadDocument {
  std::string_view kind = "MachineDeployment";
  std::string_view name = "np";
  int desired = 2;
  int existing = 2;
  int available = 2;
  std::string_view place = "clusters-hc";
  ConditionDocuments conditions = {};
};

inline std::string text_of(const WorkloadDocument& workload) {
  const std::string status =
      format(R"("replicas": {}, "availableReplicas": {})", workload.existing, workload.available);
  return format(
      R"({{"apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "{}", "metadata": {{
          "namespace": "{}", "name": "{}", "creationTimestamp": "{}T06:00:00Z",
          "annotations": {{"hypershift.openshift.io/nodePool": "clusters/np"}}}},
          "spec": {{"clusterName": "infra", "replicas": {}}}, "status": {}}})",
      workload.kind, workload.place, workload.name, day, workload.desired,
      status_text(status, workload.conditions, ""));
}

inline constexpr std::string_view node_status = R"("nodeRef": {"name": "n"})";

struct MachineDocument {
  std::string_view name = "m1";
  std::string_view created = "09:00:00";
  std::string_view version = "v1beta1";
  std::string_view infrastructure = "AWSMachine";
  std::string_view place = "clusters-hc";
  std::string_view metadata = "";  // more fields, each behind a comma
  std::string_view status = "";    // more fields
  ConditionDocuments conditions = {};
};

inline std::string text_of(const MachineDocument& machine) {
  return format(
      R"({{"apiVersion": "cluster.x-k8s.io/{}", "kind": "Machine", "metadata": {{
          "namespace": "{}", "name": "{}", "creationTimestamp": "{}T{}Z",
          "annotations": {{"hypershift.openshift.io/nodePool": "clusters/np"}}{}}},
          "spec": {{"clusterName": "infra", "infrastructureRef": {{
          "apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "{}", "name": "{}"}}}},
          "status": {}}})",
      machine.version, machine.place, machine.name, day, machine.created, machine.metadata,
      machine.infrastructure, machine.name, status_text("", machine.conditions, machine.status));
}

// A Machine that is up and has its Node.
inline MachineDocument ready_machine(std::string_view name, std::string_view created = "08:00:00") {
  return {.name = name,
          .created = created,
          .status = node_status,
          .conditions = Documents{{.type = "Ready", .status = "True"},
                                  {.type = "InfrastructureReady", .status = "True"}}};
}

struct InfrastructureDocument {
  std::string_view name = "m1";
  std::string_view kind = "AWSMachine";
  std::string_view status = "";  // more fields
  ConditionDocuments conditions = {};
};

inline std::string text_of(const InfrastructureDocument& infrastructure) {
  return format(
      R"({{"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "{}", "metadata": {{
          "namespace": "clusters-hc", "name": "{}"}}, "status": {}}})",
      infrastructure.kind, infrastructure.name,
      status_text("", infrastructure.conditions, infrastructure.status));
}

inline constexpr std::string_view quota_error =
    "VcpuLimitExceeded: You have requested more vCPU capacity than your current vCPU limit of 32 "
    "allows for the instance bucket that the specified instance type belongs to.";
inline constexpr std::string_view capacity_error =
    "InsufficientInstanceCapacity: We currently do not have sufficient m5.large capacity in the "
    "Availability Zone you requested (us-east-1a).";
inline constexpr std::string_view missing_error =
    "InvalidSubnetID.NotFound: The subnet ID 'subnet-0a1b2c3d' does not exist";
inline constexpr std::string_view provider_error =
    "UnauthorizedOperation: You are not authorized to perform this operation.";

// The infrastructure of a Machine whose instance could not be had.
inline InfrastructureDocument failing(std::string_view name, std::string_view error,
                                      std::string_view at) {
  return {.name = name,
          .conditions = Documents{{.type = "InstanceReady",
                                   .reason = "InstanceProvisionFailed",
                                   .message = error,
                                   .at = at}}};
}

}  // namespace telltale::hypershift_nodepool
